import { askThread } from "../../lib/ask-thread.ts";
import type { Inspections } from "./outside.ts";

const THREAD = new URL("./inspect-worker.ts", import.meta.url);

export type InspectionRequest = {
  [Kind in keyof Inspections]: { kind: Kind; question: Parameters<Inspections[Kind]>[0] };
}[keyof Inspections];

/** Runs inspections on a thread of their own, so that the site keeps answering. */
export const inspectInWorker: Inspections = {
  dataFile: (question) => run({ kind: "dataFile", question }),
  backup: (question) => run({ kind: "backup", question }),
  content: (question) => run({ kind: "content", question }),
  demo: (question) => run({ kind: "demo", question }),
};

function run<Inspection>(request: InspectionRequest): Promise<Inspection> {
  return askThread(THREAD, request);
}
