import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Prepared, prepare } from "../http/prepared.ts";
import { CLOSED_POLICY } from "../http/security-headers.ts";
import type { Logger } from "../log.ts";
import { DrawingError, drawIcon } from "../pictures/prepare.ts";

/** Side of the icon that phones put on their home screen, in pixels. Source: developer.apple.com, web clip icons. */
const TOUCH_ICON_PX = 180;

const A_DAY = { "Cache-Control": "public, max-age=86400", "Content-Security-Policy": CLOSED_POLICY };

/**
 * The site's icons by path, from the artist's `icon.svg`; none when there is no such file.
 *
 * @param kept where the drawn icon is kept
 */
export async function prepareIcons(imagesDir: string, kept: string, log: Logger): Promise<Map<string, Prepared>> {
  const source = join(imagesDir, "icon.svg");
  if (!existsSync(source)) return new Map();
  const svg = readFileSync(source);
  const checksum = createHash("sha256").update(svg).digest("hex").slice(0, 16);
  const png = join(kept, `icon-${checksum}-${TOUCH_ICON_PX}.png`);
  const icons = new Map([
    ["/icon.svg", prepare({ headers: { "Content-Type": "image/svg+xml", ...A_DAY }, body: svg })],
  ]);
  try {
    if (!existsSync(png)) {
      await mkdir(kept, { recursive: true });
      await drawIcon(source, png, TOUCH_ICON_PX);
    }
  } catch (error) {
    if (!(error instanceof DrawingError) || error.code === "ENOSPC") throw error;
    log.error({ file: source, reason: error.message }, "this icon cannot be drawn for phones and is left out");
    return icons;
  }
  const drawn = prepare({ headers: { "Content-Type": "image/png", ...A_DAY }, body: readFileSync(png) });
  return icons.set("/apple-touch-icon.png", drawn).set("/favicon.ico", drawn);
}
