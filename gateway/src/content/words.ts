/** Maximum number of names that one sentence lists. It only counts the others. */
const MAX_NAMES = 5;

/** "2 files cannot be read as pictures or recordings: images/n1.jpg, music/a.mp3." */
export function describeUnreadable(files: readonly string[]): string {
  const problem =
    files.length === 1
      ? "1 file cannot be read as a picture or recording"
      : `${files.length} files cannot be read as pictures or recordings`;
  return `${problem}: ${joinNames(files)}.`;
}

/** "a.jpg, b.jpg, c.jpg, d.jpg, e.jpg and 3 more" */
export function joinNames(names: readonly string[]): string {
  const rest = names.length - MAX_NAMES;
  return names.slice(0, MAX_NAMES).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

/** Ends a text with a full stop, unless it has one. */
export function withFullStop(sentence: string): string {
  return sentence.endsWith(".") ? sentence : `${sentence}.`;
}
