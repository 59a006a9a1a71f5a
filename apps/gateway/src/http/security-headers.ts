import { createHash } from "node:crypto";

/** What a document's policy has to allow beyond the base. Features that need another host add their row here. */
export type DocumentNeeds = {
  /** Text of each inline script and style, allowed by its checksum. */
  inlineScripts: string[];
  inlineStyles: string[];
  /** Domain of the hosted shop whose Shop Pay the cart offers; its script is asked for only after a click. */
  shopPayDomain?: string | undefined;
  /** Under `npm run dev` Vite adds inline styles and scripts and a WebSocket. */
  isDevelopment: boolean;
};

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
export const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Headers of a document: a strict policy, opened only where this document needs it. */
export function documentHeaders(needs: DocumentNeeds): Record<string, string> {
  const policy: Record<string, string[]> = {
    "default-src": ["'none'"],
    "script-src": ["'self'", ...needs.inlineScripts.map(checksumOf)],
    "style-src": ["'self'", ...needs.inlineStyles.map(checksumOf)],
    "img-src": ["'self'"],
    "font-src": ["'self'"],
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
 * Headers of the checkout's pages: no script at all. Their addresses hold a key, so none is told to where a link leads
 * or kept by a cache. A browser holds `form-action` against the redirect to the card processor too.
 */
export function checkoutHeaders({ takesCards }: { takesCards: boolean }): Record<string, string> {
  const formTargets = takesCards ? "'self' https://checkout.stripe.com" : "'self'";
  return {
    "Content-Security-Policy":
      "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; " +
      `form-action ${formTargets}; base-uri 'none'; frame-ancestors 'none'`,
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
