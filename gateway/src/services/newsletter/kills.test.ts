import { it } from "vitest";
import { killSending } from "./kills.case.ts";

it(
  "a newsletter reaches everyone at most once although the site is killed while it sends",
  () => killSending(4, 400),
  60_000,
);
