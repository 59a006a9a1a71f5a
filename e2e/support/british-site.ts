import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ARTIST = {
  name: "The Saltmarsh Choir",
  subtitle: "Folk & Harmony",
  tagline: "Songs from the estuary.",
  description: "Five voices from the Suffolk coast.",
  keywords: ["folk"],
  language: "en-GB",
  social: [{ platform: "instagram", url: "https://instagram.example/saltmarsh" }],
  contactUrl: "mailto:hello@saltmarsh.example",
  contacts: {
    privacy: "privacy@saltmarsh.example",
    legal: "legal@saltmarsh.example",
    accessibility: { email: "access@saltmarsh.example" },
  },
  governingLaw: "England and Wales",
  images: { hero: [] },
};

const legalPage = (title: string) =>
  `---\ntitle: ${title}\nupdated: January 5, 2026\n---\n## 1. All of it\n\nIn a line.\n`;

const ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#246" d="M0 0h8v8H0z"/></svg>\n';

/** A store file with prices in pounds, taxes included, that ships to the United Kingdom. */
export const BRITISH_STORE = `currency: GBP
country: GB
timeZone: Europe/London
taxesIncluded: yes
taxesOnShipping: yes
taxes:
  - { title: VAT, country: GB, percent: 20 }
shipping:
  - { title: United Kingdom, countries: [GB], rates: [{ title: Parcel, price: 4.20 }] }
payments:
  - { title: Bank transfer, instructions: Send it to us. }
discounts:
  - { code: LATER, percent: 10, startsAt: 2999-01-05 }
  - { code: LARGE, percent: 10, minimum: 50000.00 }
giftCards:
  - { code: EBBFLOOD2026, balance: 2.20 }
`;

const FILES: Readonly<Record<string, string>> = {
  "about.md": "---\ntitle: About\n---\nFive voices.\n",
  "privacy.md": legalPage("Privacy Policy"),
  "terms.md": legalPage("Terms of Service"),
  "accessibility.md": legalPage("Accessibility Statement"),
  "images/icon.svg": ICON,
  "music/albums.yaml": `albums:
  - { name: Ebb, type: album, released: 2026-06-03 }
  - { name: Flood, type: single, released: 2025-11 }
`,
  "store/products.yaml": `products:
  - { handle: print, title: Lino print, price: 1100.50, compareAt: 1250.00, stock: 1500 }
`,
  "store/store.yaml": BRITISH_STORE,
};

/** Text of `artist.json`. @param language British English if left out */
export function artistJson(language = ARTIST.language): string {
  return JSON.stringify({ ...ARTIST, language });
}

/** Makes the content folder of a site in British English with prices in pounds. */
export function aBritishSite(): { contentDir: string; remove: () => void } {
  const contentDir = mkdtempSync(join(tmpdir(), "porchlight-e2e-british-"));
  for (const folder of ["images", "music", "store"]) mkdirSync(join(contentDir, folder));
  for (const [file, text] of Object.entries({ ...FILES, "artist.json": artistJson() })) {
    writeFileSync(join(contentDir, file), text);
  }
  return { contentDir, remove: () => rmSync(contentDir, { recursive: true, force: true }) };
}
