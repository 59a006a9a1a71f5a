import { it } from "vitest";
import { killUploads } from "./cut-uploads.case.ts";

it("an upload goes on within 1 MB after a kill of the gateway, and the file is whole", () => killUploads(3, 1));
