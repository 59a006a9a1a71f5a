import type { EditableFile, FileValue, PictureFolder, ValuePath } from "@porchlight/protocol/content-editing.ts";
import { isNamed, valueAt } from "@porchlight/protocol/content-values.ts";
import { folderOfPictures, nameOfPicture, useOwnPictures } from "../fields/own-pictures.ts";

/** The picture of an item in its row of a list. Empty for an item without a picture. */
export function ItemThumbnail({ file, item }: { file: EditableFile; item: FileValue }) {
  const folder = folderOfPictures(file);
  const name = PLACES[folder](item)
    .map((path) => valueAt(item, path))
    .find((value) => typeof value === "string" && value !== "");
  return name === undefined ? null : <Thumbnail folder={folder} name={String(name)} />;
}

/** Where an item may name its picture, in order of preference. */
const PLACES: Readonly<Record<PictureFolder, (item: FileValue) => ValuePath[]>> = {
  store: () => [["file"], ["images", 0, "file"], ["image", "file"]],
  music: () => [["cover"]],
  // Only a picture itself has a description.
  images: (item) => [isNamed(item) && "alt" in item ? ["name"] : ["picture", "name"]],
};

function Thumbnail({ folder, name }: { folder: PictureFolder; name: string }) {
  const { data } = useOwnPictures(folder);
  const by = folder === "images" ? "name" : "file";
  const thumbnail = data?.find((picture) => nameOfPicture(picture, by) === name)?.thumbnail;
  // An empty box while the list loads, so that the row does not move.
  return thumbnail ? (
    <img className="form-item-picture" src={thumbnail} alt="" loading="lazy" />
  ) : (
    <span className="form-item-picture" />
  );
}
