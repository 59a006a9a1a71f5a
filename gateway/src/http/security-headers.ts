import { createHash } from "node:crypto";

/** Sources that a feature needs beyond the base policy, by directive: `{ "frame-src": ["https://player.example"] }`. */
export type PolicySources = Readonly<Record<string, readonly string[]>>;

/** What a document needs beyond the base policy. */
type DocumentNeeds = {
  /** Text of each inline script and style, allowed by its checksum. */
  inlineScripts: string[];
  inlineStyles: string[];
  /** Sources of the services whose features the document has. */
  sources: readonly PolicySources[];
  /** Under `npm run dev` Vite adds inline styles and scripts and a WebSocket. */
  isDevelopment: boolean;
};

/** Headers of every response. */
export function baseHeaders(publicUrl: string): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    ...(publicUrl.startsWith("https:") && { "Strict-Transport-Security": "max-age=31536000" }),
  };
}

/** The policy of every response that is not a document. If a browser opens the response, it runs and loads nothing. */
export const CLOSED_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Prevents windows of other origins from accessing a document. It has no meaning for other responses. */
const OPENER_POLICY = { "Cross-Origin-Opener-Policy": "same-origin" };

/** Headers of a document: a strict policy that allows only what this document needs. */
export function documentHeaders(needs: DocumentNeeds): Record<string, string> {
  const policy: Record<string, string[]> = {
    "default-src": ["'none'"],
    "script-src": ["'self'", ...needs.inlineScripts.map(checksumOf)],
    "style-src": ["'self'", ...needs.inlineStyles.map(checksumOf)],
    "img-src": ["'self'"],
    "font-src": ["'self'"],
    "media-src": ["'self'"],
    // The dashboard shows previews in a frame, and it can open in the document of any page.
    "frame-src": ["'self'"],
    "connect-src": ["'self'"],
    "manifest-src": ["'self'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
  };
  for (const [directive, sources] of needs.sources.flatMap((row) => Object.entries(row))) {
    policy[directive] = [...(policy[directive] ?? []), ...sources];
  }
  if (needs.isDevelopment) {
    policy["style-src"]?.push("'unsafe-inline'");
    policy["connect-src"]?.push("ws:");
  }
  return {
    ...OPENER_POLICY,
    "Content-Security-Policy": Object.entries(policy)
      .map(([name, values]) => `${name} ${values.join(" ")}`)
      .join("; "),
    "Permissions-Policy": "camera=(), geolocation=(self), microphone=(), payment=(self), usb=(), browsing-topics=()",
    "X-Frame-Options": "DENY",
  };
}

/**
 * Headers of a preview: the document's own, but nothing runs, no form is sent, and the dashboard may show it in a
 * frame. Its address holds a key, like those of {@link plainPageHeaders}.
 */
export function previewHeaders(documentPolicy: string): Record<string, string> {
  const closed = /^(script-src|connect-src|form-action|frame-src|frame-ancestors) /;
  const directives = documentPolicy.split("; ").filter((directive) => !closed.test(directive));
  return {
    "Content-Security-Policy": [
      ...directives,
      "form-action 'none'",
      "frame-ancestors 'self'",
      "sandbox allow-same-origin",
    ].join("; "),
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "X-Frame-Options": "SAMEORIGIN",
    "X-Robots-Tag": "noindex",
  };
}

/**
 * Headers of pages without script. Their addresses hold a key, so no cache stores them, no search engine lists them and
 * linked sites do not learn the address.
 *
 * @param formTargets further origins that forms may lead to. Browsers also check the redirects after a form against
 * them
 */
export function plainPageHeaders(formTargets: readonly string[] = []): Record<string, string> {
  return {
    ...OPENER_POLICY,
    "Content-Security-Policy":
      "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; manifest-src 'self'; " +
      `form-action ${["'self'", ...formTargets].join(" ")}; base-uri 'none'; frame-ancestors 'none'`,
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "X-Frame-Options": "DENY",
    "X-Robots-Tag": "noindex",
  };
}

/** Headers of pages without script and without forms that everybody may read and search engines may list. */
export function publicPlainPageHeaders(): Record<string, string> {
  return {
    ...OPENER_POLICY,
    "Content-Security-Policy":
      "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; manifest-src 'self'; " +
      "form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-cache",
    "X-Frame-Options": "DENY",
  };
}

/**
 * Headers of a page that every site may show in a frame. The page loads nothing, runs nothing and takes no input, so a
 * frame gives a site nothing that a copy of the page would not. With the last two headers, even sites that isolate
 * themselves from other origins can show it.
 *
 * @param inlineStyle text of its only style
 */
export function embedHeaders(inlineStyle: string): Record<string, string> {
  return {
    "Content-Security-Policy":
      `default-src 'none'; style-src ${checksumOf(inlineStyle)}; ` +
      "base-uri 'none'; form-action 'none'; frame-ancestors *",
    "X-Robots-Tag": "noindex",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "cross-origin",
  };
}

function checksumOf(inline: string): string {
  return `'sha256-${createHash("sha256").update(inline).digest("base64")}'`;
}
