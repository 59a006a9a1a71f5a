/** Sentences of the field for recordings and files of the press kit. */
import { type FileFolder, MAX_FILE_BYTES } from "@porchlight/protocol/content-editing.ts";

const MEGABYTE = 1024 * 1024;
const inUnit = (unit: "kilobyte" | "megabyte") =>
  new Intl.NumberFormat("en", { style: "unit", unit, unitDisplay: "short", maximumFractionDigits: 1 });
const [kilobytes, megabytes] = [inUnit("kilobyte"), inUnit("megabyte")];

/** A size in words: "612 MB". */
export function sizeInWords(bytes: number): string {
  return bytes < MEGABYTE / 10 ? kilobytes.format(bytes / 1024) : megabytes.format(bytes / MEGABYTE);
}

const KINDS: Readonly<Record<FileFolder, string>> = { music: "recording", press: "file" };

export const file = {
  choose: (folder: FileFolder) => `Choose a ${KINDS[folder]}`,
  chooseOther: (folder: FileFolder) => `Choose another ${KINDS[folder]}`,
  upload: (folder: FileFolder) => `Upload a ${KINDS[folder]}`,
  remove: (folder: FileFolder) => `Remove this ${KINDS[folder]}`,
  orDrop: "or drop one here",
  none: (folder: FileFolder) => `No ${KINDS[folder]} yet`,
  missing: (name: string, folder: FileFolder) => `There is no file “${name}” in ${folder}.`,
  chooserEmpty: "There are no files in this folder yet. Close this, then upload one.",
  loading: "Loading…",
  loadFailed: "The files could not be loaded.",
  close: "Close",
  tooLarge: `A file may have at most ${MAX_FILE_BYTES / MEGABYTE / 1024} GB.`,
  failed: "The file could not be uploaded. Please try again.",
  /** Offers to continue an upload from an earlier visit. */
  unfinished: "Begun and not finished. Upload the same file again, and it goes on from there.",
  unfinishedFile: (name: string, part: string, size: string) => `${name}: ${part} of ${size}`,
  discard: (name: string) => `Discard ${name}`,
};

export const upload = {
  waiting: (name: string) => `${name} waits for the upload before it.`,
  sending: (name: string) => `Uploading ${name}. You can go on working in the dashboard.`,
  interrupted: (name: string) => `The connection is lost. ${name} goes on by itself.`,
  checking: (name: string) => `${name} has arrived and is being checked…`,
  paused: (name: string) => `${name} is paused.`,
  done: (name: string) => `${name} is stored, and is in the draft.`,
  doneUnnamed: (name: string) => `${name} is stored. Its entry was removed; choose the file where it belongs.`,
  progress: (sent: string, size: string, part: string) => `${sent} of ${size}, ${part}`,
  /** Read aloud at each quarter. */
  quarter: (name: string, part: string) => `${name}: ${part}`,
  pause: (name: string) => `Pause ${name}`,
  resume: (name: string) => `Continue ${name}`,
  cancel: (name: string) => `Cancel ${name}`,
  tryAgain: (name: string) => `Try again: ${name}`,
  dismiss: (name: string) => `Close the note about ${name}`,
  short: { pause: "Pause", resume: "Continue", cancel: "Cancel", tryAgain: "Try again", dismiss: "Close" },
};
