import { it } from "vitest";
import { soak } from "../../testing/soak.ts";
import { killPublications } from "./kills.case.ts";

it("a start finds the old or the new content after a kill at any moment of a publication", (test) =>
  soak(test, "kills during publications", 200, killPublications));
