import { askThread } from "../../../../lib/ask-thread.ts";
import type { ParsedProducts } from "./shop-files.ts";

const THREAD = new URL("./parse-products-worker.ts", import.meta.url);

/** What the thread answers: what the file says, or what is wrong with it. */
export type ParseOutcome = { ok: true; parsed: ParsedProducts } | { ok: false; sentence: string };

/**
 * Reads the text of `products.yaml` on another thread.
 *
 * @throws {Error} with a sentence that names the file, the lines and the mistakes; or when the thread fails
 */
export async function parseProductsAside(source: string, currency: string): Promise<ParsedProducts> {
  const outcome = await askThread<ParseOutcome>(THREAD, { source, currency });
  if (!outcome.ok) throw new Error(outcome.sentence);
  return outcome.parsed;
}
