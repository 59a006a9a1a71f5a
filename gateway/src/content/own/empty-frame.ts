import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ContentEdit, EditableFile, FileValue } from "@porchlight/protocol/content-editing.ts";
import { FRAME_COUNTRY, FRAME_EMAIL, FRAME_TEXTS } from "@porchlight/protocol/empty-frame.ts";
import { applyEdits } from "../write/apply-edits.ts";

const set = (path: ContentEdit["path"], value: FileValue): ContentEdit => ({ path, set: value });
const remove = (...path: string[]): ContentEdit => ({ path, remove: true });

/** Placeholder for the owner's story. */
export const FRAME_STORY = "Your story. Where you come from, what you play, and why.";

/** The parts of the demo's files that stay: rules, comments and legal texts, without the artist. */
const FRAME: readonly [file: EditableFile, edits: readonly ContentEdit[]][] = [
  [
    "artist.json",
    [
      ...Object.entries(FRAME_TEXTS).map(([name, text]) => set([name], text)),
      set(["keywords"], []),
      set(["social"], []),
      set(["contactUrl"], `mailto:${FRAME_EMAIL}`),
      set(["contacts"], { privacy: FRAME_EMAIL, legal: FRAME_EMAIL, accessibility: { email: FRAME_EMAIL } }),
      set(["images"], { hero: [] }),
      remove("themeColour"),
      remove("watchUrl"),
    ],
  ],
  [
    "about.md",
    [set(["front", "description"], "About {name}."), set(["front", "keywords"], []), set(["body"], FRAME_STORY)],
  ],
  ["shows.yaml", [set(["shows"], [])]],
  ["music/albums.yaml", [set(["albums"], [])]],
  [
    "music/music.md",
    [
      set(["front", "description"], "Albums and singles by {name}."),
      set(["front", "keywords"], []),
      set(["body"], "Albums and singles, newest first."),
    ],
  ],
  ["store/products.yaml", [set(["products"], []), set(["collections"], [])]],
  [
    "store/shop.md",
    [
      set(["front", "description"], "Merchandise of {name}."),
      set(["front", "keywords"], []),
      set(["body"], "What is for sale at the shows, sent to you."),
    ],
  ],
  [
    "store/store.yaml",
    [
      set(["country"], FRAME_COUNTRY),
      ...["description", "contactEmail"].map((key) => remove(key)),
      ...["taxes", "shipping", "pickup", "payments", "discounts", "giftCards"].map((key) => set([key], [])),
    ],
  ],
];

/** The part of a sentence that names the telephone. A new owner may have none. */
const PHONE = / or call \[\{accessibilityPhone\}\]\([^)]*\)/;

/** Removes the demo's artist, pictures, records, shows and products from a folder that holds a copy of the demo. */
export function makeEmptyFrame(folder: string): void {
  for (const [file, edits] of FRAME) rewrite(folder, file, (text) => applyEdits(file, text, edits));
  rewrite(folder, "accessibility.md", (text) => text.replace(PHONE, ""));
  for (const name of ["press.md", "press"]) rmSync(join(folder, name), { recursive: true, force: true });
  for (const name of ["images", "music", "store"]) {
    for (const entry of readdirSync(join(folder, name), { withFileTypes: true })) {
      if (entry.isDirectory() || !/\.(md|yaml)$/.test(entry.name)) {
        rmSync(join(folder, name, entry.name), { recursive: true, force: true });
      }
    }
  }
}

function rewrite(folder: string, file: EditableFile, edit: (text: string) => string): void {
  const path = join(folder, file);
  writeFileSync(path, edit(readFileSync(path, "utf8")));
}
