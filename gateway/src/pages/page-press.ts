import { type PressFile, SCREEN_PATHS, type ScreenContent } from "@porchlight/protocol/content.ts";
import { type Content, type FindPicture, toHead } from "../content/content.ts";
import { toSections } from "../content/markdown.ts";
import { fillText } from "../content/placeholders.ts";
import type { PressDownload, PressList } from "../media/press/press-kit.ts";

/**
 * Builds the screen of the press kit.
 *
 * @throws {Error} if the artist has none
 */
export function toPressScreen(
  { artist, press }: Content,
  origin: string,
  list: PressList | undefined,
  findPicture: FindPicture,
): ScreenContent {
  if (!press || !list) throw new Error("There is no press kit");
  const { quotes, contacts } = press.front;
  const { language } = artist;
  const { introHtml, sections } = toSections(fillText(press, artist, origin));
  // A text without headings is one biography.
  const biographies = sections.length > 0 ? sections : [{ id: "biography", heading: artist.name, html: introHtml }];
  const all = [...list.photos, ...list.files];
  const bytes = all.reduce((sum, { size }) => sum + size, 0);
  return {
    screen: "press",
    ...toHead(press, artist, origin),
    biographies: biographies.map((section) => ({ ...section, words: countWords(section.html, language) })),
    photos: list.photos.flatMap(({ photo, ...file }) => {
      const picture = photo && findPicture(photo.picture, file.title);
      return photo ? { ...(picture && { picture }), credit: photo.credit, file: toFile(file, language) } : [];
    }),
    quotes,
    files: list.files.map((file) => toFile(file, language)),
    contacts,
    ...(all.length > 0 && {
      zip: { path: addressOf(list.zipName), title: list.zipName, facts: `ZIP, ${formatSize(bytes, language)}` },
    }),
  };
}

function toFile({ name, title, size }: PressDownload, language: string): PressFile {
  const kind = name.slice(name.lastIndexOf(".") + 1).toUpperCase();
  return { path: addressOf(name), title, facts: `${kind}, ${formatSize(size, language)}` };
}

function addressOf(name: string): string {
  return `${SCREEN_PATHS.press}/${encodeURIComponent(name)}`;
}

/** "120 kB", "3.4 MB" */
function formatSize(bytes: number, language: string): string {
  const [amount, unit] = bytes < 1e6 ? [Math.max(1, Math.round(bytes / 1e3)), "kilobyte"] : [bytes / 1e6, "megabyte"];
  return new Intl.NumberFormat(language, { style: "unit", unit, maximumFractionDigits: 1 }).format(amount);
}

/** Counts words as the language divides them: Japanese has no blanks. */
function countWords(html: string, language: string): number {
  const text = html.replace(/<[^>]*>/g, " ").replace(/&[^;\s]*;/g, "’");
  return [...new Intl.Segmenter(language, { granularity: "word" }).segment(text)].filter(({ isWordLike }) => isWordLike)
    .length;
}
