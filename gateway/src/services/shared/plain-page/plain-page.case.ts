import { expect } from "vitest";

/** Checks the headers of a page without script, and that it holds no script or inline style. */
export function expectPlainPage({ headers, html }: { headers: Headers; html: string }): void {
  expect(headers.get("Content-Security-Policy")).toBe(
    "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
  expect(headers.get("Cache-Control")).toBe("no-store");
  expect(headers.get("Referrer-Policy")).toBe("no-referrer");
  expect(headers.get("X-Robots-Tag")).toBe("noindex");
  expect(html).not.toMatch(/<script| style="| on\w+="/);
}
