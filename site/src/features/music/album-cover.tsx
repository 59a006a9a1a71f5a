import { choosePattern } from "@porchlight/protocol/choose-pattern.ts";
import type { AlbumImage } from "@porchlight/protocol/music.ts";
import { toOwnPath } from "../../lib/own-address.ts";
import { toPreparedPicture } from "../../lib/prepared-picture.ts";
import { Picture, type PicturePreload, phoneSizes, preloadOf } from "../../ui/picture.tsx";
import "./album-cover.css";

type Cover = { images: readonly AlbumImage[]; alt: string };

/** The `sizes` of the active album's cover. */
export const SLEEVE_SIZES = `(min-width: 47rem) 34vw, (min-width: 37.5rem) 23rem, ${phoneSizes(61)}`;

/** Assumed width and height of a cover whose size is unknown, in pixels. It is the provider's largest size. */
export const ASSUMED_COVER_PX = 640;

/**
 * The cover of an album in a square frame or, if it has no picture, a plain sleeve with the album's name.
 *
 * @param alt empty if the name is beside the cover
 * @param priority "high" for a cover in the first view
 */
export function AlbumCover(props: Cover & { name: string; sizes: string; priority?: "high" | "auto" }) {
  const { images, alt, name, sizes, priority = "auto" } = props;
  const [image] = images;
  return (
    <div className="album-cover">
      {image ? <Image {...{ image, images, alt, sizes, priority }} /> : <BlankSleeve name={name} />}
    </div>
  );
}

/** The sources for preload links in the head, the same as the cover's own. */
export function preloadOfCover(images: readonly AlbumImage[]): PicturePreload[] {
  const [image] = images;
  if (!image) return [];
  const prepared = toPreparedPicture({ ...image, alt: "" });
  return prepared ? preloadOf(prepared) : [{ imageSrcSet: toSrcSet(images) ?? toOwnPath(image.url) }];
}

function Image(props: Cover & { image: AlbumImage; sizes: string; priority: "high" | "auto" }) {
  const { image, images, alt, sizes, priority } = props;
  const prepared = toPreparedPicture({ ...image, alt });
  if (prepared) return <Picture picture={prepared} sizes={sizes} priority={priority} />;
  const srcSet = toSrcSet(images);
  return (
    <img
      src={toOwnPath(image.url)}
      {...(srcSet && { srcSet, sizes })}
      width={image.width ?? ASSUMED_COVER_PX}
      height={image.height ?? ASSUMED_COVER_PX}
      alt={alt}
      loading={priority === "high" ? "eager" : "lazy"}
      fetchPriority={priority}
      decoding="async"
    />
  );
}

/** A `srcset` with the provider's widths; undefined if the width of a picture is unknown. */
function toSrcSet(images: readonly AlbumImage[]): string | undefined {
  const steps = images.flatMap(({ url, width }) => (width ? [`${toOwnPath(url)} ${width}w`] : []));
  return steps.length === images.length ? steps.join(", ") : undefined;
}

/** Hidden from screen readers, because the name is beside every cover. */
function BlankSleeve({ name }: { name: string }) {
  return (
    <span className="album-blank" data-pattern={choosePattern(name)} aria-hidden="true">
      <span className="album-blank-name">{name}</span>
    </span>
  );
}
