import { readFileSync } from "node:fs";
import { type Prepared, prepare, respond } from "../../../http/prepared.ts";
import { CLOSED_POLICY } from "../../../http/security-headers.ts";

/** In the order of the cascade. */
const PARTS = ["page.css", "form.css", "order.css", "media.css"];

/** The checkout's own stylesheet, read at the first visit. */
export function createStylesheet(): { path: string; respond: (request: Request) => Response } {
  let prepared: Prepared | undefined;
  const get = () => {
    prepared ??= prepare({
      headers: {
        "Content-Type": "text/css; charset=utf-8",
        "Cache-Control": "public, max-age=31536000, immutable",
        "Content-Security-Policy": CLOSED_POLICY,
      },
      body: PARTS.map((name) => readFileSync(new URL(`./styles/${name}`, import.meta.url), "utf8")).join(""),
    });
    return prepared;
  };
  return {
    get path() {
      return `/checkout/checkout.css?v=${encodeURIComponent(get().etag.slice(3, 13))}`;
    },
    respond: (request) => respond(get(), request),
  };
}
