/** Word lengths, in letters, for which base.css has a size. A longer word would be tiny on a phone, so it breaks. */
const SIZES = [10, 12, 14, 17, 21];
/** The longest word that fits a heading at its own size on the narrowest phone, in letters. */
const FITTING = 8;
/** Width of a capital, in small letters. */
const CAPITAL = 1.35;
/** Parts of a text that no line break divides. In scripts without spaces a line may end after any letter. */
const WORDS =
  /[^\s\p{Pd}\u00ad\u200b\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

/** @returns the value of `data-word` for a heading: the length of its longest word; undefined if all words are short */
export function wordSize(text: string): number | undefined {
  const longest = Math.max(0, ...(text.replaceAll(/\p{M}/gu, "").match(WORDS) ?? []).map(widthOf));
  return longest > FITTING ? (SIZES.find((size) => size >= longest) ?? SIZES.at(-1)) : undefined;
}

/** Width of a word, in small letters. */
function widthOf(word: string): number {
  return [...word].reduce((width, letter) => width + (letter === letter.toLowerCase() ? 1 : CAPITAL), 0);
}
