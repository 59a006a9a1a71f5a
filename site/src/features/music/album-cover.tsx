import type { AlbumImage } from "@porchlight/protocol/music.ts";
import { ownAddress } from "../../lib/own-address.ts";
import { preparedPicture } from "../../lib/prepared-picture.ts";
import { ofPhone, Picture, preloadOf } from "../../ui/picture.tsx";
import "./album-cover.css";

/** A cover of an album, as every part of the Music screen shows it. */
type Cover = { images: readonly AlbumImage[]; alt: string };

/** How wide the cover of the active album is shown, as the `sizes` attribute says it. */
export const SLEEVE_SIZES = `(min-width: 47rem) 34vw, (min-width: 37.5rem) 23rem, ${ofPhone(61)}`;

/** What a cover of unknown measures is taken to measure, in pixels: as the provider's widest. Covers are square. */
export const ASSUMED_COVER_PX = 640;

/**
 * The cover of an album in a square frame; for one without pictures a plain sleeve with its name.
 *
 * @param alt words for those who cannot see it; empty where the name stands beside it
 * @param sizes how wide it is shown, as the `sizes` attribute says it
 * @param priority "high" for what stands in the first view
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

/** What a preload link of the head needs to fetch the same file as the cover will be. */
export function preloadOfCover(images: readonly AlbumImage[]): { imageSrcSet: string; type?: string } | undefined {
  const [image] = images;
  if (!image) return undefined;
  const prepared = preparedPicture({ ...image, alt: "" });
  return prepared ? preloadOf(prepared) : { imageSrcSet: srcSetOf(images) ?? ownAddress(image.url) };
}

function Image(props: Cover & { image: AlbumImage; sizes: string; priority: "high" | "auto" }) {
  const { image, images, alt, sizes, priority } = props;
  const prepared = preparedPicture({ ...image, alt });
  if (prepared) return <Picture picture={prepared} sizes={sizes} priority={priority} />;
  const srcSet = srcSetOf(images);
  return (
    <img
      src={ownAddress(image.url)}
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

/** A provider gives a cover in a few widths of its own; undefined where one of them does not say how wide it is. */
function srcSetOf(images: readonly AlbumImage[]): string | undefined {
  const steps = images.flatMap(({ url, width }) => (width ? [`${ownAddress(url)} ${width}w`] : []));
  return steps.length === images.length ? steps.join(", ") : undefined;
}

/** Stands in for a cover. Whatever shows one has the name beside it for those who listen. */
function BlankSleeve({ name }: { name: string }) {
  return (
    <span className="album-blank" aria-hidden="true">
      <span className="album-blank-name">{name}</span>
    </span>
  );
}
