/** Parts of the demo that are still in the content folder, for the health check and the dashboard's first page. */

/**
 * A value, a text or a picture of the demo.
 *
 * @property line its line in the file, absent for a picture or a recording
 * @property path of a value in its file: names, and indexes counted from 0
 * @property words the first words of a value that is a text
 * @property isFrame whether it is a placeholder of the empty frame
 */
export type DemoPart = {
  label: string;
  line?: number;
  path?: readonly (string | number)[];
  words?: string;
  isFrame?: true;
};

/** Parts of one file, or of a folder of pictures and recordings. */
type DemoFile = { file: string; parts: DemoPart[] };

/** What a new owner makes their own first, in that order. */
export const FIRST_PARTS = [
  "name",
  "colour",
  "pictures",
  "links",
  "story",
  "releases",
  "shows",
  "products",
  "shop",
] as const;
export type FirstPart = (typeof FIRST_PARTS)[number];

/** The parts of the site that still come from the demo. */
export type DemoParts = {
  /** Whether the owner has changed no file of the demo. Then the lists are empty. */
  isWhole: boolean;
  /** Parts that are certainly from the demo. */
  files: DemoFile[];
  /** Values of the demo that may be right for another artist too: a style of music, a law, a tax. */
  shared: DemoFile[];
  /**
   * Whether a part has something of the owner's and nothing of the demo's or of an empty frame. Parts that a provider
   * serves are absent.
   */
  own: Partial<Record<FirstPart, boolean>>;
};

/** What the dashboard's first page gets. */
export type DemoState = DemoParts & {
  /** Whether the site shows the folder that ships with the program, which nobody edits. */
  isShipped: boolean;
  /** Whether everybody can reach the site: its public address begins with https. */
  isPublic: boolean;
};

/** What the owner reads about the demo. */
export const DEMO_MESSAGES = {
  whole: "The site still shows the demo, an invented band.",
  wholeInPublic: "Everybody can see it at your public address.",
  next: "Put your own words and pictures in: in the dashboard under Website, or in the content folder.",
} as const;

/** "7 parts of the site are still the demo's, and fans can see them"; those of an empty frame are to fill in. */
export function partsInWords(parts: readonly DemoPart[], isPublic: boolean): string {
  const count = parts.length === 1 ? "1 part of the site is" : `${parts.length} parts of the site are`;
  const seen = parts.length === 1 ? "it" : "them";
  const isFrame = parts.map((part) => part.isFrame === true);
  const what = isFrame.every(Boolean)
    ? "still to be filled in"
    : `still the demo's${isFrame.some(Boolean) ? ", or to be filled in" : ""}`;
  return `${count} ${what}${isPublic ? `, and fans can see ${seen}` : ""}`;
}

/** "artist.json: watchUrl (line 29); legal (line 33); and 2 more": names at most `most` parts and counts the others. */
export function demoFileInWords({ file, parts }: DemoFile, most = Number.POSITIVE_INFINITY): string {
  const labels = parts.map(({ label, line }) => (line === undefined ? label : `${label} (line ${line})`));
  return `${file}: ${nameSome(labels, most)}`;
}

/** "Low Tide; North; and 2 more": names at most `most` and counts the others. */
export function nameSome(names: readonly string[], most: number): string {
  const more = names.length - most;
  return `${names.slice(0, most).join("; ")}${more > 0 ? `; and ${more} more` : ""}`;
}

/**
 * Lists the parts to name. Shared values are among them only if other parts are certainly from the demo. Without such
 * parts, the shared values are most likely the owner's.
 */
export function demoFilesToName({ files, shared }: DemoParts): DemoFile[] {
  if (files.length === 0) return [];
  const named = [...files];
  for (const { file, parts } of shared) {
    const at = named.findIndex((one) => one.file === file);
    const found = named[at];
    if (found) named[at] = { file, parts: [...found.parts, ...parts].toSorted(byLine) };
    else named.push({ file, parts });
  }
  return named;
}

function byLine(one: DemoPart, other: DemoPart): number {
  return (one.line ?? 0) - (other.line ?? 0);
}
