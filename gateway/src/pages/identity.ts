import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import type { Logo } from "@porchlight/protocol/content.ts";
import type { UnreadableFile } from "../content/content-problems.ts";
import { fileStamp, NO_FILE } from "../content/file-stamp.ts";
import { type ArtistIdentity, type SiteLook, toLook } from "../content/identity/identity.ts";
import { chooseNewest, listOriginals } from "../content/originals.ts";
import { type Prepared, prepare } from "../http/prepared.ts";
import { CLOSED_POLICY } from "../http/security-headers.ts";
import type { Logger } from "../lib/log.ts";
import type { Measured } from "../media/pictures/measure.ts";
import { measurePictures } from "../media/pictures/prepare.ts";

/** The look, with the address of its stylesheet if it has one. */
type PublishedLook = SiteLook & { styleAddress?: string };

/** What makes the site this artist's own: colours, typeface and logo. */
export interface Identity {
  /** Measures the pictures of the front page if the ground depends on them, and reads the logo, if they have changed. */
  refresh(): Promise<void>;
  /** Whether one of these files was added, deleted or changed since the last refresh. */
  hasChanged(): boolean;
  /** The logo if it cannot be used; otherwise empty. */
  unreadable(): readonly UnreadableFile[];
  /** The look that an artist's file asks for. */
  lookOf(artist: ArtistIdentity): PublishedLook;
  /** Finds the logo or the stylesheet at a path. */
  find(path: string): Prepared | undefined;
}

const STYLE_PATH = "/identity.css";
const LOGO_TYPES: Readonly<Record<string, string>> = { ".svg": "image/svg+xml", ".png": "image/png" };
/** From this mean luminance on, a picture looks more like an overcast noon than like dusk. A middle grey has 0.18. */
const BRIGHT = 0.25;
/** Addresses have a version, so a browser never has to request them again. */
const FOREVER = { "Cache-Control": "public, max-age=31536000, immutable", "Content-Security-Policy": CLOSED_POLICY };

type IdentityOptions = {
  /** The owner's folder, `content/images`; may be missing. */
  imagesDir: string;
  artist: () => ArtistIdentity;
  log: Logger;
  measure?: typeof measurePictures;
};

type ReadLogo = { file: string; path: string; logo: Logo; prepared: Prepared };

/** Creates the identity. Nothing is drawn, and a logo reaches browsers only as a picture: never as part of a page. */
export function createIdentity({ imagesDir, artist, log, measure = measurePictures }: IdentityOptions): Identity {
  let stamp: string | undefined;
  let heroes: readonly (Measured | undefined)[] = [];
  let logo: ReadLogo | undefined;
  let unreadable: readonly UnreadableFile[] = [];
  let published: { key: string; look: PublishedLook; style: Prepared | undefined } | undefined;

  /** The files that the look depends on. */
  function listFiles(): { heroPaths: string[]; logoPath: string | undefined } {
    const { ground, images, logo: logoFile } = artist();
    const names = ground === "auto" ? images.hero.map(({ name }) => name) : [];
    const originals =
      names.length > 0 ? chooseNewest(listOriginals({ prefix: "", folder: imagesDir }).originals).chosen : [];
    return {
      heroPaths: originals.filter(({ name }) => names.includes(name)).map(({ path }) => path),
      logoPath: logoFile === undefined ? undefined : join(imagesDir, logoFile),
    };
  }

  function stampNow(): string {
    const { heroPaths, logoPath } = listFiles();
    return [...heroPaths, logoPath ?? ""].map((path) => `${path} ${fileStamp(path)}`).join("\n");
  }

  async function refresh(): Promise<void> {
    const next = stampNow();
    if (next === stamp) return;
    stamp = next;
    const { heroPaths, logoPath } = listFiles();
    const isThere = logoPath !== undefined && fileStamp(logoPath) !== NO_FILE;
    const measured = await measure([...heroPaths, ...(isThere ? [logoPath] : [])]);
    heroes = heroPaths.map((path) => measured.get(path));
    const size = logoPath === undefined ? undefined : measured.get(logoPath);
    logo = logoPath !== undefined && size ? readLogo(logoPath, size) : undefined;
    unreadable = isThere && !logo ? [{ path: logoPath, isShown: false }] : [];
    for (const { path } of unreadable) log.error({ file: path }, "this logo cannot be used; the written name is shown");
    published = undefined;
  }

  const areBright = () => {
    const known = heroes.filter((one) => one !== undefined);
    const luminance = known.reduce((sum, one) => sum + one.luminance, 0) / known.length;
    return known.length > 0 && luminance >= BRIGHT;
  };

  function publish(artist: ArtistIdentity, key: string): NonNullable<typeof published> {
    const isRead = artist.logo !== undefined && logo?.file === artist.logo;
    const look = toLook(artist, areBright, isRead ? logo?.logo : undefined);
    const style =
      look.style === ""
        ? undefined
        : prepare({ headers: { "Content-Type": "text/css; charset=utf-8", ...FOREVER }, body: look.style });
    const address = style && { styleAddress: `${STYLE_PATH}?v=${versionOf(look.style)}` };
    return { key, look: { ...look, ...address }, style };
  }

  return {
    refresh,
    hasChanged: () => stampNow() !== stamp,
    unreadable: () => unreadable,
    lookOf(artist) {
      const key = JSON.stringify([artist.accent, artist.ground, artist.display, artist.logo, artist.themeColour]);
      if (published?.key !== key) published = publish(artist, key);
      return published.look;
    },
    find(path) {
      if (path === STYLE_PATH) return published?.style;
      return path === logo?.path ? logo.prepared : undefined;
    },
  };
}

function readLogo(file: string, { width, height }: Measured): ReadLogo {
  const body = readFileSync(file);
  const ending = extname(file);
  const path = `/logo${ending}`;
  return {
    file: basename(file),
    path,
    logo: { address: `${path}?v=${versionOf(body)}`, width, height },
    prepared: prepare({ headers: { "Content-Type": LOGO_TYPES[ending] ?? "", ...FOREVER }, body }),
  };
}

function versionOf(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex").slice(0, 8);
}
