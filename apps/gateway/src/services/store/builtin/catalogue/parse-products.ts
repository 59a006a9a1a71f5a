import { Worker } from "node:worker_threads";
import type { ParsedProducts } from "./shop-files.ts";

/** What the thread answers: what the file says, or what is wrong with it. */
export type ParseOutcome = { ok: true; parsed: ParsedProducts } | { ok: false; sentence: string };

/**
 * Reads the text of `products.yaml` on another thread.
 *
 * @throws {Error} with a sentence that names the file, the lines and the mistakes; or when the thread fails
 */
export async function parseProductsAside(source: string, currency: string): Promise<ParsedProducts> {
  const outcome = await runWorker({ source, currency });
  if (!outcome.ok) throw new Error(outcome.sentence);
  return outcome.parsed;
}

function runWorker(workerData: { source: string; currency: string }): Promise<ParseOutcome> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./parse-products-worker.ts", import.meta.url), { workerData });
    worker.on("message", (message: ParseOutcome | object) => {
      // Under `node --watch` a thread also tells which files it has loaded.
      if ("ok" in message) resolve(message);
    });
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("The thread that reads the products ended without a word")));
  });
}
