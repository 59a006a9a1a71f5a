import * as v from "valibot";
import { about, fileName, optionalText, ruled, text } from "./fields.ts";
import { readJsonFile } from "./json-file.ts";
import type { OwnersFile } from "./owners-file.ts";
import { PLATFORMS } from "./platforms.ts";

/** All of the artist that is not a text of its own, as the owner knows the file. */
export const ARTIST_FILE = "artist.json";

const ADDRESS = /^https?:\/\/\S+$/;
const CONTACT = /^(https?:\/\/\S+|mailto:[^\s@]+@[^\s@]+)$/;
const EMAIL = /^[^\s@]+@[^\s@]+$/;
const COLOUR = /^#[0-9a-fA-F]{6}$/;

/** Of what has the right beginning, the patterns let through some that lead nowhere, such as `https://[`. */
const whole = v.check<string, string>((typed) => URL.canParse(typed), "must be an address that a browser can open");
const address = ruled(
  v.pipe(
    text,
    v.regex(ADDRESS, "must be an address that starts with https:// or http://, such as https://example.com/you"),
    whole,
  ),
  { pattern: ADDRESS.source },
);
const contactAddress = ruled(
  v.pipe(
    text,
    v.regex(CONTACT, "must be an address that starts with https:// or mailto:, such as mailto:you@example.com"),
    whole,
  ),
  { pattern: CONTACT.source },
);
const email = ruled(v.pipe(text, v.regex(EMAIL, "must be an email address, such as you@example.com")), {
  pattern: EMAIL.source,
});
const colour = ruled(v.pipe(text, v.regex(COLOUR, "must be a colour, such as #d83b65; a colour picker shows yours")), {
  pattern: COLOUR.source,
});

const LANGUAGE_NAMES = new Intl.DisplayNames("en", { type: "language", fallback: "none" });

/** A tag that `Intl` can read, of a language that there is: "en_GB" is none, and "english" names none. */
function isLanguage(tag: string): boolean {
  try {
    return LANGUAGE_NAMES.of(new Intl.Locale(tag).language) !== undefined;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

const language = ruled(
  v.pipe(
    text,
    v.check(isLanguage, "must be a language as browsers name it, such as en-GB"),
    v.transform((tag) => new Intl.Locale(tag).toString()),
  ),
  { pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$" },
);

const picture = v.strictObject({
  name: about(fileName, "A file in content/images, without its ending: n1 for n1.jpg.", "n1"),
  alt: about(optionalText, "What is to be seen, for those who cannot see it."),
});

const heroPicture = v.strictObject({
  ...picture.entries,
  focus: about(
    v.exactOptional(v.picklist(["left", "right"], "must be left or right, or be left out for the middle")),
    "Which side of it a phone held upright shows, and the window that takes people onto the list.",
    "right",
  ),
});

// Object.keys widens the keys of PLATFORMS to string.
const PLATFORM_KEYS = Object.keys(PLATFORMS) as (keyof typeof PLATFORMS)[];
const platform = v.picklist(
  PLATFORM_KEYS,
  `must be one of: ${PLATFORM_KEYS.join(", ")}; for any other page, leave it out and give the page a label`,
);
const kind = v.picklist(["MusicGroup", "Person"], "must be MusicGroup or Person");

/** The form of `content/artist.json`. */
export const ArtistFileSchema = v.strictObject({
  $schema: v.exactOptional(about(text, "Where an editor finds what may stand in this file.")),
  name: about(text, "The name on stage. It is the title of the site.", "Harbour Line"),
  kind: about(v.optional(kind, "MusicGroup"), "MusicGroup for a band, Person for somebody alone."),
  subtitle: about(text, "What you play, below the name on the front page.", "Country & Americana"),
  tagline: about(text, "One sentence for the foot of every page."),
  description: about(text, "Two sentences for search engines and link previews; the front page begins with them."),
  keywords: about(
    v.array(text, 'must be a list, such as ["country", "folk"]'),
    "Words that people search for when they look for you.",
    ["country", "Americana"],
  ),
  language: about(
    v.optional(language, "en"),
    "The language of the site, as browsers name it. Dates, times, numbers, money and the names of address fields are written as there. The country in it is where carts take buyers to be.",
    "en",
    "en-CA",
    "en-GB",
  ),
  themeColour: about(v.optional(colour, "#d83b65"), "The colour around the page in a phone's browser.", "#d83b65"),
  social: about(
    v.array(
      v.strictObject({
        platform: about(
          v.exactOptional(platform),
          "Which mark is shown; left out for a page anywhere else, which has a globe.",
          "instagram",
          "bandcamp",
        ),
        url: about(address, "Your own page there.", "https://instagram.example/harbourline"),
        label: about(
          v.exactOptional(text),
          "What screen readers say of it. Left out, they say your name and the platform, or your name and the address.",
          "Our tour diary",
        ),
      }),
      "must be a list",
    ),
    "Where else you are, in the order the icons stand.",
  ),
  watchUrl: about(
    v.exactOptional(address),
    "Where Watch leads; left out where there are no videos.",
    "https://youtube.example/@harbourline/videos",
  ),
  contactUrl: about(
    contactAddress,
    "Where somebody writes to you: a page, or your email after mailto:.",
    "https://instagram.example/direct/harbourline",
    "mailto:hello@harbourline.example",
  ),
  contacts: about(
    v.strictObject({
      privacy: about(email, "Who answers about privacy; stands in privacy.md as {privacyEmail}."),
      legal: about(email, "Who answers about the terms; stands in terms.md as {legalEmail}."),
      accessibility: about(
        v.strictObject({
          email: about(email, "Stands in accessibility.md as {accessibilityEmail}."),
          phone: about(
            v.exactOptional(text),
            "Stands in accessibility.md as {accessibilityPhone}, unless that word is taken out.",
            "+1-519-555-0142",
          ),
        }),
        "Who helps somebody whom the site keeps out.",
      ),
    }),
    "Whom the legal pages name.",
  ),
  governingLaw: about(text, "Whose law holds, as terms.md says it.", "the Province of Ontario"),
  images: about(
    v.strictObject({
      hero: about(v.array(heroPicture, "must be a list"), "Pictures that fill the front page, one after the other."),
      portrait: about(v.exactOptional(picture), "The picture beside your story."),
      background: about(v.exactOptional(picture), "The picture behind the other pages."),
      share: about(v.exactOptional(picture), "What a link to the site shows elsewhere, 1200 by 630 pixels."),
    }),
    "Which pictures of content/images are shown where.",
  ),
});

/** The artist as `content/artist.json` describes them. */
export type Artist = v.InferOutput<typeof ArtistFileSchema>;

/**
 * Reads the text of `artist.json`.
 *
 * @throws {Error} with a sentence that names each wrong field and its line
 */
export function parseArtist(json: string): OwnersFile<Artist> {
  return readJsonFile(ARTIST_FILE, json, ArtistFileSchema);
}
