import { readFileSync } from "node:fs";
import { type Prepared, prepare, respond } from "../../../http/prepared.ts";
import { CLOSED_POLICY } from "../../../http/security-headers.ts";

/** The stylesheet that all pages without script share. */
const SHARED = new URL("./plain.css", import.meta.url);

type Stylesheet = {
  /** Its address, which changes whenever the content changes. */
  readonly address: string;
  respond(request: Request): Response;
};

/**
 * Makes the stylesheet of one kind of pages. The files are read at the first request.
 *
 * @param path the path at which it is served
 * @param parts further files, in order, after the shared one
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
