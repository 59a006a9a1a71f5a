import { it } from "vitest";
import { soak } from "../soak.ts";
import { aDayWithFaults } from "./the-day.case.ts";

it("a day in which everything fails once: the site loses nothing, does nothing twice and leaks nothing", (test) =>
  soak(test, "visits in a day with faults", 24_000, (visits) =>
    aDayWithFaults(visits, (report) => {
      test.task.meta.day = report;
    }),
  ));
