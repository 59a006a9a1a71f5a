import { it } from "vitest";
import { soak } from "../../testing/soak.ts";
import { killSending } from "./kills.case.ts";

it("reaches everyone at most once although the site is killed while it sends", (test) =>
  soak(test, "kills amid newsletters", 50, (times) => killSending(times, 40 * times)));
