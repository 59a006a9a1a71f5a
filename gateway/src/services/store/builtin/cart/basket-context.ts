import type { CodeGuesses } from "../checkout/code-guesses.ts";
import type { StoreContext } from "../context.ts";
import type { HashClient } from "./client-hash.ts";

/** What carts and checkouts work with. */
export type CartContext = StoreContext & { guesses: CodeGuesses; hashClient: HashClient };
