import { it } from "vitest";
import { soak } from "../soak.ts";
import { surviveHostileRequests } from "./hostile.case.ts";

it("the gateway survives hostile requests without a 5xx or a change to the data of others", (test) =>
  soak(test, "hostile requests", 100_000, surviveHostileRequests));
