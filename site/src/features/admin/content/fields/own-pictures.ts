import type { ContentPicture, EditableFile, PictureFolder } from "@porchlight/protocol/content-editing.ts";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { createOwnPictures, type OwnPictures } from "../../../../api/pictures.ts";
import { useDashboard } from "../../shared/dashboard-context.ts";

/** The pictures of a folder. All fields and lists of the folder share them. */
type FolderOfPictures = UseQueryResult<ContentPicture[]> & { pictures: OwnPictures; queryKey: readonly unknown[] };

/** @param isDrawing whether they are for a logo or an icon */
export function useOwnPictures(folder: PictureFolder, isDrawing = false): FolderOfPictures {
  const { session } = useDashboard();
  const pictures = useMemo(() => createOwnPictures(session.accessToken, isDrawing), [session, isDrawing]);
  const queryKey = ["content-pictures", folder, isDrawing];
  const query = useQuery({ queryKey, queryFn: ({ signal }) => pictures.list(folder, signal) });
  return { ...query, pictures, queryKey };
}

/** The folder of the pictures that a file names. */
export function folderOfPictures(file: EditableFile): PictureFolder {
  return file.startsWith("music/") ? "music" : file.startsWith("store/") ? "store" : "images";
}

/** How a file of the content names a picture: `n1`, or `n1.jpg`. */
export function nameOfPicture({ file }: ContentPicture, by: "name" | "file"): string {
  return by === "file" ? file : file.replace(/\.[^.]*$/, "");
}
