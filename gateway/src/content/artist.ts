import { FOCUS_POINT } from "@porchlight/protocol/picture-focus.ts";
import { DISPLAY_FACES } from "@porchlight/protocol/render.ts";
import * as v from "valibot";
import type { ContentFile } from "./content-file.ts";
import { address, email, field, fileName, openable, optionalField, optionalText, text, withRule } from "./fields.ts";
import { DEFAULT_ACCENT } from "./identity/derive-theme.ts";
import { readJsonFile } from "./json-file.ts";
import { PLATFORM_NAMES } from "./platforms.ts";

/** The file with all settings about the artist. The texts are in their own files. */
export const ARTIST_FILE = "artist.json";

const CONTACT = /^(https?:\/\/\S+|mailto:[^\s@]+@[^\s@]+)$/;
const COLOUR = /^#[0-9a-fA-F]{6}$/;

const contactAddress = withRule(
  v.pipe(
    text,
    v.regex(CONTACT, "must be an address that starts with https:// or mailto:, such as mailto:you@example.com"),
    openable,
  ),
  { pattern: CONTACT.source },
);
const colour = withRule(
  v.pipe(text, v.regex(COLOUR, "must be a colour, such as #d83b65; a colour picker shows yours")),
  {
    pattern: COLOUR.source,
  },
);

/**
 * Whether a tag names a language. `Intl` cannot read "en_GB", and "english" is not a language code. The names of
 * languages take 4 MB of memory, so only tags of languages in which `Intl` formats no dates, such as Latin, are looked
 * up there.
 */
function isLanguage(tag: string): boolean {
  try {
    const { language } = new Intl.Locale(tag);
    return (
      Intl.DateTimeFormat.supportedLocalesOf(language).length > 0 ||
      new Intl.DisplayNames("en", { type: "language", fallback: "none" }).of(language) !== undefined
    );
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
  alt: field(optionalText, "What the picture shows, for people who cannot see it."),
});

const SIDE_OR_POINT = new RegExp(`^(?:left|right)$|${FOCUS_POINT.source}`);
const heroPicture = v.strictObject({
  ...picture.entries,
  focus: optionalField(
    withRule(
      v.pipe(
        text,
        v.regex(SIDE_OR_POINT, "must be left, right or a point such as 62% 40%, or be left out for the middle"),
      ),
      { pattern: SIDE_OR_POINT.source },
    ),
    "The side of the picture that shows on a phone held upright and in the sign-up window; or the point that always shows, measured from the left and from the top.",
    "right",
    "62% 40%",
  ),
});

const focusedPicture = v.strictObject({
  ...picture.entries,
  focus: optionalField(
    withRule(v.pipe(text, v.regex(FOCUS_POINT, "must be a point such as 62% 40%, or be left out for the middle")), {
      pattern: FOCUS_POINT.source,
    }),
    "The point of the picture that shows in every window, measured from the left and from the top.",
    "62% 40%",
  ),
});

// Object.keys widens the keys to string.
const PLATFORM_KEYS = Object.keys(PLATFORM_NAMES) as (keyof typeof PLATFORM_NAMES)[];
const platform = v.picklist(
  PLATFORM_KEYS,
  `must be one of: ${PLATFORM_KEYS.join(", ")}; for any other page, leave it out and give the page a label`,
);
const ground = v.picklist(["dusk", "dawn", "auto"], "must be dusk, dawn or auto");
const display = v.picklist(
  DISPLAY_FACES,
  `must be ${DISPLAY_FACES.slice(0, -1).join(", ")} or ${DISPLAY_FACES.at(-1)}`,
);
const DRAWING = /^[^/\\]+\.(svg|png)$/;
const logo = withRule(
  v.pipe(text, v.regex(DRAWING, "must be a file in content/images that ends in .svg or .png, such as logo.svg")),
  { pattern: DRAWING.source },
);
const icon = withRule(
  v.pipe(text, v.regex(DRAWING, "must be a file in content/images that ends in .svg or .png, such as icon.svg")),
  { pattern: DRAWING.source },
);
/** The icon of a site that names none. */
export const DEFAULT_ICON = "icon.svg";
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
    "The language of the site, as browsers name it, with a country or without. Dates, times, numbers, money and the names of address fields are written as there. Carts assume that buyers are in that country.",
    "en",
    "en-CA",
    "en-GB",
  ),
  accent: field(
    v.optional(colour, DEFAULT_ACCENT),
    "Your colour: buttons, rules, links and large marks have it, and the ground has a trace of it. Where letters need more contrast it is made lighter or darker.",
    DEFAULT_ACCENT,
    "#2e9e5b",
  ),
  ground: field(
    v.optional(ground, "dusk"),
    "dusk: light letters on dark. dawn: dark letters on paper. auto: dawn if the pictures of the front page are bright, otherwise dusk.",
    "dusk",
  ),
  display: field(
    v.optional(display, "clarendon"),
    "The typeface of names and headings. clarendon: sturdy, as on old posters. grotesque: black and loud. roman: fine and quiet.",
    "clarendon",
  ),
  logo: optionalField(
    logo,
    "A drawing of your name in content/images, shown instead of the written name. It is shown on the ground of the pages, without a background of its own.",
    "logo.svg",
  ),
  icon: optionalField(
    icon,
    "The site's sign in tabs and on home screens, a square drawing in content/images; a PNG has at least 512 pixels a side. Without it: icon.svg.",
    DEFAULT_ICON,
  ),
  themeColour: optionalField(
    colour,
    "The colour around the page in a phone's browser. Without it: the accent on dusk, the paper on dawn.",
    "#d83b65",
  ),
  social: field(
    v.array(
      v.strictObject({
        platform: optionalField(
          platform,
          "The platform whose icon is shown. Leave it out for any other page: a globe is shown.",
          "instagram",
          "bandcamp",
        ),
        url: field(address, "Your own page there.", "https://instagram.example/harbourline"),
        label: optionalField(
          text,
          "What screen readers call the link. Without it they say your name and the platform or the address.",
          "Our tour diary",
        ),
      }),
      "must be a list",
    ),
    "Your pages elsewhere, in the order of their icons.",
  ),
  watchUrl: optionalField(
    address,
    "Where the Watch link leads. Leave it out if you have no videos.",
    "https://youtube.example/@harbourline/videos",
  ),
  contactUrl: field(
    contactAddress,
    "Where people write to you: a page, or your email address after mailto:.",
    "https://instagram.example/direct/harbourline",
    "mailto:hello@harbourline.example",
  ),
  contacts: field(
    v.strictObject({
      privacy: field(email, "For questions about privacy. privacy.md shows it as {privacyEmail}."),
      legal: field(email, "For questions about the terms. terms.md shows it as {legalEmail}."),
      accessibility: field(
        v.strictObject({
          email: field(email, "accessibility.md shows it as {accessibilityEmail}."),
          phone: optionalField(
            text,
            "accessibility.md shows it as {accessibilityPhone}. Without a phone, remove that word from the text.",
            "+44 20 7946 0142",
          ),
        }),
        "For people who cannot use the site or a part of it.",
      ),
    }),
    "The contacts that the legal pages name.",
  ),
  governingLaw: field(text, "Whose law applies. terms.md shows it as {governingLaw}.", "Norway"),
  images: field(
    v.strictObject({
      hero: field(v.array(heroPicture, "must be a list"), "Pictures that fill the front page, one after the other."),
      portrait: optionalField(focusedPicture, "The picture beside your story."),
      background: optionalField(focusedPicture, "The picture behind the other pages."),
      share: optionalField(picture, "The picture of a link to the site on other sites, 1200 by 630 pixels."),
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
