import type { SocialPlatform } from "@porchlight/protocol/content.ts";
import * as v from "valibot";

const text = v.pipe(v.string(), v.trim(), v.minLength(1, "must not be empty"));
const address = v.pipe(text, v.regex(/^https?:\/\/\S+$/, "must be an address that starts with https://"));
const email = v.pipe(text, v.regex(/^[^\s@]+@[^\s@]+$/, "must be an email address"));
const picture = v.object({ name: text, alt: v.optional(v.string(), "") });

/** What screen readers call each platform; the keys are the platforms that `artist.json` may name. */
export const PLATFORM_NAMES: Record<SocialPlatform, string> = {
  instagram: "Instagram",
  youtube: "YouTube",
  facebook: "Facebook",
  tiktok: "TikTok",
  spotify: "Spotify",
  "apple-music": "Apple Music",
};

const platform = v.picklist(["instagram", "youtube", "facebook", "tiktok", "spotify", "apple-music"]);

/** `content/artist.json`: all of the artist that is not a text of its own. */
const ArtistSchema = v.object({
  name: text,
  kind: v.optional(v.picklist(["MusicGroup", "Person"]), "MusicGroup"),
  subtitle: text,
  tagline: text,
  description: text,
  keywords: v.array(text),
  language: v.optional(text, "en"),
  themeColour: v.optional(v.pipe(text, v.regex(/^#[0-9a-f]{6}$/i, "must look like #d83b65")), "#d83b65"),
  social: v.array(v.object({ platform, url: address })),
  watchUrl: address,
  contactUrl: address,
  contacts: v.object({
    privacy: email,
    legal: email,
    accessibility: v.object({ email, phone: text }),
  }),
  governingLaw: text,
  images: v.object({
    hero: v.array(picture),
    portrait: v.optional(picture),
    background: v.optional(picture),
    share: v.optional(picture),
  }),
});

/** The artist as `content/artist.json` describes them. */
export type Artist = v.InferOutput<typeof ArtistSchema>;

/**
 * Reads the text of `artist.json`.
 *
 * @throws {Error} with a sentence that names each wrong field
 */
export function parseArtist(json: string): Artist {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw new Error(`artist.json is not valid JSON: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
  const result = v.safeParse(ArtistSchema, value);
  if (result.success) return result.output;
  const mistakes = result.issues.map((issue) => `${v.getDotPath(issue) ?? "the file"}: ${issue.message}`);
  throw new Error(`artist.json: ${mistakes.join("; ")}`);
}
