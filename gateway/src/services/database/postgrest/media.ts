import { PostgrestError } from "./errors.ts";

/** Shape of an answer's rows. */
export type Media = {
  format: "array" | "object" | "csv";
  /** Leaves out fields that are null. */
  nullsStripped: boolean;
  contentType: string;
};

const CHARSET = "; charset=utf-8";
const JSON_ARRAY: Media = { format: "array", nullsStripped: false, contentType: `application/json${CHARSET}` };
const CSV: Media = { format: "csv", nullsStripped: false, contentType: `text/csv${CHARSET}` };

/**
 * Chooses the shape of the answer from the `Accept` header: the first of the best liked that we have.
 * @throws {PostgrestError} when there is none
 */
export function parseAccept(header: string | undefined): Media {
  if (header === undefined || header.trim() === "" || header === "*/*") return JSON_ARRAY;
  const liked = header
    .split(",")
    .map((part) => part.split(";").map((piece) => piece.trim()))
    .map(([type = "", ...parameters]) => ({ type: type.toLowerCase(), parameters, quality: qualityOf(parameters) }))
    .sort((a, b) => b.quality - a.quality);
  for (const { type, parameters } of liked) {
    const media = mediaFor(type, parameters.includes("nulls=stripped"));
    if (media !== undefined) return media;
  }
  throw new PostgrestError(406, {
    code: "PGRST107",
    message: `None of these media types are available: ${liked.map(({ type }) => type).join(", ")}`,
  });
}

function mediaFor(type: string, nullsStripped: boolean): Media | undefined {
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

function qualityOf(parameters: readonly string[]): number {
  const quality = Number(parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? 1);
  return Number.isNaN(quality) ? 0 : quality;
}

/** Refuses unless there is exactly the one row that an object stands for. */
export function requireSingular(media: Media, rows: number): void {
  if (media.format !== "object" || rows === 1) return;
  throw new PostgrestError(406, {
    code: "PGRST116",
    message: "Cannot coerce the result to a single JSON object",
    details: `The result contains ${rows} rows`,
  });
}
