import { Worker } from "node:worker_threads";
import type { Looks } from "./outside.ts";

/** A look that a thread takes. */
export type LookRequest = { [Kind in keyof Looks]: { kind: Kind; question: Parameters<Looks[Kind]>[0] } }[keyof Looks];

/** Looks on a thread of their own, so that the site answers meanwhile. */
export const looksInWorker: Looks = {
  // The thread answers each kind of look with its own result, here and below.
  dataFile: (question) => run({ kind: "dataFile", question }) as ReturnType<Looks["dataFile"]>,
  backup: (question) => run({ kind: "backup", question }) as ReturnType<Looks["backup"]>,
  content: (question) => run({ kind: "content", question }) as ReturnType<Looks["content"]>,
};

function run(workerData: LookRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./look-worker.ts", import.meta.url), { workerData });
    worker.on("message", (message: object) => {
      // Under `node --watch` a thread also tells which files it has loaded.
      if ("look" in message) resolve(message.look);
    });
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`the thread ended with code ${code} and no answer`)));
  });
}
