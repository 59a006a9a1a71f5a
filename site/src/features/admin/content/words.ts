/** Sentences of the dashboard's Website tab. */
import type { EditableFile } from "@porchlight/protocol/content-editing.ts";

export const loadFailed = "The website's files could not be loaded.";
export const openFailed = "This could not be loaded.";
export const back = "All of the website";
export const website = "Website";
export const uploads = "Uploads";
export const history = "History";
export const historyArea = { name: "Earlier versions", about: "What was published when, and how to bring it back" };

export const groups = { you: "You", music: "Music and shows", shop: "Shop", legal: "Legal pages" } as const;

/** The name of a changed file in a sentence. */
export const fileNames: Readonly<Record<EditableFile, string>> = {
  "artist.json": "Artist, links and pictures",
  "about.md": "Your story",
  "shows.yaml": "Shows",
  "press.md": "Press kit",
  "music/albums.yaml": "Releases",
  "music/music.md": "Music page",
  "store/products.yaml": "Products",
  "store/shop.md": "Shop page",
  "store/store.yaml": "Shop rules",
  "store/refunds.md": "Returns",
  "privacy.md": "Privacy",
  "terms.md": "Terms",
  "accessibility.md": "Accessibility",
};

export const draft = "Draft";
export const toCorrect = (count: number) => (count === 1 ? "1 thing to correct" : `${count} things to correct`);
export const missing = "Not on the site yet";
export const ofDemo = "Still from the demo";
export const toFill = "To fill in";

export const demo = {
  title: "Make this site yours",
  about: "The site still shows the demo's artist. Choose what to begin with. You can change everything later.",
  fromDemo: "Start from the demo",
  fromDemoAbout:
    "Its pictures, words and products stay until you replace them one by one. Nothing changes for visitors until you publish.",
  empty: "Start with an empty frame",
  emptyAbout:
    "Quicker if you have your own pictures and words. No pictures, releases, shows or products; the legal pages stay as templates. Visitors see the frame at once: it says “Your name” until you publish your own.",
  making: "One moment: the site starts again with your own files…",
  failed: "This did not work. Please try again.",
};

export const save = {
  saved: "Saved as draft.",
  saving: "Saving…",
  retrying: "Not saved yet; trying again…",
  refused: "The last change could not be saved. Please change it again.",
};

export const bar = {
  label: "Publication",
  none: "Everything is published.",
  drafts: (files: string) => `Not published yet: ${files}`,
  publish: "Publish",
  publishing: "Publishing…",
  later: "Publish later…",
  laterTitle: "Publish later",
  publishThen: "Publish then",
  cancelLater: "Not now",
  discard: "Discard draft",
  discardQuestion: "Discard the draft?",
  discardAbout: "What is on the site stays. The draft cannot be brought back.",
  discarded: "The draft is discarded.",
  published: "Published. Visitors see it now.",
  undo: "Undo",
  undone: "Undone. The site is as it was before.",
  failed: "This did not work. Please try again.",
  notStored: "The last changes are not saved yet. Please try again in a moment.",
  correct: "Correct this first:",
  scheduled: (time: string) => `Will be published on ${time}.`,
  scheduleFailed: "It was not published at that time:",
  cancelSchedule: "Don’t publish",
  scheduleCancelled: "It will not be published by itself.",
  when: "Day and time",
  preview: "Preview",
  closePreview: "Close preview",
  previewFailed: "The preview could not be loaded.",
  previewTitle: "Preview of the page",
  editShown: "Edit this page",
};

export const clashInFolder = "Somebody changed this in the folder too. Choose which text stays, then publish again.";

export const list = {
  add: (item: string) => `Add ${/^[aeiou]/.test(item) ? "an" : "a"} ${item}`,
  addSeveral: (count: number) => (count < 2 ? "Add it" : `Add these ${count}`),
  added: (count: number, item: string) => (count === 1 ? `One ${item} added.` : `${count} ${item}s added.`),
  empty: "Nothing here yet.",
  edit: "Edit",
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  remove: (name: string) => `Remove ${name}`,
  removed: (name: string) => `${name} removed.`,
  inStock: (count: string) => `${count} in stock`,
  undo: "Undo",
  moved: (name: string, at: number, all: number) => `${name} is now number ${at} of ${all}.`,
  unnamed: (item: string, at: number) => `New ${item} ${at}`,
  oneLine: "One on each line",
  item: "item",
};

export const countries = { add: "Add a country…", others: "All others" };

export const variants = {
  item: "variant",
  short: { price: "Price", stock: "In stock", sku: "SKU" },
  empty: "With one size and one kind there is nothing to do here.",
  add: (count: number) => (count === 1 ? "Add the missing row" : `Add ${count} rows, one for each combination`),
  added: (count: number) => (count === 1 ? "1 row added." : `${count} rows added.`),
  unfit: (count: number) =>
    count === 1 ? "1 row does not fit what buyers choose." : `${count} rows do not fit what buyers choose.`,
  fit: "Make the rows fit",
  fitted: (before: number, after: number) =>
    `There ${after === 1 ? "is 1 row" : `are ${after} rows`} instead of ${before}.`,
};

export const form = {
  more: "More options",
  choose: "Choose…",
  notSet: "Not set",
  usual: "As usual",
  remove: "Remove this",
  broken: "This file was changed by hand and cannot be read any more:",
  optional: "optional",
  toFill: "to fill in",
  inCurrency: (code: string) => `In ${code}.`,
  withCountry: "Currency, time zone and province were changed to fit the country. Please check them.",
  gone: (handle: string) => `${handle}, which is not in the shop any more`,
};

export const versions = {
  about: "Each publication can be brought back for 400 days.",
  empty: "Nothing has been published yet.",
  by: { published: "Published", restored: "Earlier version brought back", "by-hand": "Changed by hand in the folder" },
  change: {
    added: (name: string) => `${name} added`,
    changed: (name: string) => `${name} changed`,
    removed: (name: string) => `${name} removed`,
  },
  restoreAll: "Bring back everything",
  restoreFile: (name: string) => `Bring back only ${name}`,
  question: "Bring back this version?",
  questionAll: "The whole site becomes what it was then, for visitors too, at once.",
  questionFile: (name: string) => `${name} becomes what it was then, for visitors too, at once.`,
  stays: "What the site shows now stays in this list.",
  verb: "Bring back",
  done: "Done. The site shows the earlier version.",
};
