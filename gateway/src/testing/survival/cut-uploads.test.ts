import { it } from "vitest";
import { killUploads } from "./cut-uploads.case.ts";

it("an upload repeats at most 1 MB after a kill of the gateway, and the file is complete", () => killUploads(3, 1));
