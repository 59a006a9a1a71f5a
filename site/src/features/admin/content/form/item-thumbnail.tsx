import type { EditableFile, FileValue, PictureFolder } from "@porchlight/protocol/content-editing.ts";
import { isNamed, valueAt } from "@porchlight/protocol/content-values.ts";
import { nameOfPicture, useOwnPictures } from "../fields/own-pictures.ts";

/** Where an item names its picture. Names have no ending, files do. */
type Place = { folder: PictureFolder; by: "name" | "file"; name: string };

/** The picture of an item in its row of a list. Items without one have none. */
export function ItemThumbnail({ file, item }: { file: EditableFile; item: FileValue }) {
  const place = findPicture(file, item);
  return place ? <Thumbnail {...place} /> : null;
}

function Thumbnail({ folder, by, name }: Place) {
  const { data } = useOwnPictures(folder);
  const thumbnail = data?.find((picture) => nameOfPicture(picture, by) === name)?.thumbnail;
  // An empty box while the list loads, so that the row does not move.
  return thumbnail ? (
    <img className="form-item-picture" src={thumbnail} alt="" loading="lazy" />
  ) : (
    <span className="form-item-picture" />
  );
}

function findPicture(file: EditableFile, item: FileValue): Place | undefined {
  if (!isNamed(item)) return undefined;
  const text = (...path: (string | number)[]) => {
    const value = valueAt(item, path);
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const places: (Omit<Place, "name"> & { name: string | undefined })[] =
    file === "store/products.yaml"
      ? [{ folder: "store", by: "file", name: text("file") ?? text("images", 0, "file") ?? text("image", "file") }]
      : file === "music/albums.yaml"
        ? [{ folder: "music", by: "file", name: text("cover") }]
        : "alt" in item
          ? [{ folder: "images", by: "name", name: text("name") }]
          : [{ folder: "images", by: "name", name: text("picture", "name") }];
  return places.flatMap(({ name, ...place }) => (name === undefined ? [] : { ...place, name }))[0];
}
