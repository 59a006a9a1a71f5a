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

/** The `srcset` for a preload link in the head, the same as that of the `<picture>`. */
export function preloadOf(picture: PictureContent) {
  return { imageSrcSet: toSrcSet(picture, FORMATS[0]), type: FORMATS[0].type };
}

/**
 * A picture in the best format and width for the browser.
 *
 * @param sizes the `sizes` attribute
 * @param priority "high" for a picture in the first view, "low" for a decoration; all except "high" load lazily
 */
export function Picture(props: { picture: PictureContent; sizes: string; priority?: "high" | "auto" | "low" }) {
  const { picture, sizes, priority = "auto" } = props;
  const [, , jpeg] = FORMATS;
  const middle = picture.variants[Math.floor(picture.variants.length / 2)];
  return (
    <picture>
      {FORMATS.slice(0, 2).map((format) => (
        <source key={format.type} type={format.type} srcSet={toSrcSet(picture, format)} sizes={sizes} />
      ))}
      <img
        src={middle && toAddress(picture, middle.suffix, jpeg)}
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
