import { askThread } from "../../lib/ask-thread.ts";
import type { Inspections } from "./outside.ts";

const THREAD = new URL("./inspect-worker.ts", import.meta.url);

/** A look that a thread takes. */
export type InspectionRequest = {
  [Kind in keyof Inspections]: { kind: Kind; question: Parameters<Inspections[Kind]>[0] };
}[keyof Inspections];

/** Inspections on a thread of their own, so that the site answers meanwhile. */
export const inspectInWorker: Inspections = {
  dataFile: (question) => run({ kind: "dataFile", question }),
  backup: (question) => run({ kind: "backup", question }),
  content: (question) => run({ kind: "content", question }),
  demo: (question) => run({ kind: "demo", question }),
};

/** The thread answers each kind of look with its own result. */
function run<Inspection>(request: InspectionRequest): Promise<Inspection> {
  return askThread(THREAD, request);
}
