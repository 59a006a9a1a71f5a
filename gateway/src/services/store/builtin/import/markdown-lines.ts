import createMarkdown from "markdown-it";

/** A sign of the private use area that stands before the mark of a list's item, after a tab for each list around its. */
export const BULLET = "\uE000";
/** Signs of the private use area that stand for marks until all words around them are known. */
export const MARKS = {
  strong: { begin: "\uE001", end: "\uE002", written: "**" },
  slanted: { begin: "\uE003", end: "\uE004", written: "*" },
} as const;
/** A kind of marks. */
export type MarkName = keyof typeof MARKS;
type Mark = (typeof MARKS)[MarkName];
/** All signs of ours. */
export const ALL_MARKS = /[\uE000-\uE004]/g;

const markdown = createMarkdown();
const WORD = "[\\p{L}\\p{N}]";
/** An item of a list in a line: how far in it stands, its mark, its words. */
const ITEM = new RegExp(`^(\\t*)${BULLET}(-|\\d+\\.)(.*)$`);
/** The mark of an item whose words stand in a paragraph of their own. */
const ITEM_APART = new RegExp(`(${BULLET}(?:-|\\d+\\.)[ \uE001-\uE004]*)\\n[ \\n]*(?![\\s]*${BULLET})`, "g");
/** What may come together only where tags stood between: an entity, a struck-out word, a picture before a link. */
const COME_TOGETHER = /&(?=#?\w+;)|~(?=~)|(?<=~)~|!(?=\[)/g;

/**
 * Writes Markdown out of words with signs of ours: lists, bold and slanted words. Whatever the words are, a page shows
 * them all, and nothing else.
 *
 * @param written words in which Markdown's own signs within a line are escaped; paragraphs have an empty line between
 */
export function markdownOf(written: string): string {
  const lines: string[] = [];
  /** Marks that go on into the next line. */
  const open = new Set<Mark>();
  /** The item above and those that it stands in, the outermost first: how many lists around it, where its words begin. */
  let items: { depth: number; column: number }[] = [];
  let isApart = true;
  for (const line of written.replace(ITEM_APART, "$1 ").replace(COME_TOGETHER, "\\$&").split("\n")) {
    const [, within = "", mark, item = ""] = ITEM.exec(line) ?? [];
    const words = marked(mark === undefined ? line : item, open);
    if (words === "") {
      // An item without words goes with the empty lines: its mark alone would underline what stands above.
      isApart = true;
      continue;
    }
    const isInList = items.length > 0;
    // A list does not begin within a paragraph, unless with its first number.
    const isNewBlock = isApart || (mark !== undefined && !isInList);
    if (isNewBlock && lines.length > 0) lines.push("");
    if (mark === undefined) {
      if (isApart) items = [];
      lines.push(words);
    } else {
      items = items.filter(({ depth }) => depth < within.length);
      const column = items.at(-1)?.column ?? 0;
      items.push({ depth: within.length, column: column + mark.length + 1 });
      lines.push(`${" ".repeat(column)}${mark} ${words}`);
    }
    isApart = false;
  }
  return lines.join("\n");
}

/** Words in a line of their own with their marks, or without them where Markdown would not take them for marks. */
function marked(words: string, open: Set<Mark>): string {
  const plain = plainLine(words);
  const line = plainLine(Object.values(MARKS).reduce(withMark, closed(words, open)));
  return signsOf(line) === signsOf(plain) ? line : plain;
}

/** A line that begins and ends its marks itself, none within another of its kind. */
function closed(line: string, open: Set<Mark>): string {
  let written = [...open].map((mark) => mark.begin).join("");
  for (const sign of line) {
    const mark = Object.values(MARKS).find(({ begin, end }) => sign === begin || sign === end);
    if (!mark) written += sign;
    else if (sign === mark.begin && !open.has(mark)) {
      open.add(mark);
      written += sign;
    } else if (sign === mark.end && open.delete(mark)) written += sign;
  }
  return written + [...open].map((mark) => mark.end).join("");
}

/** A mark holds only where it touches its words, and where no other word touches signs that it stands around. */
function withMark(line: string, { begin, end, written }: Mark): string {
  const signs = "((?:\\\\?[\\p{P}\\p{S}])*)";
  const inside = `([^${begin}${end}]*?)`;
  const whole = new RegExp(`(?<=(${WORD})?)${begin}(\\s*)${signs}${inside}${signs}(\\s*)${end}(?=(${WORD})?)`, "gu");
  return line.replaceAll(end + begin, "").replace(whole, (_, ...found: (string | undefined)[]) => {
    const [left, before = "", first = "", words = "", last = "", after = "", right] = found;
    const leads = left !== undefined && before === "";
    const trails = right !== undefined && after === "";
    const held = (leads ? "" : first) + words + (trails ? "" : last);
    const marks = held === "" ? "" : written;
    return before + (leads ? first : "") + marks + held + marks + (trails ? last : "") + after;
  });
}

/** What can be seen of a line of Markdown, white space aside. */
function signsOf(line: string): string {
  return markdown.renderInline(line).replace(/<[^>]*>|\s/g, "");
}

/** Words in a line of their own, without what would begin a heading, a list, a table, a rule or a quotation. */
function plainLine(words: string): string {
  return words
    .replace(ALL_MARKS, "")
    .replace(/[ \t]+/g, " ")
    .trim()
    .replace(/^(#{1,6}(?= |$)|[-+](?= |$)|>|=|[-:|](?=[-:| ]*$))/, "\\$1")
    .replace(/^(\d{1,9})([.)](?= |$))/, "$1\\$2");
}
