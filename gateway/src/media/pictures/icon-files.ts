/** A picture made from the artist's icon. */
export type IconFile = {
  /** Where browsers find it. */
  path: string;
  contentType: string;
  /** Sides in pixels; the `.ico` holds one picture for each. */
  sides: readonly number[];
  /**
   * Whether it covers its square, for phones that put no ground behind an icon; `maskable` also keeps whatever is drawn
   * within the circle that no phone cuts away.
   */
  ground?: "covered" | "maskable";
};

const PNG = "image/png";

/** Behind an icon that has no ground, and behind a site that opens from a home screen: --ink of the stylesheets. */
export const ICON_GROUND = "#0b0e16";

/** Every picture made from the artist's icon; browsers draw `icon.svg` itself wherever they can. */
export const ICON_FILES: readonly IconFile[] = [
  // Asked for by browsers and feed readers that know no SVG, often without being told.
  { path: "/favicon.ico", contentType: "image/x-icon", sides: [16, 32, 48] },
  // Source: developer.apple.com, web clip icons.
  { path: "/apple-touch-icon.png", contentType: PNG, sides: [180], ground: "covered" },
  { path: "/icon-192.png", contentType: PNG, sides: [192] },
  { path: "/icon-512.png", contentType: PNG, sides: [512] },
  { path: "/icon-maskable-192.png", contentType: PNG, sides: [192], ground: "maskable" },
  { path: "/icon-maskable-512.png", contentType: PNG, sides: [512], ground: "maskable" },
];

/** Change it with the way icons are drawn: those of another recipe are made anew. */
export const ICON_RECIPE = 1;

/** Where a drawn icon is kept, by what all those of one SVG begin with. */
export function cachedIcon(prefix: string, { path }: IconFile): string {
  return `${prefix}-${path.slice(1)}`;
}
