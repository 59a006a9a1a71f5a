import { Worker } from "node:worker_threads";

/**
 * Starts a thread for one question and waits for its answer, which the thread posts as `{ answer }`.
 *
 * @param thread the file that it runs, which alone knows what it answers
 * @throws what the thread threw, or that it ended without an answer
 */
export function askThread<Answer>(thread: URL, workerData: unknown): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(thread, { workerData });
    worker.on("message", (message: object) => {
      // Under `node --watch` a thread also tells which files it has loaded.
      if ("answer" in message) resolve(message.answer as Answer);
    });
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`${thread.pathname} ended with code ${code} and no answer`)));
  });
}
