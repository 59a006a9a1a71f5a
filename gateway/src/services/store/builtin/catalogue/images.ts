import { PICTURE_WIDTHS, pictureAddressName } from "@porchlight/protocol/content.ts";
import type { FindPicture } from "../../../../content/content.ts";
import type { CatalogueImage } from "./catalogue.ts";
import type { FindImage } from "./create-product.ts";
import { numericId } from "./numeric-id.ts";

/** Pictures of a shop, and which of them were asked for. */
export type ShopPictures = {
  findImage: FindImage;
  /** Files that were asked for and are not there, or no pictures. */
  missing(): string[];
  /** Changes when a picture that was asked for has come, gone or become another. */
  stamp(): string;
};

/** Finds pictures of `content/store` among the prepared ones, where they are called `store/{name}`. */
export function createShopPictures(findPicture: FindPicture): ShopPictures {
  const asked = new Map<string, string>();

  function versionOf(name: string): string {
    return findPicture(name, "")?.version ?? "";
  }

  return {
    findImage(file, altText, owner): CatalogueImage | null {
      const name = pictureNameOf(file);
      asked.set(name, file);
      const picture = findPicture(name, altText);
      if (!picture) return null;
      // The largest prepared size is what its address leads to, and it is never wider than this.
      const width = Math.min(picture.width, PICTURE_WIDTHS.hero);
      return {
        id: numericId(`image:${owner}/${name}`),
        path: `/optimized/${pictureAddressName(name)}-hero.jpg?v=${picture.version}`,
        altText,
        width,
        height: Math.round((picture.height * width) / picture.width),
      };
    },
    missing: () => [...asked].filter(([name]) => versionOf(name) === "").map(([, file]) => file),
    stamp: () => [...asked.keys()].map(versionOf).join(),
  };
}

/** What a file of `content/store` is called among the prepared pictures. */
function pictureNameOf(file: string): string {
  return `store/${file.replaceAll("\\", "/").replace(/\.[^./]+$/, "")}`;
}
