/** A picture made from the artist's icon. */
export type IconFile = {
  path: string;
  contentType: string;
  /** Sides of its pictures in pixels: the `.ico` file holds several pictures, the others one. */
  sides: readonly number[];
  /**
   * `covered`: has a background, for phones that add none. `maskable`: also keeps the drawing within the circle that
   * every phone shows.
   */
  ground?: "covered" | "maskable";
};

const PNG = "image/png";

/** Every picture made from the artist's icon. Browsers use `icon.svg` itself if they can. */
export const ICON_FILES: readonly IconFile[] = [
  // For browsers and feed readers without SVG. They often request it although no page links to it.
  { path: "/favicon.ico", contentType: "image/x-icon", sides: [16, 32, 48] },
  // Source: developer.apple.com, web clip icons.
  { path: "/apple-touch-icon.png", contentType: PNG, sides: [180], ground: "covered" },
  { path: "/icon-192.png", contentType: PNG, sides: [192] },
  { path: "/icon-512.png", contentType: PNG, sides: [512] },
  { path: "/icon-maskable-192.png", contentType: PNG, sides: [192], ground: "maskable" },
  { path: "/icon-maskable-512.png", contentType: PNG, sides: [512], ground: "maskable" },
];

/** Increase this number when icons are drawn differently. The gateway then draws all icons again. */
export const ICON_RECIPE = 1;

/** Path of a cached icon. All icons of one SVG share the prefix. */
export function iconCachePath(prefix: string, { path }: IconFile): string {
  return `${prefix}-${path.slice(1)}`;
}
