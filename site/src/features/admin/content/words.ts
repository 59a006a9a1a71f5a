/** Sentences of the dashboard's Website tab. */
import type { EditableFile } from "@porchlight/protocol/content-editing.ts";
import type { AreaKey } from "./areas.ts";

export const loadFailed = "The website's files could not be loaded.";
export const openFailed = "This could not be loaded.";
export const back = "All of the website";
export const up = "Back";
export const history = "History";

export const groups = { you: "You", music: "Music and shows", shop: "Shop", legal: "Legal pages" } as const;

/** Name and description of each area. */
export const areas: Readonly<Record<AreaKey, { name: string; about: string }>> = {
  name: { name: "Name and words", about: "What you are called, what you play, and your language" },
  look: { name: "Colour and type", about: "Your colour, light or dark, and the typeface" },
  pictures: { name: "Pictures", about: "Front page, portrait, and the picture behind the pages" },
  links: { name: "Links", about: "Your pages elsewhere, videos, and how people reach you" },
  story: { name: "Your story", about: "The page About" },
  press: { name: "Press kit", about: "Biographies, photographs and files for journalists" },
  releases: { name: "Releases", about: "Albums and singles with their songs" },
  "music-page": { name: "Music page", about: "The words above your releases" },
  shows: { name: "Shows", about: "Where you play, and where you played" },
  products: { name: "Products", about: "What you sell, with prices, pictures and stock" },
  "shop-rules": { name: "Shop rules", about: "Currency, taxes, shipping, payment, discounts and gift cards" },
  "shop-page": { name: "Shop page", about: "The words above your products" },
  returns: { name: "Returns", about: "What buyers may send back" },
  contacts: { name: "Contacts and law", about: "Who answers questions about the legal pages" },
  privacy: { name: "Privacy", about: "What you do with people's data" },
  terms: { name: "Terms", about: "The rules of your site and shop" },
  accessibility: { name: "Accessibility", about: "How people reach you who cannot use the site" },
};

/** What a changed file is called in a sentence. */
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

export const demo = {
  title: "Make this site yours",
  about:
    "The site still shows the demo's artist. Choose what to begin with. Nothing changes for visitors until you publish, and you can change everything later.",
  fromDemo: "Start from the demo",
  fromDemoAbout: "Its pictures, words and products stay until you replace them one by one.",
  empty: "Start with an empty frame",
  emptyAbout: "No pictures, releases, shows or products. The legal pages stay as templates.",
  making: "One moment: the site starts again with your own files…",
  failed: "This did not work. Please try again.",
};

export const save = {
  saved: "Saved as a draft",
  saving: "Saving…",
  retrying: "Not saved yet: no connection. Trying again…",
  refused: "The last change could not be saved.",
};

export const bar = {
  label: "Publication",
  none: "Everything is published.",
  drafts: (files: string) => `Not published yet: ${files}`,
  publish: "Publish",
  publishing: "Publishing…",
  later: "Publish later…",
  cancelLater: "Not now",
  discard: "Discard",
  discardQuestion: "Discard the draft?",
  discardAbout: "What is on the site stays. The draft cannot be brought back.",
  published: "Published. Visitors see it now.",
  undo: "Undo",
  undone: "Undone. The site is as it was before.",
  nothing: "There was nothing to publish.",
  failed: "This could not be published. Please try again.",
  correct: "Correct this first:",
  scheduled: (time: string) => `Will be published on ${time}`,
  scheduleFailed: "It was not published at that time:",
  cancelSchedule: "Do not publish",
  when: "When",
  inTheFuture: "Choose a time in the future.",
  preview: "Preview",
  closePreview: "Close preview",
  phone: "Phone",
  desktop: "Desktop",
  previewFailed: "The preview could not be loaded.",
  previewTitle: "Preview of the page",
};

export const clash = {
  title: "Somebody else changed this too",
  about: "Choose which text stays. The other one is discarded.",
  mine: "Yours",
  theirs: "The other",
  keepMine: "Keep yours",
  keepTheirs: "Keep the other",
  removed: "Removed",
};

export const list = {
  add: (item: string) => `Add a ${item}`,
  empty: "Nothing here yet.",
  edit: (name: string) => `Edit ${name}`,
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  remove: (name: string) => `Remove ${name}`,
  removed: (name: string) => `${name} removed.`,
  undo: "Undo",
  moved: (name: string, at: number, all: number) => `${name} is now number ${at} of ${all}.`,
  unnamed: (item: string, at: number) => `New ${item} ${at}`,
  oneLine: "One on each line.",
};

export const form = {
  more: "More",
  yes: "Yes",
  no: "No",
  choose: "Choose…",
  notSet: "Not set",
  example: (text: string) => `For example: ${text}`,
  remove: "Remove this",
  add: (name: string) => `Add: ${name}`,
  broken: "This file was changed by hand and cannot be read any more:",
  optional: "optional",
};

export const versions = {
  about: "Every publication can be brought back, for 400 days.",
  empty: "Nothing has been published yet.",
  published: "Published",
  restored: "Earlier version brought back",
  "by-hand": "Changed by hand in the folder",
  restoreAll: "Bring back the whole site",
  restoreFile: (name: string) => `Bring back: ${name}`,
  question: "Bring back this version?",
  questionAbout: "The site shows it at once. What it shows now stays in this list.",
  verb: "Bring back",
  done: "Done. The site shows the earlier version.",
  nothing: "The site shows this version already.",
};
