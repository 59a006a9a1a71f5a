import { askThread } from "../../lib/ask-thread.ts";
import type { Inspections } from "./outside.ts";

const THREAD = new URL("./inspect-worker.ts", import.meta.url);

export type InspectionRequest = {
  [Kind in keyof Inspections]: { kind: Kind; input: Parameters<Inspections[Kind]>[0] };
}[keyof Inspections];

/** Runs inspections in a separate thread, so that the site can still answer. */
export const inspectInWorker: Inspections = {
  dataFile: (input) => run({ kind: "dataFile", input }),
  backup: (input) => run({ kind: "backup", input }),
  content: (input) => run({ kind: "content", input }),
  demo: (input) => run({ kind: "demo", input }),
};

function run<Inspection>(request: InspectionRequest): Promise<Inspection> {
  return askThread(THREAD, request);
}
