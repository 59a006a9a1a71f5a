import { anAlbum } from "@porchlight/fixtures/album.ts";
import { aPicture } from "@porchlight/fixtures/pages.ts";
import { aShopProduct } from "@porchlight/fixtures/shop-product.ts";
import { aShow } from "@porchlight/fixtures/show.ts";
import type { NewsletterText } from "@porchlight/protocol/newsletters.ts";
import { DEFAULT_EMAIL_LOOK } from "../../../content/identity/email-look.ts";
import { type ComposerDeps, createComposer } from "./composer.ts";

/** The site of the artist whose newsletters tests compose. */
export const SITE = "https://artist.example";

/** How tests compose a newsletter. */
export const OPTIONS = {
  mark: "newsletter-12",
  postalAddress: "12 Water Street\nOsier Harbour, Ontario",
  webPath: "/newsletters/12",
};

/** Makes a composer for June Marlow, who has a release, a product and a show. */
export function aComposer(overrides: Partial<ComposerDeps> = {}) {
  return createComposer({
    artist: () => ({
      name: "June Marlow",
      kind: "Person",
      language: "en",
      images: { hero: [{ name: "n1", alt: "A lake at dusk" }] },
    }),
    emailLook: () => DEFAULT_EMAIL_LOOK,
    publicUrl: SITE,
    findPicture: (name, alt) => (name === "n1" ? aPicture({ alt }) : undefined),
    pictureNames: () => ["n1"],
    products: () => ({ products: [aShopProduct()], currencyCode: "CAD", releases: new Map([["tee", "Lake Effect"]]) }),
    shows: () => [
      aShow({ tickets: { isFree: false, url: "https://tickets.example/kingston", price: "22.00", currency: "CAD" } }),
    ],
    music: () => ({
      albums: [anAlbum()],
      recordings: [
        {
          album: "Lake Effect",
          recordings: [{ title: "Lake Effect", url: "/audio/lake-effect.mp3", seconds: 192.4 }],
          silent: [{ title: "Marine Supply", place: 1 }],
        },
      ],
      artistId: "june",
    }),
    clock: () => new Date("2026-11-27T12:00:00Z"),
    ...overrides,
  });
}

/** Makes the text of a newsletter. */
export function aText(overrides: Partial<NewsletterText> = {}): NewsletterText {
  return { subject: "News from the shore", preheader: "A record and a show", body: "Hello.\n", ...overrides };
}
