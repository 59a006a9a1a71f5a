import type { Finding } from "@porchlight/protocol/doctor.ts";
import type { Outside } from "../outside/outside.ts";
import type { Subject } from "../subject.ts";
import { checkAnalytics } from "./providers/analytics.ts";
import { checkMailchimp } from "./providers/mailchimp.ts";
import { checkShopify } from "./providers/shopify.ts";
import { checkSignIn } from "./providers/sign-in.ts";
import { checkSpotify } from "./providers/spotify.ts";
import { checkStripe } from "./providers/stripe.ts";
import { checkSupabase } from "./providers/supabase.ts";

/** Asks each provider that the settings name, and none else, something that changes nothing there. */
export async function checkProviders({ settings }: Subject, outside: Outside): Promise<Finding[]> {
  if (!settings) return [];
  const { supabase, shopify, stripe, spotify, mailchimpSubscribeUrl, analytics, openId, publicUrl } = settings;
  const { fetch } = outside;
  const all = await Promise.all([
    supabase && checkSupabase(supabase, fetch),
    shopify && checkShopify(shopify, fetch),
    stripe && checkStripe(stripe, publicUrl, fetch),
    spotify && checkSpotify(spotify, outside),
    mailchimpSubscribeUrl && checkMailchimp(mailchimpSubscribeUrl, fetch),
    analytics && checkAnalytics(analytics, fetch),
    openId && checkSignIn(openId, fetch),
  ]);
  return all.flatMap((findings) => findings || []);
}
