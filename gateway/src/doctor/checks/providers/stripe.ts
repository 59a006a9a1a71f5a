import type { Finding } from "@porchlight/protocol/doctor.ts";
import * as v from "valibot";
import { STRIPE_WEBHOOK_PATH, type StripeSettings } from "../../../config/provider-settings.ts";
import { STRIPE_EVENTS } from "../../../services/store/builtin/payments/stripe-webhook.ts";
import { about } from "../../finding.ts";
import type { Outside } from "../../outside/outside.ts";
import { jsonOf, tryFetch } from "../../try-fetch.ts";

const stripe = about("provider-stripe", "Stripe");
const webhook = about("provider-stripe-webhook", "Stripe's webhook");

const Endpoints = v.object({
  data: v.array(v.object({ url: v.string(), status: v.string(), enabled_events: v.array(v.string()) })),
});

/**
 * Checks whether the key has the rights that payments need, and whether Stripe notifies this site of payments.
 * Source: docs.stripe.com, API, "List all Checkout Sessions" and "List all webhook endpoints".
 */
export async function checkStripe(
  { secretKey, apiUrl }: StripeSettings,
  publicUrl: string,
  fetch: Outside["fetch"],
): Promise<Finding[]> {
  const headers = { Authorization: `Bearer ${secretKey}` };
  const sessions = await tryFetch(fetch, `${apiUrl}/v1/checkout/sessions?limit=1`, { headers });
  if (!("response" in sessions)) {
    return [stripe.bad(`It cannot be reached: ${sessions.why}.`, "Let this machine reach api.stripe.com.")];
  }
  // Only the status matters.
  await sessions.response.body?.cancel();
  return [
    checkKey(sessions.response.status, secretKey, publicUrl),
    ...(sessions.response.status === 401 ? [] : [await checkWebhook(apiUrl, headers, publicUrl, fetch)]),
  ];
}

function checkKey(status: number, secretKey: string, publicUrl: string): Finding {
  if (status === 401) {
    return stripe.bad("It refuses the key.", "Copy STRIPE_SECRET_KEY again from Stripe's API keys.");
  }
  if (status === 403) {
    return stripe.bad(
      "The restricted key may not read checkout sessions.",
      "In Stripe's API keys, let it write checkout sessions and refunds.",
    );
  }
  if (status !== 200) return stripe.look(`It answers ${status}.`, "Try again in a while; see status.stripe.com.");
  return secretKey.includes("_test_") && publicUrl.startsWith("https:")
    ? stripe.look(
        "The key is for test mode, so no money arrives.",
        "To go live, put the live mode's key and signing secret into .env.",
      )
    : stripe.good("It accepts the key.");
}

async function checkWebhook(
  apiUrl: string,
  headers: Record<string, string>,
  publicUrl: string,
  fetch: Outside["fetch"],
): Promise<Finding> {
  const address = `${publicUrl}${STRIPE_WEBHOOK_PATH}`;
  const result = await tryFetch(fetch, `${apiUrl}/v1/webhook_endpoints?limit=100`, { headers });
  const read = "response" in result ? v.safeParse(Endpoints, await jsonOf(result.response)) : undefined;
  if (!read?.success) {
    return webhook.unknown(
      "With this key, the check cannot tell whether Stripe notifies this site of payments.",
      `Check under Webhooks at Stripe that one sends events to ${address}, and that its deliveries succeed.`,
    );
  }
  const ours = read.output.data.filter(({ url }) => url === address);
  const enabled = ours.find(({ status }) => status === "enabled");
  if (!enabled) {
    return webhook.bad(
      ours.length === 0 ? `No webhook sends events to ${address}.` : "It is switched off at Stripe.",
      "Set it up under Webhooks at Stripe, as docs/running.md says under Selling. Without it paid orders stay open.",
    );
  }
  const missing = STRIPE_EVENTS.filter((event) => !enabled.enabled_events.some((one) => one === event || one === "*"));
  return missing.length === 0
    ? webhook.good("It has every event that is needed. Only a payment shows whether its secret is right.")
    : webhook.bad(`It lacks ${missing.join(", ")}.`, "Add these events to it under Webhooks at Stripe.");
}
