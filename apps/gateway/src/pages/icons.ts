import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Prepared, prepare } from "../http/prepared.ts";
import { CLOSED_POLICY } from "../http/security-headers.ts";
import { drawIcon } from "../pictures/prepare.ts";

/** Side of the icon that phones put on their home screen, in pixels. Source: developer.apple.com, web clip icons. */
const TOUCH_ICON_PX = 180;

const A_DAY = { "Cache-Control": "public, max-age=86400", "Content-Security-Policy": CLOSED_POLICY };

/**
 * The site's icons by path, from the artist's `icon.svg`; none when there is no such file.
 *
 * @param kept where the drawn icon is kept
 */
export async function prepareIcons(imagesDir: string, kept: string): Promise<Map<string, Prepared>> {
  const source = join(imagesDir, "icon.svg");
  if (!existsSync(source)) return new Map();
  const svg = readFileSync(source);
  const checksum = createHash("sha256").update(svg).digest("hex").slice(0, 16);
  const png = join(kept, `icon-${checksum}-${TOUCH_ICON_PX}.png`);
  if (!existsSync(png)) {
    await mkdir(kept, { recursive: true });
    await writeFile(`${png}.partial`, await drawIcon(source, TOUCH_ICON_PX));
    await rename(`${png}.partial`, png);
  }
  const drawn = prepare({ headers: { "Content-Type": "image/png", ...A_DAY }, body: readFileSync(png) });
  return new Map([
    ["/icon.svg", prepare({ headers: { "Content-Type": "image/svg+xml", ...A_DAY }, body: svg })],
    ["/apple-touch-icon.png", drawn],
    ["/favicon.ico", drawn],
  ]);
}
