import { eachWidthOnce, pictureVariantsOf } from "@porchlight/protocol/content.ts";
import { imageForSize } from "@porchlight/protocol/image-for-size.ts";
import type { ShopImage, ShopProduct } from "@porchlight/protocol/shop.ts";
import { ownAddress } from "../../lib/own-address.ts";
import { preparedPicture } from "../../lib/prepared-picture.ts";
import { Picture, preloadOf } from "../../ui/picture.tsx";
import "./product-picture.css";

/** Addresses of a provider's picture in the site's widths, each box as high as the picture is at that width. */
function srcSetOf({ url, width, height }: ShopImage): string {
  return eachWidthOnce(pictureVariantsOf(width))
    .map((step) => `${imageForSize(ownAddress(url), boxOf(step.width, height / width))} ${step.width}w`)
    .join(", ");
}

function boxOf(maxWidth: number, ratio: number): { maxWidth: number; maxHeight: number } {
  // Rounded down, so that the size meant here covers the box.
  return { maxWidth, maxHeight: Math.floor(maxWidth * ratio) };
}

function preparedOf({ altText, ...image }: ShopImage) {
  return preparedPicture({ ...image, alt: altText });
}

/** The picture that a product is shown by before a variant is chosen. */
export function firstImage({ images, variants }: ShopProduct): ShopImage | undefined {
  return images[0] ?? variants.find(({ image }) => image)?.image ?? undefined;
}

/** What a preload link of the head needs to fetch the same file as a product's first picture will be. */
export function preloadOfProduct(product: ShopProduct): { imageSrcSet: string; type?: string } | undefined {
  const image = firstImage(product);
  const prepared = image && preparedOf(image);
  return prepared ? preloadOf(prepared) : image && { imageSrcSet: srcSetOf(image) };
}

/** The frame that crops a picture least: upright 4 by 5 unless it is square or lies on its side. */
function shapeOf({ width, height }: ShopImage): "square" | "wide" | undefined {
  if (width > height * 1.12) return "wide";
  return width > height * 0.9 ? "square" : undefined;
}

/**
 * A picture of a product, in one of three frames; without one, its title.
 *
 * @param sizes how wide it is shown, as the `sizes` attribute says it
 * @param priority "high" for what stands in the first view
 */
export function ProductPicture(props: {
  image: ShopImage | null | undefined;
  title: string;
  sizes: string;
  priority?: "high" | "auto";
}) {
  const { image, title, sizes, priority = "auto" } = props;
  return (
    <div className="product-picture" data-shape={image ? shapeOf(image) : undefined}>
      {image ? <Image {...{ image, sizes, priority }} /> : <Stand title={title} />}
    </div>
  );
}

function Image({ image, sizes, priority }: { image: ShopImage; sizes: string; priority: "high" | "auto" }) {
  const prepared = preparedOf(image);
  if (prepared) return <Picture picture={prepared} sizes={sizes} priority={priority} />;
  return (
    <img
      src={imageForSize(ownAddress(image.url), boxOf(Math.min(image.width, 1024), image.height / image.width))}
      srcSet={srcSetOf(image)}
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

/** Stands in for a picture; the title stands beside it anyway. */
function Stand({ title }: { title: string }) {
  return (
    <span className="product-picture-stand" aria-hidden="true">
      {title}
    </span>
  );
}
