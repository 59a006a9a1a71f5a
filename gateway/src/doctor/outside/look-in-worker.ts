import { askThread } from "../../lib/ask-thread.ts";
import type { Looks } from "./outside.ts";

const THREAD = new URL("./look-worker.ts", import.meta.url);

/** A look that a thread takes. */
export type LookRequest = { [Kind in keyof Looks]: { kind: Kind; question: Parameters<Looks[Kind]>[0] } }[keyof Looks];

/** Looks on a thread of their own, so that the site answers meanwhile. */
export const looksInWorker: Looks = {
  dataFile: (question) => run({ kind: "dataFile", question }),
  backup: (question) => run({ kind: "backup", question }),
  content: (question) => run({ kind: "content", question }),
  demo: (question) => run({ kind: "demo", question }),
};

/** The thread answers each kind of look with its own result. */
function run<Look>(request: LookRequest): Promise<Look> {
  return askThread(THREAD, request);
}
