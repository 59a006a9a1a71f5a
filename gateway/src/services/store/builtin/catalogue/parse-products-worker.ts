import { parentPort, workerData } from "node:worker_threads";
import type { ParseOutcome } from "./parse-products.ts";
import { parseProducts } from "./shop-files.ts";

/** Reading a large `products.yaml` on a thread of its own: it takes seconds, in which the site has to answer. */

// Handed over by parse-products.ts, which alone starts this thread.
const { source, currency } = workerData as { source: string; currency: string };

parentPort?.postMessage({ answer: outcome() });

function outcome(): ParseOutcome {
  try {
    return { ok: true, parsed: parseProducts(source, currency) };
  } catch (error) {
    return { ok: false, sentence: error instanceof Error ? error.message : String(error) };
  }
}
