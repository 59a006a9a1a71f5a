/** Requests longer than this come from no client of ours, and their answers are not kept; in characters. */
export const MAX_CACHED_REQUEST = 8 * 1024;
/** Room for kept answers: bytes of them and characters of their requests together. */
export const CACHED_RESPONSES = { entries: 2_000, characters: 32 * 1024 * 1024 };
/** Largest answer that is packed, in bytes: packing is one piece of work, 30 ms for each million. */
export const MAX_PACKED_ANSWER = 1_000_000;
