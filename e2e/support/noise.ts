import type { BrowserContext } from "@playwright/test";

/** Chromium reports an error if a page is left while it opens a socket. */
const SOCKET_ABORTED = /WebSocket is closed before the connection is established/;

/** What browsers report although nothing is wrong. */
export const HARMLESS_COMPLAINTS: readonly RegExp[] = [SOCKET_ABORTED];

/**
 * Collects everything that a visitor's browser complains about: console errors and warnings (violations of the content
 * security policy and failed hydration among them), uncaught errors, failed requests, and requests to other origins.
 */
export class Noise {
  readonly #heard: string[] = [];
  readonly #provoked: RegExp[] = [];
  readonly #tolerated: RegExp[] = [...HARMLESS_COMPLAINTS];

  /** Listens to every page of a context, including those that open later. */
  listen(context: BrowserContext, origin: string): void {
    context.on("console", (message) => {
      if (!["error", "warning"].includes(message.type())) return;
      this.#heard.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    });
    context.on("weberror", (webError) => {
      this.#heard.push(`uncaught: ${webError.error().stack ?? webError.error().message}`);
    });
    context.on("request", (request) => {
      const url = new URL(request.url());
      if (/^(https?|wss?):$/.test(url.protocol) && url.origin !== origin) {
        this.#heard.push(`request to another origin: ${url.href}`);
      }
    });
    context.on("requestfailed", (request) => {
      const reason = request.failure()?.errorText ?? "";
      // A page that is left aborts its requests.
      if (reason !== "net::ERR_ABORTED") this.#heard.push(`request failed: ${request.url()} ${reason}`);
    });
  }

  /** Announces complaints that the test causes on purpose. Each pattern must match at least one. */
  provoke(...patterns: RegExp[]): void {
    this.#provoked.push(...patterns);
  }

  /** Announces complaints that may or may not appear. */
  tolerate(...patterns: RegExp[]): void {
    this.#tolerated.push(...patterns);
  }

  /** Returns complaints that nobody announced, and announced complaints that did not appear. */
  complaints(): string[] {
    const known = [...this.#provoked, ...this.#tolerated];
    const unexpected = this.#heard.filter((line) => !known.some((pattern) => pattern.test(line)));
    const unheard = this.#provoked.filter((pattern) => !this.#heard.some((line) => pattern.test(line)));
    return [...unexpected, ...unheard.map((pattern) => `provoked, but not heard: ${pattern}`)];
  }
}
