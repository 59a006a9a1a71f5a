import type { StoreContext } from "../context.ts";
import type { HashClient } from "./client-hash.ts";
import type { CodeGuesses } from "./code-guesses.ts";

/** What carts and checkouts work with. */
export type BasketContext = StoreContext & { guesses: CodeGuesses; hashClient: HashClient };
