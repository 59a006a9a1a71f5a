import type { GiftCard } from "./store-settings.ts";

/** Minimum number of possible codes of the same form. A thousand addresses can guess some fifty million in a year. */
const MIN_CODES = 10 ** 10;
/** Codes with fewer different characters, such as `AAAA-BBBB`, are among the first that somebody tries. */
const MIN_CHARACTERS = 5;
/** Codes that begin alike only by chance have fewer characters in common. */
const MIN_PREFIX = 4;

/**
 * Finds gift cards that can be used and whose codes are too short, too regular or too much like another's.
 *
 * @returns their places in the list, from 1 on, because the check-up's report may hold no part of a code
 */
export function findGuessableCards(cards: readonly Pick<GiftCard, "code" | "isEnabled">[]): number[] {
  const codes = cards.map(({ code }) => code).sort();
  const isGuessable = (code: string) => {
    const at = codes.indexOf(code);
    // In a sorted list, the most similar code is a neighbour.
    const shared = Math.max(...[codes[at - 1], codes[at + 1]].map((other) => sharedLength(code, other ?? "")));
    return countLike(code.slice(shared < MIN_PREFIX ? 0 : shared)) < MIN_CODES || new Set(code).size < MIN_CHARACTERS;
  };
  return cards.flatMap(({ code, isEnabled }, at) => (isEnabled && isGuessable(code) ? [at + 1] : []));
}

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** Number of codes of the same length and of the same kinds of characters. */
function countLike(text: string): number {
  return ((/\d/.test(text) ? 10 : 0) + (/[A-Z]/.test(text) ? 26 : 0)) ** text.length;
}
