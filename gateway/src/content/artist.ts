import * as v from "valibot";
import type { ContentFile } from "./content-file.ts";
import { field, fileName, optionalField, optionalText, text, withRule } from "./fields.ts";
import { readJsonFile } from "./json-file.ts";
import { PLATFORM_NAMES } from "./platforms.ts";

/** The file with everything about the artist but the texts, as the owner knows it. */
export const ARTIST_FILE = "artist.json";

const ADDRESS = /^https?:\/\/\S+$/;
const CONTACT = /^(https?:\/\/\S+|mailto:[^\s@]+@[^\s@]+)$/;
const EMAIL = /^[^\s@]+@[^\s@]+$/;
const COLOUR = /^#[0-9a-fA-F]{6}$/;

/** Rejects what the patterns let through and no browser can open, such as `https://[`. */
const openable = v.check<string, string>((typed) => URL.canParse(typed), "must be an address that a browser can open");
const address = withRule(
  v.pipe(
    text,
    v.regex(ADDRESS, "must be an address that starts with https:// or http://, such as https://example.com/you"),
    openable,
  ),
  { pattern: ADDRESS.source },
);
const contactAddress = withRule(
  v.pipe(
    text,
    v.regex(CONTACT, "must be an address that starts with https:// or mailto:, such as mailto:you@example.com"),
    openable,
  ),
  { pattern: CONTACT.source },
);
const email = withRule(v.pipe(text, v.regex(EMAIL, "must be an email address, such as you@example.com")), {
  pattern: EMAIL.source,
});
const colour = withRule(
  v.pipe(text, v.regex(COLOUR, "must be a colour, such as #d83b65; a colour picker shows yours")),
  {
    pattern: COLOUR.source,
  },
);

const LANGUAGE_NAMES = new Intl.DisplayNames("en", { type: "language", fallback: "none" });

/** Whether a tag names a language. `Intl` cannot read "en_GB", and "english" is no language code. */
function isLanguage(tag: string): boolean {
  try {
    return LANGUAGE_NAMES.of(new Intl.Locale(tag).language) !== undefined;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

const language = withRule(
  v.pipe(
    text,
    v.check(isLanguage, "must be a language as browsers name it, such as en-GB"),
    v.transform((tag) => new Intl.Locale(tag).toString()),
  ),
  { pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$" },
);

const picture = v.strictObject({
  name: field(fileName, "A file in content/images, without its ending: n1 for n1.jpg.", "n1"),
  alt: field(optionalText, "What is to be seen, for those who cannot see it."),
});

const heroPicture = v.strictObject({
  ...picture.entries,
  focus: optionalField(
    v.picklist(["left", "right"], "must be left or right, or be left out for the middle"),
    "Which side of it a phone held upright shows, and the window that takes people onto the list.",
    "right",
  ),
});

// Object.keys widens the keys to string.
const PLATFORM_KEYS = Object.keys(PLATFORM_NAMES) as (keyof typeof PLATFORM_NAMES)[];
const platform = v.picklist(
  PLATFORM_KEYS,
  `must be one of: ${PLATFORM_KEYS.join(", ")}; for any other page, leave it out and give the page a label`,
);
const kind = v.picklist(["MusicGroup", "Person"], "must be MusicGroup or Person");

/** Schema of `content/artist.json`. */
export const ArtistFileSchema = v.strictObject({
  $schema: v.exactOptional(field(text, "Where an editor finds what may stand in this file.")),
  name: field(text, "The name on stage. It is the title of the site.", "Harbour Line"),
  kind: field(v.optional(kind, "MusicGroup"), "MusicGroup for a band, Person for somebody alone."),
  subtitle: field(text, "What you play, below the name on the front page.", "Country & Americana"),
  tagline: field(text, "One sentence for the foot of every page."),
  description: field(text, "Two sentences for search engines and link previews; the front page begins with them."),
  keywords: field(
    v.array(text, 'must be a list, such as ["country", "folk"]'),
    "Words that people search for when they look for you.",
    ["country", "Americana"],
  ),
  language: field(
    v.optional(language, "en"),
    "The language of the site, as browsers name it. Dates, times, numbers, money and the names of address fields are written as there. The country in it is where carts take buyers to be.",
    "en",
    "en-CA",
    "en-GB",
  ),
  themeColour: field(v.optional(colour, "#d83b65"), "The colour around the page in a phone's browser.", "#d83b65"),
  social: field(
    v.array(
      v.strictObject({
        platform: optionalField(
          platform,
          "Which mark is shown; left out for a page anywhere else, which has a globe.",
          "instagram",
          "bandcamp",
        ),
        url: field(address, "Your own page there.", "https://instagram.example/harbourline"),
        label: optionalField(
          text,
          "What screen readers say of it. Left out, they say your name and the platform, or your name and the address.",
          "Our tour diary",
        ),
      }),
      "must be a list",
    ),
    "Where else you are, in the order the icons stand.",
  ),
  watchUrl: optionalField(
    address,
    "Where Watch leads; left out where there are no videos.",
    "https://youtube.example/@harbourline/videos",
  ),
  contactUrl: field(
    contactAddress,
    "Where somebody writes to you: a page, or your email after mailto:.",
    "https://instagram.example/direct/harbourline",
    "mailto:hello@harbourline.example",
  ),
  contacts: field(
    v.strictObject({
      privacy: field(email, "Who answers about privacy; stands in privacy.md as {privacyEmail}."),
      legal: field(email, "Who answers about the terms; stands in terms.md as {legalEmail}."),
      accessibility: field(
        v.strictObject({
          email: field(email, "Stands in accessibility.md as {accessibilityEmail}."),
          phone: optionalField(
            text,
            "Stands in accessibility.md as {accessibilityPhone}, unless that word is taken out.",
            "+1-519-555-0142",
          ),
        }),
        "Who helps somebody whom the site keeps out.",
      ),
    }),
    "Whom the legal pages name.",
  ),
  governingLaw: field(text, "Whose law holds, as terms.md says it.", "the Province of Ontario"),
  images: field(
    v.strictObject({
      hero: field(v.array(heroPicture, "must be a list"), "Pictures that fill the front page, one after the other."),
      portrait: optionalField(picture, "The picture beside your story."),
      background: optionalField(picture, "The picture behind the other pages."),
      share: optionalField(picture, "What a link to the site shows elsewhere, 1200 by 630 pixels."),
    }),
    "Which pictures of content/images are shown where.",
  ),
});

/** The artist, from `content/artist.json`. */
export type Artist = v.InferOutput<typeof ArtistFileSchema>;

/** @throws {Error} with a message that names each wrong field and its line */
export function parseArtist(json: string): ContentFile<Artist> {
  return readJsonFile(ARTIST_FILE, json, ArtistFileSchema);
}
