import { readFileSync } from "node:fs";
import { type Prepared, prepare, respond } from "../../../http/prepared.ts";
import { CLOSED_POLICY } from "../../../http/security-headers.ts";

/** What all pages without script share. */
const SHARED = new URL("./plain.css", import.meta.url);

/** A stylesheet of pages without script. */
type Stylesheet = {
  /** Its address, which changes with what it holds. */
  readonly address: string;
  respond(request: Request): Response;
};

/**
 * The stylesheet of one kind of pages, read at the first visit.
 *
 * @param path where it is served
 * @param parts files of its own in the order of the cascade, behind what all pages share
 */
export function createStylesheet(path: string, parts: readonly URL[] = []): Stylesheet {
  let prepared: Prepared | undefined;
  const get = () => {
    prepared ??= prepare({
      headers: {
        "Content-Type": "text/css; charset=utf-8",
        "Cache-Control": "public, max-age=31536000, immutable",
        "Content-Security-Policy": CLOSED_POLICY,
      },
      body: [SHARED, ...parts].map((part) => readFileSync(part, "utf8")).join(""),
    });
    return prepared;
  };
  return {
    get address() {
      return `${path}?v=${encodeURIComponent(get().etag.slice(3, 13))}`;
    },
    respond: (request) => respond(get(), request),
  };
}
