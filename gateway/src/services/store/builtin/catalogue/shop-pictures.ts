import { pictureAddressName } from "@porchlight/protocol/content.ts";
import { PICTURE_WIDTHS } from "@porchlight/protocol/picture-widths.ts";
import type { FindPicture } from "../../../../content/content.ts";
import type { CatalogueImage } from "./catalogue.ts";
import type { FindImage } from "./create-product.ts";
import { numericId } from "./numeric-id.ts";

/** Finds pictures of the shop, and records which were requested. */
export type ShopPictures = {
  findImage: FindImage;
  /** Requested files that do not exist or are not pictures. */
  missing(): string[];
  /** A text that changes when a requested picture is added, deleted or replaced. */
  stamp(): string;
};

/** Finds pictures of `content/store` among the prepared ones, where they are named `store/{name}`. */
export function createShopPictures(findPicture: FindPicture): ShopPictures {
  const requested = new Map<string, string>();

  function findVersion(name: string): string {
    return findPicture(name, "")?.version ?? "";
  }

  return {
    findImage(file, altText, owner): CatalogueImage | null {
      const name = toPictureName(file);
      requested.set(name, file);
      const picture = findPicture(name, altText);
      if (!picture) return null;
      // The URL returns the largest prepared size, which is at most this wide.
      const width = Math.min(picture.width, PICTURE_WIDTHS.hero);
      return {
        id: numericId(`image:${owner}/${name}`),
        path: `/optimized/${pictureAddressName(name)}-hero.jpg?v=${picture.version}`,
        altText,
        width,
        height: Math.round((picture.height * width) / picture.width),
      };
    },
    missing: () => [...requested].filter(([name]) => findVersion(name) === "").map(([, file]) => file),
    stamp: () => [...requested.keys()].map(findVersion).join(),
  };
}

function toPictureName(file: string): string {
  return `store/${file.replaceAll("\\", "/").replace(/\.[^./]+$/, "")}`;
}
