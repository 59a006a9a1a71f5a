import { type FileFolder, MAX_FILE_BYTES } from "@porchlight/protocol/content-editing.ts";
import type { FileFailure, FileUploadError } from "../../media/files/file-uploads.ts";

const MAX_GIGABYTES = MAX_FILE_BYTES / 1024 / 1024 / 1024;

const FORMATS: Readonly<Record<FileFolder, string>> = {
  music: "A recording has to be an MP3, M4A, Ogg, Opus, FLAC or WAV file.",
  press: "A file of the press kit has to be a PDF, a picture, a text, an MP3, a WAV or a ZIP file.",
};

const FAILURES: Readonly<Record<Exclude<FileFailure, "unknown-format" | "unusable">, string>> = {
  "too-large": `A file may have at most ${MAX_GIGABYTES} GB.`,
  "too-many": "Too many uploads are not finished. Continue or discard some of them first.",
  "disk-full": "The disk of the server has no room for this file. Nothing was stored. Make room, then upload it again.",
  incomplete: "The file has not arrived completely yet.",
  "too-long": "More bytes arrived than the file has. Please upload it again.",
};

/** What the owner reads if a file is not stored. */
export function explainFileFailure({ reason, detail = "" }: FileUploadError, folder: FileFolder): string {
  if (reason === "unknown-format") return FORMATS[folder];
  if (reason === "unusable") return `This file cannot be used: it ${detail}. Nothing was stored.`;
  return FAILURES[reason];
}

export const NO_UPLOAD = "There is no such upload. It was finished, cancelled, or not continued for a week.";
export const NO_FILE_FOLDER = "folder must be music or press.";
export const NOT_WRITABLE = "The folder of this file cannot be written.";
