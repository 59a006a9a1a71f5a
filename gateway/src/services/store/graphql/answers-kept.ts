/** Requests longer than this come from no client of ours, and their answers are not kept; in characters. */
export const MAX_KEPT_REQUEST = 8 * 1024;
/** Room for kept answers: bytes of them and characters of their requests together. */
export const ANSWERS_KEPT = { entries: 2_000, characters: 32 * 1024 * 1024 };
