import type { BrowserContext } from "@playwright/test";

/** A page that is left gives up the socket that it was still opening, and Chromium says so in the script's name. */
const SOCKET_GIVEN_UP = /WebSocket is closed before the connection is established/;

/** What browsers may say although nothing is wrong. */
export const HARMLESS_COMPLAINTS: readonly RegExp[] = [SOCKET_GIVEN_UP];

/**
 * Everything that a visitor's browser complains of: console errors and warnings (broken content policies and failed
 * hydration are among them), uncaught errors, failed requests, and requests to any other origin than the site's own.
 */
export class Noise {
  readonly #heard: string[] = [];
  readonly #provoked: RegExp[] = [];
  readonly #tolerated: RegExp[] = [...HARMLESS_COMPLAINTS];

  /** Listens to every page of a context, those that it opens later too. */
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
      // A page that is left gives up what it was still fetching.
      if (reason !== "net::ERR_ABORTED") this.#heard.push(`request failed: ${request.url()} ${reason}`);
    });
  }

  /** Says that the test brings about what these patterns match. Each has to be heard, and none of it counts. */
  provoke(...patterns: RegExp[]): void {
    this.#provoked.push(...patterns);
  }

  /** Says that the site may or may not speak of what the test brings about. */
  tolerate(...patterns: RegExp[]): void {
    this.#tolerated.push(...patterns);
  }

  /** What was heard and not provoked, and what was to be provoked and not heard. */
  complaints(): string[] {
    const known = [...this.#provoked, ...this.#tolerated];
    const unexpected = this.#heard.filter((line) => !known.some((pattern) => pattern.test(line)));
    const unheard = this.#provoked.filter((pattern) => !this.#heard.some((line) => pattern.test(line)));
    return [...unexpected, ...unheard.map((pattern) => `provoked, but not heard: ${pattern}`)];
  }
}
