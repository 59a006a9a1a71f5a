import type Stripe from "stripe";
import type { StripeSettings } from "../../../../config/provider-settings.ts";

/** How long Stripe may take, in milliseconds: a buyer is waiting. */
const TIMEOUT_MS = 15_000;
const RETRIES = 2;

/** Makes the client at the first call: the library takes longer to load than everything else at a start. */
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
        // All tries of a call have one key, made by the library. One that calls share would hold a later call to the
        // words, and for a day to the answer, of an earlier one.
        maxNetworkRetries: RETRIES,
        telemetry: false,
      });
    });
    return client;
  };
}

/**
 * What of a failure may be logged: never a message, which can hold what a buyer wrote. A refusal will be one again;
 * anything else may pass.
 */
export function describeFailure(error: unknown): { isRefusal: boolean; type?: string; code?: string; status?: number } {
  if (!(error instanceof Error)) return { isRefusal: false };
  // What the library's errors carry; another error has none of it.
  const { type, code, statusCode } = error as { type?: string; code?: string; statusCode?: number };
  return {
    isRefusal: statusCode !== undefined && statusCode >= 400 && statusCode < 500 && ![409, 429].includes(statusCode),
    ...(type && { type }),
    ...(code && { code }),
    ...(statusCode && { status: statusCode }),
  };
}
