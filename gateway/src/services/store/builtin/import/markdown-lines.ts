import createMarkdown from "markdown-it";

/** A private use character before a list marker. It follows one tab for each outer list. */
export const BULLET = "\uE000";
/** Private use characters that stand for marks until the text around them is known. */
export const MARKS = {
  strong: { begin: "\uE001", end: "\uE002", written: "**" },
  italic: { begin: "\uE003", end: "\uE004", written: "*" },
} as const;
export type MarkName = keyof typeof MARKS;
type Mark = (typeof MARKS)[MarkName];
/** All of these characters. */
export const ALL_MARKS = /[\uE000-\uE004]/g;

const markdown = createMarkdown();
const WORD = "[\\p{L}\\p{N}]";
/** A list item: its tabs, its marker, its text. */
const ITEM = new RegExp(`^(\\t*)${BULLET}(-|\\d+\\.)(.*)$`);
/** A list marker whose text is in the paragraph after it. */
const ITEM_APART = new RegExp(`(${BULLET}(?:-|\\d+\\.)[ \uE001-\uE004]*)\\n[ \\n]*(?![\\s]*${BULLET})`, "g");
/** Sequences that can arise when a tag between their parts is removed: an entity, a strikethrough, an image. */
const JOINED_SEQUENCE = /&(?=#?\w+;)|~(?=~)|(?<=~)~|!(?=\[)/g;

/**
 * Converts text with the characters above to Markdown: lists, bold, italics. A page shows exactly the given text.
 *
 * @param written text whose inline Markdown is escaped; an empty line separates paragraphs
 */
export function toMarkdown(written: string): string {
  const lines: string[] = [];
  /** Marks that are still open at the end of a line. */
  const open = new Set<Mark>();
  /** The current list item and those around it, outermost first. `column` is where its text begins. */
  let items: { depth: number; column: number }[] = [];
  let isApart = true;
  for (const line of written.replace(ITEM_APART, "$1 ").replace(JOINED_SEQUENCE, "\\$&").split("\n")) {
    const [, within = "", mark, item = ""] = ITEM.exec(line) ?? [];
    const text = withMarks(mark === undefined ? line : item, open);
    if (text === "") {
      // A list item without text is dropped, because its marker alone would turn the line above into a heading.
      isApart = true;
      continue;
    }
    const isInList = items.length > 0;
    // A numbered list can interrupt a paragraph only if it starts with 1, so an empty line precedes every list.
    const isNewBlock = isApart || (mark !== undefined && !isInList);
    if (isNewBlock && lines.length > 0) lines.push("");
    if (mark === undefined) {
      if (isApart) items = [];
      lines.push(text);
    } else {
      items = items.filter(({ depth }) => depth < within.length);
      const column = items.at(-1)?.column ?? 0;
      items.push({ depth: within.length, column: column + mark.length + 1 });
      lines.push(`${" ".repeat(column)}${mark} ${text}`);
    }
    isApart = false;
  }
  return lines.join("\n");
}

/** A line with its marks, except for those that Markdown would not read as marks. */
function withMarks(text: string, open: Set<Mark>): string {
  const plain = toPlainLine(text);
  const line = toPlainLine(Object.values(MARKS).reduce(withMark, closeMarks(text, open)));
  return toVisibleText(line) === toVisibleText(plain) ? line : plain;
}

/** Closes every mark at the end of its line and opens it again in the next. No mark contains another of its kind. */
function closeMarks(line: string, open: Set<Mark>): string {
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

/** Markdown reads a mark only if it touches its text, and if no word touches punctuation at its inner edge. */
function withMark(line: string, { begin, end, written }: Mark): string {
  const signs = "((?:\\\\?[\\p{P}\\p{S}])*)";
  const inside = `([^${begin}${end}]*?)`;
  const whole = new RegExp(`(?<=(${WORD})?)${begin}(\\s*)${signs}${inside}${signs}(\\s*)${end}(?=(${WORD})?)`, "gu");
  return line.replaceAll(end + begin, "").replace(whole, (_, ...found: (string | undefined)[]) => {
    const [left, before = "", first = "", text = "", last = "", after = "", right] = found;
    const leads = left !== undefined && before === "";
    const trails = right !== undefined && after === "";
    const held = (leads ? "" : first) + text + (trails ? "" : last);
    const marks = held === "" ? "" : written;
    return before + (leads ? first : "") + marks + held + marks + (trails ? last : "") + after;
  });
}

/** The visible characters of a line of Markdown. */
function toVisibleText(line: string): string {
  return markdown.renderInline(line).replace(/<[^>]*>|\s/g, "");
}

/** Escapes characters that would begin a heading, a list, a table, a rule or a quotation. */
function toPlainLine(text: string): string {
  return text
    .replace(ALL_MARKS, "")
    .replace(/[ \t]+/g, " ")
    .trim()
    .replace(/^(#{1,6}(?= |$)|[-+](?= |$)|>|=|[-:|](?=[-:| ]*$))/, "\\$1")
    .replace(/^(\d{1,9})([.)](?= |$))/, "$1\\$2");
}
