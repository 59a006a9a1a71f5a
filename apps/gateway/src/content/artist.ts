import type { SocialPlatform } from "@porchlight/protocol/content.ts";
import * as v from "valibot";
import { about, fileName, optionalText, ruled, text } from "./fields.ts";
import { readJsonFile } from "./json-file.ts";
import type { OwnersFile } from "./owners-file.ts";

/** All of the artist that is not a text of its own, as the owner knows the file. */
export const ARTIST_FILE = "artist.json";

const ADDRESS = /^https?:\/\/\S+$/;
const CONTACT = /^(https?:\/\/\S+|mailto:[^\s@]+@[^\s@]+)$/;
const EMAIL = /^[^\s@]+@[^\s@]+$/;
const COLOUR = /^#[0-9a-fA-F]{6}$/;

const address = ruled(
  v.pipe(
    text,
    v.regex(ADDRESS, "must be an address that starts with https:// or http://, such as https://example.com/you"),
  ),
  {
    pattern: ADDRESS.source,
  },
);
const contactAddress = ruled(
  v.pipe(
    text,
    v.regex(CONTACT, "must be an address that starts with https:// or mailto:, such as mailto:you@example.com"),
  ),
  { pattern: CONTACT.source },
);
const email = ruled(v.pipe(text, v.regex(EMAIL, "must be an email address, such as you@example.com")), {
  pattern: EMAIL.source,
});
const colour = ruled(v.pipe(text, v.regex(COLOUR, "must be a colour, such as #d83b65; a colour picker shows yours")), {
  pattern: COLOUR.source,
});

const picture = v.strictObject({
  name: about(fileName, "A file in content/images, without its ending: n1 for n1.jpg.", "n1"),
  alt: about(optionalText, "What is to be seen, for those who cannot see it."),
});

const heroPicture = v.strictObject({
  ...picture.entries,
  focus: about(
    v.exactOptional(v.picklist(["left", "right"], "must be left or right, or be left out for the middle")),
    "Which side of it a phone held upright shows.",
    "right",
  ),
});

/** What screen readers call each platform; the keys are the platforms that `artist.json` may name. */
export const PLATFORM_NAMES: Record<SocialPlatform, string> = {
  instagram: "Instagram",
  youtube: "YouTube",
  facebook: "Facebook",
  tiktok: "TikTok",
  spotify: "Spotify",
  "apple-music": "Apple Music",
};

const PLATFORMS = ["instagram", "youtube", "facebook", "tiktok", "spotify", "apple-music"] as const;
const platform = v.picklist(PLATFORMS, `must be one of: ${PLATFORMS.join(", ")}`);
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
    v.optional(text, "en"),
    "The language of the site, as browsers name it. The country in it is where carts take buyers to be.",
    "en",
    "en-CA",
  ),
  themeColour: about(v.optional(colour, "#d83b65"), "The colour around the page in a phone's browser.", "#d83b65"),
  social: about(
    v.array(
      v.strictObject({
        platform: about(platform, "Which icon is shown."),
        url: about(address, "Your own page there.", "https://instagram.example/harbourline"),
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
