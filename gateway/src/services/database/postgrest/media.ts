import { PostgrestError } from "./errors.ts";

/** The format of the rows in a response. */
export type Media = {
  format: "array" | "object" | "csv";
  /** Whether fields that are null are left out. */
  nullsStripped: boolean;
  contentType: string;
};

const CHARSET = "; charset=utf-8";
const JSON_ARRAY: Media = { format: "array", nullsStripped: false, contentType: `application/json${CHARSET}` };
const CSV: Media = { format: "csv", nullsStripped: false, contentType: `text/csv${CHARSET}` };

/**
 * Chooses the format of the response by the `Accept` header: the available one with the highest quality.
 *
 * @throws {PostgrestError} when none is available
 */
export function parseAccept(header: string | undefined): Media {
  if (header === undefined || header.trim() === "" || header === "*/*") return JSON_ARRAY;
  const accepted = header
    .split(",")
    .map((part) => part.split(";").map((piece) => piece.trim()))
    .map(([type = "", ...parameters]) => ({ type: type.toLowerCase(), parameters, quality: parseQuality(parameters) }))
    .sort((a, b) => b.quality - a.quality);
  for (const { type, parameters } of accepted) {
    const media = findMedia(type, parameters.includes("nulls=stripped"));
    if (media !== undefined) return media;
  }
  throw new PostgrestError(406, {
    code: "PGRST107",
    message: `None of these media types are available: ${accepted.map(({ type }) => type).join(", ")}`,
  });
}

function findMedia(type: string, nullsStripped: boolean): Media | undefined {
  const parameter = nullsStripped ? ";nulls=stripped" : "";
  switch (type) {
    case "*/*":
    case "application/json":
      return JSON_ARRAY;
    case "application/vnd.pgrst.object":
    case "application/vnd.pgrst.object+json":
      return {
        format: "object",
        nullsStripped,
        contentType: `application/vnd.pgrst.object+json${parameter}${CHARSET}`,
      };
    case "application/vnd.pgrst.array":
    case "application/vnd.pgrst.array+json":
      return nullsStripped
        ? { format: "array", nullsStripped, contentType: `application/vnd.pgrst.array+json${parameter}${CHARSET}` }
        : JSON_ARRAY;
    case "text/csv":
      return CSV;
    default:
      return undefined;
  }
}

function parseQuality(parameters: readonly string[]): number {
  const quality = Number(parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? 1);
  return Number.isNaN(quality) ? 0 : quality;
}

/** @throws {PostgrestError} when the response is to be an object and there is not exactly one row */
export function requireSingular(media: Media, rows: number): void {
  if (media.format !== "object" || rows === 1) return;
  throw new PostgrestError(406, {
    code: "PGRST116",
    message: "Cannot coerce the result to a single JSON object",
    details: `The result contains ${rows} rows`,
  });
}
