/** What a button of the toolbar does to the selected text. */
export type Format = "bold" | "italic" | "heading" | "link" | "list" | "quote";

/** A change of a text: `insert` replaces what is between `from` and `to`; then `selection` is selected. */
export type TextChange = { from: number; to: number; insert: string; selection: [from: number, to: number] };

const MARKS = { bold: "**", italic: "*" } as const;
const LINE_MARKS = { heading: "## ", list: "- ", quote: "> " } as const;
/** The address of a new link. It is selected, so that it can be typed over. */
const ADDRESS = "https://";

/** Formats the selected text, or removes the format. The rest of the text stays as it is. */
export function formatMarkdown(text: string, from: number, to: number, format: Format): TextChange {
  switch (format) {
    case "bold":
    case "italic":
      return toggleMark(text, from, to, MARKS[format]);
    case "link":
      return addLink(text, from, to);
    case "heading":
    case "list":
    case "quote":
      return toggleLines(text, from, to, LINE_MARKS[format]);
  }
}

function toggleMark(text: string, start: number, end: number, mark: string): TextChange {
  // A mark beside a space does not count.
  const selected = text.slice(start, end);
  const from = selected.trim() === "" ? start : start + selected.length - selected.trimStart().length;
  const to = selected.trim() === "" ? end : end - (selected.length - selected.trimEnd().length);
  const inner = text.slice(from, to);
  const { length } = mark;
  if (hasMarkAround(text, from, to, mark)) {
    return { from: from - length, to: to + length, insert: inner, selection: [from - length, to - length] };
  }
  return { from, to, insert: mark + inner + mark, selection: [from + length, to + length] };
}

/** Whether the mark is around the text. Two stars do not mark italics, but three mark both. */
function hasMarkAround(text: string, from: number, to: number, mark: string): boolean {
  const before = /\**$/.exec(text.slice(0, from))?.[0].length ?? 0;
  const after = /^\**/.exec(text.slice(to))?.[0].length ?? 0;
  const stars = Math.min(before, after, 3);
  return mark === MARKS.bold ? stars >= 2 : stars % 2 === 1;
}

function addLink(text: string, from: number, to: number): TextChange {
  const selected = text.slice(from, to);
  if (/^https?:\/\/\S+$/.test(selected)) {
    return { from, to, insert: `[](${selected})`, selection: [from + 1, from + 1] };
  }
  const address = from + selected.length + 3;
  return {
    from,
    to,
    insert: `[${selected}](${ADDRESS})`,
    selection: selected === "" ? [from + 1, from + 1] : [address, address + ADDRESS.length],
  };
}

/** Puts the mark before each selected line, or removes it from all of them. Empty lines get none. */
function toggleLines(text: string, start: number, end: number, mark: string): TextChange {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  // A selection of whole lines ends at the beginning of the next line, which does not belong to it.
  const last = end > start && text[end - 1] === "\n" ? end - 1 : end;
  const next = text.indexOf("\n", last);
  const to = next < 0 ? text.length : next;
  const lines = text.slice(from, to).split("\n");
  const isMarked = lines.some((line) => line !== "") && lines.every((line) => line === "" || line.startsWith(mark));
  const insert = lines
    .map((line) => {
      if (isMarked) return line.slice(line === "" ? 0 : mark.length);
      return line === "" && lines.length > 1 ? line : mark + line;
    })
    .join("\n");
  const selection: TextChange["selection"] =
    start === end
      ? [clamp(start + insert.length - (to - from), from), clamp(start + insert.length - (to - from), from)]
      : [from, from + insert.length];
  return { from, to, insert, selection };
}

function clamp(value: number, least: number): number {
  return Math.max(value, least);
}
