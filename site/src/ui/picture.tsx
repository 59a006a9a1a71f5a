import { type Picture as PictureContent, pictureAddressName } from "@porchlight/protocol/content.ts";

const FORMATS = [
  { type: "image/avif", folder: "avif/", ending: "avif" },
  { type: "image/webp", folder: "webp/", ending: "webp" },
  { type: "image/jpeg", folder: "", ending: "jpg" },
] as const;

type Format = (typeof FORMATS)[number];

/** A `srcset` of all prepared widths of a picture in one format. */
function srcSetOf(picture: PictureContent, format: Format): string {
  return picture.variants
    .map((variant) => `${addressOf(picture, variant.suffix, format)} ${variant.width}w`)
    .join(", ");
}

function addressOf(picture: PictureContent, suffix: string, { folder, ending }: Format): string {
  return `/optimized/${folder}${pictureAddressName(picture.name)}-${suffix}.${ending}?v=${picture.version}`;
}

/**
 * How wide a picture is that takes a part of a phone's window, for the end of its `sizes`. Displays of a phone's density
 * are told a sixth less: nobody sees the difference there, and with three dots to a pixel a picture across the phone comes
 * in 1,024 instead of 1,920, a quarter of the bytes.
 *
 * @param part of the window's width, in hundredths
 */
export function phoneSizes(part: number): string {
  return `(min-resolution: 1.5dppx) ${Math.round((part * 5) / 6)}vw, ${part}vw`;
}

/** What a preload link of the head needs to fetch the same file as the `<picture>` will choose. */
export function preloadOf(picture: PictureContent) {
  return { imageSrcSet: srcSetOf(picture, FORMATS[0]), type: FORMATS[0].type };
}

/**
 * A picture in the best format and width that the browser takes.
 *
 * @param sizes how wide it is shown, as the `sizes` attribute says it
 * @param priority "high" for what stands in the first view, "low" for what only decorates; all but the first load when
 *   they come near
 */
export function Picture(props: { picture: PictureContent; sizes: string; priority?: "high" | "auto" | "low" }) {
  const { picture, sizes, priority = "auto" } = props;
  const [, , jpeg] = FORMATS;
  const middle = picture.variants[Math.floor(picture.variants.length / 2)];
  return (
    <picture>
      {FORMATS.slice(0, 2).map((format) => (
        <source key={format.type} type={format.type} srcSet={srcSetOf(picture, format)} sizes={sizes} />
      ))}
      <img
        src={middle && addressOf(picture, middle.suffix, jpeg)}
        srcSet={srcSetOf(picture, jpeg)}
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
