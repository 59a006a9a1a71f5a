import { parentPort, workerData } from "node:worker_threads";
import { type ParseResult, parseProducts } from "./shop-files.ts";

/** Parses a large `products.yaml` on its own thread. Parsing takes seconds, and the site has to respond meanwhile. */

// The cast holds: only parseProductsInThread starts this thread.
const { source, currency } = workerData as { source: string; currency: string };

parentPort?.postMessage({ answer: parse() });

function parse(): ParseResult {
  try {
    return { ok: true, parsed: parseProducts(source, currency) };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}
