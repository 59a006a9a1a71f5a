import { type Picture as PictureContent, pictureAddressName } from "@porchlight/protocol/content.ts";

const FORMATS = [
  { type: "image/avif", folder: "avif/", ending: "avif" },
  { type: "image/webp", folder: "webp/", ending: "webp" },
  { type: "image/jpeg", folder: "", ending: "jpg" },
] as const;

type Format = (typeof FORMATS)[number];

function toSrcSet(picture: PictureContent, format: Format): string {
  return picture.variants
    .map((variant) => `${toAddress(picture, variant.suffix, format)} ${variant.width}w`)
    .join(", ");
}

function toUprightAddress(picture: PictureContent): string | undefined {
  return picture.upright === undefined ? undefined : toAddress(picture, `upright${picture.upright}`, FORMATS[0]);
}

function toAddress(picture: PictureContent, suffix: string, { folder, ending }: Format): string {
  return `/optimized/${folder}${pictureAddressName(picture.name)}-${suffix}.${ending}?v=${picture.version}`;
}

/**
 * The end of a `sizes` attribute, for phones. Dense displays get a sixth less, because the difference is invisible
 * there: a picture across a phone with three dots per pixel needs 1,024 px instead of 1,920, a quarter of the bytes.
 *
 * @param part share of the window's width, in percent
 */
export function phoneSizes(part: number): string {
  return `(min-resolution: 1.5dppx) ${Math.round((part * 5) / 6)}vw, ${part}vw`;
}

/** Windows that get the upright part of a picture, which is no wider than they are. */
const UPRIGHT = "(max-aspect-ratio:3/5)";

/** The sources for preload links in the head, the same as those of the `<picture>`. */
export function preloadOf(picture: PictureContent): PicturePreload[] {
  const { type } = FORMATS[0];
  const whole = { type, imageSrcSet: toSrcSet(picture, FORMATS[0]) };
  const upright = toUprightAddress(picture);
  if (!upright) return [whole];
  return [
    { type, imageSrcSet: upright, media: UPRIGHT },
    { ...whole, media: `not all and ${UPRIGHT}` },
  ];
}

/** A source of the first view's picture; `media` says which windows need it. */
export type PicturePreload = { imageSrcSet: string; type?: string; media?: string };

/**
 * A picture in the best format and width for the browser.
 *
 * @param sizes the `sizes` attribute
 * @param priority "high" for a picture in the first view, "low" for a decoration; all except "high" load lazily
 */
export function Picture(props: { picture: PictureContent; sizes: string; priority?: "high" | "auto" | "low" }) {
  const { picture, sizes, priority = "auto" } = props;
  const [, , jpeg] = FORMATS;
  const upright = toUprightAddress(picture);
  const widest = picture.variants.at(-1);
  return (
    <picture>
      {upright && <source media={UPRIGHT} type={FORMATS[0].type} srcSet={upright} />}
      {FORMATS.slice(0, 2).map((format) => (
        <source key={format.type} type={format.type} srcSet={toSrcSet(picture, format)} sizes={sizes} />
      ))}
      <img
        src={widest && toAddress(picture, widest.suffix, jpeg)}
        srcSet={toSrcSet(picture, jpeg)}
        sizes={sizes}
        width={picture.width}
        height={picture.height}
        alt={picture.alt}
        loading={priority === "high" ? "eager" : "lazy"}
        fetchPriority={priority}
        decoding="async"
      />
    </picture>
  );
}
