import { it } from "vitest";
import { soak } from "../soak.ts";
import { killUploads } from "./cut-uploads.case.ts";

it("an upload of 600 MB repeats at most 1 MB after each kill of the gateway", (test) =>
  soak(test, "megabytes uploaded during kills", 600, (megabytes) => killUploads(megabytes, 4)));
