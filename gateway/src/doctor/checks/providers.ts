import type { Finding } from "@porchlight/protocol/doctor.ts";
import { about } from "../finding.ts";
import type { Outside } from "../outside/outside.ts";
import type { Subject } from "../subject.ts";
import { unlessBroken } from "../unless-broken.ts";
import { checkAnalytics } from "./providers/analytics.ts";
import { checkMailchimp } from "./providers/mailchimp.ts";
import { checkShopify } from "./providers/shopify.ts";
import { checkSignIn } from "./providers/sign-in.ts";
import { checkSpotify } from "./providers/spotify.ts";
import { checkStripe } from "./providers/stripe.ts";
import { checkSupabase } from "./providers/supabase.ts";

/** Sends each provider in the settings a request that changes nothing there. */
export async function checkProviders({ settings }: Subject, outside: Outside): Promise<Finding[]> {
  if (!settings) return [];
  const { supabase, shopify, stripe, spotify, mailchimpSubscribeUrl, analytics, openId, publicUrl } = settings;
  const { fetch } = outside;
  const checks: [id: string, title: string, found: Promise<Finding[]> | "" | undefined][] = [
    ["supabase", "Supabase", supabase && checkSupabase(supabase, fetch)],
    ["shopify", "Shopify", shopify && checkShopify(shopify, fetch)],
    ["stripe", "Stripe", stripe && checkStripe(stripe, publicUrl, fetch)],
    ["spotify", "Spotify", spotify && checkSpotify(spotify, outside)],
    ["mailchimp", "Mailchimp", mailchimpSubscribeUrl && checkMailchimp(mailchimpSubscribeUrl, fetch)],
    ["analytics", "Google Analytics", analytics && checkAnalytics(analytics, fetch)],
    ["sign-in", "Linked sign-in", openId && checkSignIn(openId, fetch)],
  ];
  const all = await Promise.all(
    checks.map(([id, title, found]) => unlessBroken(about(`provider-${id}`, title), () => found || [], outside)),
  );
  return all.flat();
}
