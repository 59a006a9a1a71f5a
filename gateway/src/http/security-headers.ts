import { createHash } from "node:crypto";

/** What a document's policy has to allow beyond the base. Features that need another host add their row here. */
export type DocumentNeeds = {
  /** Text of each inline script and style, allowed by its checksum. */
  inlineScripts: string[];
  inlineStyles: string[];
  /** Domain of the hosted shop whose Shop Pay the cart offers; its script is asked for only after a click. */
  shopPayDomain?: string | undefined;
  /** Whether albums of the Music screen may be played in Spotify's frame; it is asked for only after a click. */
  embedsSpotify?: boolean | undefined;
  /** Under `npm run dev` Vite adds inline styles and scripts and a WebSocket. */
  isDevelopment: boolean;
};

/** Where albums are shown at Spotify, and where its frame comes from. */
export const SPOTIFY_SITE = "https://open.spotify.com";

/** Headers that every answer carries. */
export function baseHeaders(publicUrl: string): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    ...(publicUrl.startsWith("https:") && { "Strict-Transport-Security": "max-age=31536000" }),
  };
}

/** What answers that are no documents carry, so that one opened by itself can do nothing. */
export const CLOSED_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Headers of a document: a strict policy, opened only where this document needs it. */
export function documentHeaders(needs: DocumentNeeds): Record<string, string> {
  const policy: Record<string, string[]> = {
    "default-src": ["'none'"],
    "script-src": ["'self'", ...needs.inlineScripts.map(checksumOf)],
    "style-src": ["'self'", ...needs.inlineStyles.map(checksumOf)],
    "img-src": ["'self'"],
    "font-src": ["'self'"],
    "media-src": ["'self'"],
    "connect-src": ["'self'"],
    "manifest-src": ["'self'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
  };
  if (needs.shopPayDomain) {
    for (const [directive, sources] of Object.entries(shopPaySources(needs.shopPayDomain))) {
      policy[directive] = [...(policy[directive] ?? []), ...sources];
    }
  }
  if (needs.embedsSpotify) policy["frame-src"] = [...(policy["frame-src"] ?? []), SPOTIFY_SITE];
  if (needs.isDevelopment) {
    policy["style-src"]?.push("'unsafe-inline'");
    policy["connect-src"]?.push("ws:");
  }
  return {
    "Content-Security-Policy": Object.entries(policy)
      .map(([name, values]) => `${name} ${values.join(" ")}`)
      .join("; "),
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(self), usb=(), browsing-topics=()",
    "X-Frame-Options": "DENY",
  };
}

/**
 * Headers of the checkout's pages. A browser holds `form-action` against the redirect to the card processor too.
 */
export function checkoutHeaders({ takesCards }: { takesCards: boolean }): Record<string, string> {
  return plainPageHeaders(takesCards ? ["https://checkout.stripe.com"] : []);
}

/**
 * Headers of pages without script, whose addresses hold a key: none is told to where a link leads, kept by a cache or
 * found by a search engine.
 *
 * @param formTargets where forms may lead beyond this site
 */
export function plainPageHeaders(formTargets: readonly string[] = []): Record<string, string> {
  return {
    "Content-Security-Policy":
      "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; manifest-src 'self'; " +
      `form-action ${["'self'", ...formTargets].join(" ")}; base-uri 'none'; frame-ancestors 'none'`,
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "X-Frame-Options": "DENY",
    "X-Robots-Tag": "noindex",
  };
}

/** What Shop Pay's button loads, frames and speaks to. Source: shopify.dev, Hydrogen, ShopPayButton. */
function shopPaySources(shopDomain: string): Record<string, string[]> {
  return {
    "script-src": ["https://cdn.shopify.com"],
    "connect-src": ["https://shop.app", `https://${shopDomain}`],
    "frame-src": ["https://shop.app"],
    "img-src": ["https://cdn.shopify.com"],
  };
}

function checksumOf(inline: string): string {
  return `'sha256-${createHash("sha256").update(inline).digest("base64")}'`;
}
