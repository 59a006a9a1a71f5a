import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Prepared, prepare } from "../http/prepared.ts";
import { CLOSED_POLICY } from "../http/security-headers.ts";
import type { Logger } from "../log.ts";
import { DrawingError, drawIcon } from "../pictures/prepare.ts";

/** Side of the icon that phones put on their home screen, in pixels. Source: developer.apple.com, web clip icons. */
const TOUCH_ICON_PX = 180;

const AN_HOUR = { "Cache-Control": "public, max-age=3600", "Content-Security-Policy": CLOSED_POLICY };

/** The site's icons, from the artist's `icon.svg`. */
export interface Icons {
  /** Draws them anew after a change. */
  refresh(): Promise<void>;
  /** Whether the artist's file has come, gone or changed since the last refresh. */
  hasChanged(): boolean;
  /** The icon at a path; none of them is there without the artist's file. */
  find(path: string): Prepared | undefined;
}

/**
 * Icons from a folder of originals.
 *
 * @param kept where a drawn icon is kept, by the checksum of its original
 */
export function createIcons(imagesDir: string, kept: string, log: Logger): Icons {
  const source = join(imagesDir, "icon.svg");
  let icons = new Map<string, Prepared>();
  let seen = "";

  return {
    async refresh() {
      seen = stampOf(source);
      icons = seen === "" ? new Map() : await drawAll(source, kept, log);
    },
    hasChanged: () => stampOf(source) !== seen,
    find: (path) => icons.get(path),
  };
}

async function drawAll(source: string, kept: string, log: Logger): Promise<Map<string, Prepared>> {
  const svg = readFileSync(source);
  const icons = new Map([
    ["/icon.svg", prepare({ headers: { "Content-Type": "image/svg+xml", ...AN_HOUR }, body: svg })],
  ]);
  const checksum = createHash("sha256").update(svg).digest("hex").slice(0, 16);
  const png = join(kept, `icon-${checksum}-${TOUCH_ICON_PX}.png`);
  try {
    if (!existsSync(png)) {
      await mkdir(kept, { recursive: true });
      await drawIcon(source, png, TOUCH_ICON_PX);
    }
  } catch (error) {
    if (!(error instanceof DrawingError) || error.code !== undefined) throw error;
    log.error({ file: source, reason: error.message }, "this icon cannot be drawn for phones and is left out");
    return icons;
  }
  const drawn = prepare({ headers: { "Content-Type": "image/png", ...AN_HOUR }, body: readFileSync(png) });
  return icons.set("/apple-touch-icon.png", drawn).set("/favicon.ico", drawn);
}

function stampOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found?.isFile() ? `${found.size}:${found.mtimeMs}` : "";
}
