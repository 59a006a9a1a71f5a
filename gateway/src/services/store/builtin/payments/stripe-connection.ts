import type Stripe from "stripe";
import type { StripeSettings } from "../../../../config/provider-settings.ts";
import { fetchAtMost } from "../../../../http/bounded-body.ts";

/** How long Stripe may take for a whole response, in milliseconds. A buyer is waiting. */
const TIMEOUT_MS = 15_000;
const RETRIES = 2;
/** Longest response of Stripe, in bytes. A payment page has a few kB, a list of refunds a hundred. */
const MAX_BODY_BYTES = 1024 * 1024;

/** Creates the client at the first call, because loading the library takes longer than the rest of the start. */
export function connectStripe({ secretKey, apiUrl }: StripeSettings): () => Promise<Stripe> {
  let client: Promise<Stripe> | undefined;
  return () => {
    client ??= import("stripe").then(({ default: StripeClient }) => {
      const { protocol, hostname, port } = new URL(apiUrl);
      return new StripeClient(secretKey, {
        protocol: protocol === "http:" ? "http" : "https",
        host: hostname,
        ...(port && { port }),
        timeout: TIMEOUT_MS,
        // The library's other client reads a response of any length, even one that never ends.
        httpClient: StripeClient.createFetchHttpClient(fetchAtMost(MAX_BODY_BYTES)),
        // The library makes an idempotency key for each call, and uses it for all its retries. We set no key for
        // several calls: for a day, Stripe would reject other parameters and repeat the response to the first call.
        maxNetworkRetries: RETRIES,
        telemetry: false,
      });
    });
    return client;
  };
}

/**
 * The parts of a failure that may be logged. The message may not, because it can contain what a buyer typed.
 * `isRefusal`: Stripe will reject the same request again. Any other failure may be temporary.
 */
export function describeFailure(error: unknown): { isRefusal: boolean; type?: string; code?: string; status?: number } {
  if (!(error instanceof Error)) return { isRefusal: false };
  // The cast holds: errors of the library have these fields, and other errors have none of them.
  const { type, code, statusCode } = error as { type?: string; code?: string; statusCode?: number };
  return {
    isRefusal: statusCode !== undefined && statusCode >= 400 && statusCode < 500 && ![409, 429].includes(statusCode),
    ...(type && { type }),
    ...(code && { code }),
    ...(statusCode && { status: statusCode }),
  };
}
