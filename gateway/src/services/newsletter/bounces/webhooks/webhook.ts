import type { ProviderBounce } from "../bounces.ts";

/** A provider's request: its body, and its header `Authorization` or `X-Webhook-Secret`. */
type WebhookRequest = { body: string; authorization: string | undefined; secret: string | undefined };

/**
 * What it says; nothing if it is not from the provider. `settle` is called once it was stored, or could not be: then the
 * provider may send it again.
 */
type WebhookResult = {
  status: 200 | 400 | 403 | 406 | 503;
  bounces?: ProviderBounce[];
  settle?: (isStored: boolean) => void;
};

/** Checks that a request is from the provider, and reads it. */
export type Webhook = (request: WebhookRequest) => Promise<WebhookResult>;
