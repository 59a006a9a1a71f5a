/** Sentences of the shared components. */

export { newTab } from "@porchlight/protocol/page-words.ts";

export const cancel = "Cancel";
