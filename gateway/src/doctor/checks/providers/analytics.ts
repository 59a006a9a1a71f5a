import type { Finding } from "@porchlight/protocol/doctor.ts";
import type { AnalyticsSettings } from "../../../config/provider-settings.ts";
import { about } from "../../finding.ts";
import type { Outside } from "../../outside/outside.ts";
import { tryFetch } from "../../try-fetch.ts";

const analytics = about("provider-analytics", "Google Analytics");

/**
 * Sends an event to the server that validates events without counting them. Nothing can check whether the id and the
 * secret are right: this server ignores both, and the server that counts accepts everything.
 * Source: developers.google.com, Measurement Protocol, "Validate events".
 */
export async function checkAnalytics(
  { measurementId, apiSecret, url }: AnalyticsSettings,
  fetch: Outside["fetch"],
): Promise<Finding[]> {
  const query = new URLSearchParams({ measurement_id: measurementId, api_secret: apiSecret });
  const result = await tryFetch(fetch, `${url}/debug/mp/collect?${query}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ client_id: "porchlight.site", events: [{ name: "page_view", params: {} }] }),
  });
  if (!("response" in result)) {
    return [analytics.bad(`It cannot be reached: ${result.why}.`, "Let this machine reach www.google-analytics.com.")];
  }
  const { status, ok } = result.response;
  await result.response.body?.cancel();
  if (!ok) return [analytics.bad(`It answers ${status}.`, "Remove the line GA_URL from .env: it is for tests only.")];
  return [
    analytics.unknown(
      "It answers, but never says whether the id and the secret are right.",
      "Open your site, then look for the visit under Realtime in Google Analytics.",
    ),
  ];
}
