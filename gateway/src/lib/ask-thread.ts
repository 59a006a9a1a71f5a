import { Worker } from "node:worker_threads";

/**
 * Starts a thread for one task. Returns the thread's result, which the thread posts as `{ answer }`.
 *
 * @param thread the file that the thread runs
 * @throws the thread's own error, or an error when it ends without a result
 */
export function askThread<Answer>(thread: URL, workerData: unknown): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(thread, { workerData });
    worker.on("message", (message: object) => {
      // Under `node --watch` a thread also reports which files it has loaded.
      if ("answer" in message) resolve(message.answer as Answer);
    });
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`${thread.pathname} ended with code ${code} and no result`)));
  });
}
