import { it } from "vitest";
import { soak } from "../soak.ts";
import { aDayWithFaults } from "./the-day.case.ts";

it("a day of fans in which everything goes wrong once loses nothing, does nothing twice, and leaves nothing behind", (test) =>
  soak(test, "visits in a day with faults", 24_000, (visits) =>
    aDayWithFaults(visits, (report) => {
      test.task.meta.day = report;
    }),
  ));
