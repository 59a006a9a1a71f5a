import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { DEFAULT_ICON } from "../content/artist.ts";
import type { UnreadableFile } from "../content/content-problems.ts";
import { listFolder } from "../content/file-names.ts";
import { fileStamp, NO_FILE } from "../content/file-stamp.ts";
import { DEFAULT_INK } from "../content/identity/identity.ts";
import { type Prepared, prepare } from "../http/prepared.ts";
import { CLOSED_POLICY } from "../http/security-headers.ts";
import type { Logger } from "../lib/log.ts";
import { readRegularFile } from "../lib/read-text.ts";
import { ICON_FILES, ICON_RECIPE, iconCachePath } from "../media/pictures/icon-files.ts";
import { DrawingError, prepareIcons } from "../media/pictures/prepare.ts";

const AN_HOUR = { "Cache-Control": "public, max-age=3600" };

/** The prefix of every stored icon's file name. */
const ICON_PREFIX = "icon-";
/** The stamp while the whole folder is missing or empty. Its icons stay, and the picture store reports the problem. */
const NO_FOLDER = "no folder";

/** The site's icons, from the drawing that `artist.json` names. */
export interface Icons {
  /**
   * Draws the icons again if the artist's file has changed.
   *
   * @throws {DrawingError} if the disk is full or not writable; the next refresh tries again
   */
  refresh(): Promise<void>;
  /** Whether the artist's file was added, deleted or changed since the last refresh. */
  hasChanged(): boolean;
  /** The artist's file if it cannot be drawn; otherwise empty. */
  unreadable(): readonly UnreadableFile[];
  /** Finds the icon at a path; undefined without the artist's file. */
  find(path: string): Prepared | undefined;
  /** The version of the icons for their URLs, which browsers cache; undefined while there are no icons. */
  version(): string | undefined;
}

type Drawn = { version: string; files: Map<string, Prepared> };

/**
 * Creates the icons from a folder of originals. If an edit cannot be drawn, the last good icons stay.
 *
 * @param iconsDir folder of the drawn icons, which are named by the checksum of their original
 * @param ground the colour of the site's ground, for icons that have none
 * @param fileName the artist's drawing in the folder of the originals
 */
export function createIcons(
  imagesDir: string,
  iconsDir: string,
  log: Logger,
  draw = prepareIcons,
  ground = () => DEFAULT_INK,
  fileName = () => DEFAULT_ICON,
): Icons {
  const sourceNow = () => join(imagesDir, fileName());
  let source = sourceNow();
  let drawn: Drawn | undefined;
  let lastStamp: string | undefined;
  let lastGround = "";
  let isBroken = false;
  const stamp = () => {
    if (listFolder(imagesDir).length === 0) return NO_FOLDER;
    const found = fileStamp(sourceNow());
    return found === NO_FILE ? NO_FILE : `${fileName()} ${found}`;
  };

  async function refresh(): Promise<void> {
    const before = lastStamp;
    const groundBefore = lastGround;
    lastStamp = stamp();
    source = sourceNow();
    lastGround = ground();
    if (lastStamp === before && lastGround === groundBefore) return;
    const wasBroken = isBroken;
    isBroken = false;
    if (lastStamp === NO_FOLDER && drawn) return;
    if (lastStamp === NO_FOLDER || lastStamp === NO_FILE) {
      log.warn({ files: [`images/${fileName()}`] }, "the artist's icon is missing; browsers show their own sign");
      drawn = undefined;
      return;
    }
    try {
      drawn = await drawAll(source, iconsDir, lastGround, draw);
    } catch (error) {
      // A full disk does not mean that the drawing is broken. The next refresh tries it again, although it has not
      // changed.
      if (error instanceof DrawingError && error.code !== undefined) {
        lastStamp = before;
        isBroken = wasBroken;
        throw error;
      }
      isBroken = true;
      log.error(
        { file: source, reason: error instanceof Error ? error.message : error },
        "this icon cannot be used; what was there before stays",
      );
    }
  }

  return {
    refresh,
    hasChanged: () => stamp() !== lastStamp || ground() !== lastGround,
    unreadable: () => (isBroken ? [{ path: source, isShown: drawn !== undefined }] : []),
    find: (path) => drawn?.files.get(path),
    version: () => drawn?.version,
  };
}

async function drawAll(source: string, iconsDir: string, ground: string, draw: typeof prepareIcons): Promise<Drawn> {
  const drawing = readRegularFile(source);
  const version = createHash("sha256")
    .update(`recipe ${ICON_RECIPE} on ${ground}\n`)
    .update(drawing)
    .digest("hex")
    .slice(0, 16);
  const prefix = join(iconsDir, `${ICON_PREFIX}${version}`);
  if (!ICON_FILES.every((file) => existsSync(iconCachePath(prefix, file)))) {
    await mkdir(iconsDir, { recursive: true });
    await draw(source, prefix, ground);
  }
  for (const name of readdirSync(iconsDir)) {
    if (name.startsWith(ICON_PREFIX) && !name.startsWith(`${ICON_PREFIX}${version}`))
      rmSync(join(iconsDir, name), { force: true });
  }
  const files = new Map(
    ICON_FILES.map((file) => [file.path, prepared(file.contentType, readFileSync(iconCachePath(prefix, file)))]),
  );
  files.set("/icon.svg", source.endsWith(".svg") ? prepared("image/svg+xml", drawing) : inSvg(files));
  return { version: version.slice(0, 8), files };
}

/** Every page links to an SVG, which most browsers prefer in their tabs. Without one it holds the drawn icon. */
function inSvg(files: Drawn["files"]): Prepared {
  const png = files.get("/icon-192.png")?.bodies.identity.body.toString("base64");
  const image = `<image width="192" height="192" href="data:image/png;base64,${png}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 192 192">${image}</svg>`;
  return prepared("image/svg+xml", Buffer.from(svg), `${CLOSED_POLICY}; img-src data:`);
}

function prepared(contentType: string, body: Buffer<ArrayBuffer>, policy = CLOSED_POLICY): Prepared {
  return prepare({ headers: { "Content-Type": contentType, ...AN_HOUR, "Content-Security-Policy": policy }, body });
}
