import { MAX_PICTURE_BYTES } from "@porchlight/protocol/content-editing.ts";
import type { UploadFailure } from "../../media/uploads/upload-error.ts";

const ACCEPTED = "JPEG, PNG, WebP, AVIF or a GIF that does not move";
const MAX_MEGABYTES = MAX_PICTURE_BYTES / 1024 / 1024;

/** What the owner reads if a picture is not stored. */
export const UPLOAD_FAILURES: Readonly<Record<UploadFailure, string>> = {
  "length-missing": "The size of the picture did not arrive. Please upload it again.",
  "too-large": `A picture may have at most ${MAX_MEGABYTES} MB.`,
  incomplete: "The picture did not arrive completely. Please upload it again.",
  "disk-full":
    "The disk of the server has no room for this picture. Nothing was stored. Make room, then upload it again.",
  heic: "This is a HEIC picture, which cannot be read here. Save it as JPEG, then upload that.",
  "svg-elsewhere": `An SVG can only be a logo or an icon. Upload ${ACCEPTED}.`,
  "svg-unusable": "This SVG cannot be drawn. Save it again as a plain SVG, then upload that.",
  "unknown-format": `This file is no picture that can be used. Upload ${ACCEPTED}.`,
  moving: "This picture moves. Upload one that does not.",
  "too-many-pixels": "This picture has too many pixels. Make it smaller, then upload it again.",
  unreadable: "This picture is damaged and cannot be read. Save it again, then upload that.",
};

export const NOT_OWN = "This is still the content that ships with the program. Make it yours first.";
export const NO_SUCH_FOLDER = "folder must be images, store or music.";
