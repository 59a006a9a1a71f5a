import { choosePattern } from "@porchlight/protocol/choose-pattern.ts";
import { imageForSize, toBox, toBoxSrcSet } from "@porchlight/protocol/image-for-size.ts";
import type { ShopImage, ShopProduct } from "@porchlight/protocol/shop.ts";
import { toOwnPath } from "../../lib/own-address.ts";
import { toPreparedPicture } from "../../lib/prepared-picture.ts";
import { Picture, type PicturePreload, preloadOf } from "../../ui/picture.tsx";
import { chooseShape } from "./shape.ts";
import "./product-picture.css";

function toSrcSet(image: ShopImage): string {
  return toBoxSrcSet({ ...image, url: toOwnPath(image.url) });
}

function toPrepared({ altText, ...image }: ShopImage) {
  return toPreparedPicture({ ...image, alt: altText });
}

/** The picture of a product before the visitor chooses a variant. */
export function firstImage({ images, variants }: ShopProduct): ShopImage | undefined {
  return images[0] ?? variants.find(({ image }) => image)?.image ?? undefined;
}

/** The `sizes` of a picture in a row of small ones. */
export const THUMBNAIL_SIZES = "5rem";

/** The sources for preload links in the head, the same as those of the first picture. */
export function preloadOfProduct(product: ShopProduct): PicturePreload[] {
  const image = firstImage(product);
  const prepared = image && toPrepared(image);
  if (prepared) return preloadOf(prepared);
  return image ? [{ imageSrcSet: toSrcSet(image) }] : [];
}

/**
 * A picture of a product in one of three frames or, if it has no picture, the product's title.
 *
 * @param priority "high" for a picture in the first view
 */
export function ProductPicture(props: {
  image: ShopImage | null | undefined;
  title: string;
  sizes: string;
  priority?: "high" | "auto";
}) {
  const { image, title, sizes, priority = "auto" } = props;
  return (
    <div className="product-picture" data-shape={image ? chooseShape(image) : undefined}>
      {image ? <Image {...{ image, sizes, priority }} /> : <Placeholder title={title} />}
    </div>
  );
}

function Image({ image, sizes, priority }: { image: ShopImage; sizes: string; priority: "high" | "auto" }) {
  const prepared = toPrepared(image);
  if (prepared) return <Picture picture={prepared} sizes={sizes} priority={priority} />;
  return (
    <img
      src={imageForSize(toOwnPath(image.url), toBox(Math.min(image.width, 1024), image.height / image.width))}
      srcSet={toSrcSet(image)}
      sizes={sizes}
      width={image.width}
      height={image.height}
      alt={image.altText}
      loading={priority === "high" ? "eager" : "lazy"}
      fetchPriority={priority}
      decoding="async"
    />
  );
}

/** Hidden from screen readers, because the title is beside every picture. */
function Placeholder({ title }: { title: string }) {
  return (
    <span className="product-picture-stand" data-pattern={choosePattern(title)} aria-hidden="true">
      {title}
    </span>
  );
}
