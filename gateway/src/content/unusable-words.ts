/** Names told at most; the rest is a number. */
const NAMES_TOLD = 5;

/** Pictures and recordings that cannot be read, in one sentence: "2 files are no pictures or … read: images/n1.jpg, …." */
export function unreadableInWords(files: readonly string[]): string {
  const kind =
    files.length === 1 ? "1 file is no picture or recording" : `${files.length} files are no pictures or recordings`;
  return `${kind} that can be read: ${namesInWords(files)}.`;
}

/** The first few of many names, and how many there are beside them. */
export function namesInWords(names: readonly string[]): string {
  const rest = names.length - NAMES_TOLD;
  return names.slice(0, NAMES_TOLD).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

/** What a reader of the owner's files found, which may end with a stop or not, as a sentence. */
export function withStop(sentence: string): string {
  return sentence.endsWith(".") ? sentence : `${sentence}.`;
}
