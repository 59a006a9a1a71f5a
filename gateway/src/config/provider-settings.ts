/** Settings of the providers that the owner may plug in. Each function reads its settings and reports all mistakes. */
import { isEmailShaped } from "@porchlight/protocol/subscriber.ts";
import { isLoopback } from "../lib/loopback.ts";
import { readSender } from "../lib/mail-address.ts";
import type { SettingName } from "./settings.ts";

/** How emails are sent by SMTP. */
export type SmtpSettings = { url: string; from: string };
/** How the site learns which newsletters bounced. Each way is optional. */
export type BounceSettings = {
  /** Where delivery reports go: `bounces@example.com`. Emails also come to `bounces+anything@example.com`. */
  address: string | undefined;
  /** `imaps://name:password@mail.example.com`: the mailbox of that address. */
  imapUrl: string | undefined;
  /** The topic at Amazon SNS to which Amazon SES reports. */
  sesTopic: string | undefined;
  /** The secret that Postmark sends along. */
  postmarkSecret: string | undefined;
  /** Mailgun's HTTP webhook signing key. */
  mailgunKey: string | undefined;
};

/** An OpenID provider that knows the owner. */
export type OpenIdSettings = { issuer: string; clientId: string; clientSecret: string };
/** Stripe's hosted checkout. */
export type StripeSettings = {
  secretKey: string;
  /** The secret of the webhook endpoint, `whsec_…`. */
  webhookSecret: string;
  /** `https://api.stripe.com`, or the server of a test on this machine. */
  apiUrl: string;
};

/** Where Stripe sends its events, below the site's public address. */
export const STRIPE_WEBHOOK_PATH = "/checkout/stripe/webhook";

/** An artist at Spotify, and the application whose id and secret give access to their albums. */
export type SpotifySettings = {
  clientId: string;
  clientSecret: string;
  artistId: string;
  /** URL of the token service, without a slash at its end. */
  accountsUrl: string;
  /** URL of the Web API, without a slash at its end. */
  apiUrl: string;
};

/** A property of Google Analytics 4, and the secret for sending events to it. */
export type AnalyticsSettings = {
  measurementId: string;
  apiSecret: string;
  /** Without a slash at its end. */
  url: string;
};

/** A project of Supabase that stores the list and the owner's account. */
export type SupabaseSettings = {
  /** Without a slash at its end. */
  url: string;
  /** The publishable key, or the older "anon" key. */
  anonKey: string;
};

/** A project of Supabase with its secret key, or another Porchlight with a service key. */
export type SupabaseServiceSettings = {
  /** Without a slash at its end. */
  url: string;
  serviceKey: string;
};

/** A shop at Shopify. */
export type ShopifySettings = {
  /** `example.myshopify.com`. */
  domain: string;
  /** Origin of its Storefront API: `https://example.myshopify.com`. */
  origin: string;
  /** The public access token of the Storefront API. */
  accessToken: string;
  /** `2022-10`. */
  apiVersion: string;
};

/** Reads one setting. */
type ReadSetting = (name: SettingName) => string | undefined;

/** Reads the settings for emails by SMTP, if SMTP_URL is set. */
export function smtpOf(text: ReadSetting, adminEmail: string, mistakes: string[]): SmtpSettings | undefined {
  const url = text("SMTP_URL");
  const from = text("MAIL_FROM");
  if (url === undefined) return undefined;
  const server = URL.canParse(url) ? new URL(url) : undefined;
  if (!server?.hostname || !/^smtps?:$/.test(server.protocol) || server.search) {
    // The line may hold a password, so it is not repeated.
    mistakes.push("SMTP_URL must look like smtps://name:password@mail.example.com:465.");
  }
  if (from !== undefined && readSender(from) === undefined) {
    mistakes.push(`MAIL_FROM is "${from}"; it must look like Harbour Line <hello@example.com>.`);
  }
  if (from === undefined && !isEmailShaped(adminEmail)) {
    mistakes.push("MAIL_FROM is missing. Emails by SMTP_URL need a sender: set MAIL_FROM or ADMIN_EMAIL.");
  }
  return { url, from: from ?? adminEmail };
}

/**
 * A short address without a tag. The mark of an email must fit between it and the `@`: 64 characters in all. Source:
 * RFC 5321 §4.5.3.1.1.
 */
const BOUNCE_ADDRESS = /^[a-z\d._-]{1,20}@[a-z\d.-]+\.[a-z\d-]+$/;
const SECRET_MIN_LENGTH = 16;

/** Reads how the site learns which newsletters bounced. */
export function bouncesOf(text: ReadSetting, mistakes: string[]): BounceSettings {
  const address = text("BOUNCE_ADDRESS")?.toLowerCase();
  if (address !== undefined && !BOUNCE_ADDRESS.test(address)) {
    mistakes.push(
      `BOUNCE_ADDRESS is "${address}"; it must look like bounces@example.com, with at most 20 characters before the @.`,
    );
  }
  const imapUrl = text("BOUNCE_IMAP_URL");
  const mailbox = URL.canParse(imapUrl ?? "") ? new URL(imapUrl ?? "") : undefined;
  if (imapUrl !== undefined && !(mailbox?.hostname && mailbox.username && mailbox.password && isImap(mailbox))) {
    // The line holds a password, so it is not repeated.
    mistakes.push("BOUNCE_IMAP_URL must look like imaps://name:password@mail.example.com.");
  }
  const sesTopic = text("SES_TOPIC_ARN");
  if (sesTopic !== undefined && !/^arn:aws[a-z-]*:sns:[a-z\d-]+:\d{12}:[\w-]{1,256}$/.test(sesTopic)) {
    mistakes.push(`SES_TOPIC_ARN is "${sesTopic}"; it must look like arn:aws:sns:eu-west-1:123456789012:bounces.`);
  }
  const postmarkSecret = secretOf("POSTMARK_WEBHOOK_SECRET", text, mistakes);
  const mailgunKey = secretOf("MAILGUN_WEBHOOK_KEY", text, mistakes);
  return { address, imapUrl, sesTopic, postmarkSecret, mailgunKey };
}

function isImap({ protocol, search, hash, pathname }: URL): boolean {
  return /^imaps?:$/.test(protocol) && !search && !hash && /^\/?$/.test(pathname);
}

function secretOf(name: SettingName, text: ReadSetting, mistakes: string[]): string | undefined {
  const secret = text(name);
  if (secret !== undefined && secret.length < SECRET_MIN_LENGTH) {
    mistakes.push(`${name} has ${secret.length} characters; it needs at least ${SECRET_MIN_LENGTH}.`);
  }
  return secret;
}

/** Reads the settings of the linked sign-in, if at least one is set. */
export function openIdOf(text: ReadSetting, mistakes: string[]): OpenIdSettings | undefined {
  const clientId = text("GOOGLE_CLIENT_ID");
  const clientSecret = text("GOOGLE_CLIENT_SECRET");
  const issuer = text("OIDC_ISSUER");
  if (clientId === undefined && clientSecret === undefined && issuer === undefined) return undefined;
  const url = providerUrl(
    "OIDC_ISSUER",
    issuer,
    "https://accounts.google.com",
    "https://accounts.example.com",
    mistakes,
  );
  if (clientId === undefined || clientSecret === undefined) {
    mistakes.push("Linked sign-in needs both GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.");
    return undefined;
  }
  return { issuer: url, clientId, clientSecret };
}

/** Reads the settings of card payments, if at least one is set. */
export function stripeOf(text: ReadSetting, publicUrl: string, mistakes: string[]): StripeSettings | undefined {
  const secretKey = text("STRIPE_SECRET_KEY");
  const webhookSecret = text("STRIPE_WEBHOOK_SECRET");
  if (secretKey === undefined && webhookSecret === undefined) return undefined;
  // The lines may hold secrets, so they are not repeated.
  if (secretKey === undefined || !/^(sk|rk)_\w+$/.test(secretKey)) {
    mistakes.push("STRIPE_SECRET_KEY must be a secret or restricted key of Stripe; it begins with sk_ or rk_.");
  }
  if (webhookSecret === undefined || !/^whsec_\S+$/.test(webhookSecret)) {
    mistakes.push(
      "Card payments need STRIPE_WEBHOOK_SECRET too; it begins with whsec_. " +
        `Make the endpoint at Stripe with the address ${publicUrl}${STRIPE_WEBHOOK_PATH}.`,
    );
  }
  const stripe = "https://api.stripe.com";
  const apiUrl = providerUrl("STRIPE_API_URL", text("STRIPE_API_URL"), stripe, stripe, mistakes);
  if (secretKey === undefined || webhookSecret === undefined) return undefined;
  return { secretKey, webhookSecret, apiUrl };
}

/** Reads the settings of albums from Spotify, if at least one is set. */
export function spotifyOf(text: ReadSetting, mistakes: string[]): SpotifySettings | undefined {
  const clientId = text("SPOTIFY_CLIENT_ID");
  const clientSecret = text("SPOTIFY_CLIENT_SECRET");
  const artistId = text("SPOTIFY_ARTIST_ID");
  if (clientId === undefined && clientSecret === undefined && artistId === undefined) return undefined;
  const isWhole = clientId !== undefined && clientSecret !== undefined && artistId !== undefined;
  if (!isWhole) {
    mistakes.push(
      "Albums from Spotify need SPOTIFY_CLIENT_ID, SPOTIFY_CLIENT_SECRET and SPOTIFY_ARTIST_ID, all three.",
    );
  }
  if (artistId !== undefined && !/^[0-9A-Za-z]{22}$/.test(artistId)) {
    mistakes.push(
      `SPOTIFY_ARTIST_ID is "${artistId}"; it is the 22 letters and digits in the address of your artist page, ` +
        "https://open.spotify.com/artist/….",
    );
  }
  const accounts = "https://accounts.spotify.com";
  const api = "https://api.spotify.com";
  const accountsUrl = providerUrl("SPOTIFY_ACCOUNTS_URL", text("SPOTIFY_ACCOUNTS_URL"), accounts, accounts, mistakes);
  const apiUrl = providerUrl("SPOTIFY_API_URL", text("SPOTIFY_API_URL"), api, api, mistakes);
  if (!isWhole) return undefined;
  return { clientId, clientSecret, artistId, accountsUrl: withoutSlash(accountsUrl), apiUrl: withoutSlash(apiUrl) };
}

/** Reads the form's address at Mailchimp, if it is set. Source: mailchimp.com, "Add a Signup Form to Your Website". */
export function mailchimpOf(text: ReadSetting, mistakes: string[]): string | undefined {
  const address = text("MAILCHIMP_SUBSCRIBE_URL");
  if (address === undefined) return undefined;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isForm =
    url !== undefined &&
    isSafe(url) &&
    /\/subscribe\/post(-json)?$/.test(url.pathname) &&
    url.searchParams.has("u") &&
    url.searchParams.has("id");
  if (isForm) return address;
  mistakes.push(
    `MAILCHIMP_SUBSCRIBE_URL is "${address}"; it is the address after action= in the form's code, and looks like ` +
      "https://example.us1.list-manage.com/subscribe/post?u=…&id=….",
  );
  return undefined;
}

/** Reads the settings of Google Analytics, if at least one is set. */
export function analyticsOf(text: ReadSetting, mistakes: string[]): AnalyticsSettings | undefined {
  const measurementId = text("GA_MEASUREMENT_ID");
  const apiSecret = text("GA_API_SECRET");
  if (measurementId === undefined && apiSecret === undefined) return undefined;
  const isWhole = measurementId !== undefined && apiSecret !== undefined;
  if (!isWhole) mistakes.push("Google Analytics needs both GA_MEASUREMENT_ID and GA_API_SECRET.");
  if (measurementId !== undefined && !/^G-[0-9A-Z]+$/.test(measurementId)) {
    mistakes.push(`GA_MEASUREMENT_ID is "${measurementId}"; it looks like G-ABC123DEF4.`);
  }
  const google = "https://www.google-analytics.com";
  const url = withoutSlash(providerUrl("GA_URL", text("GA_URL"), google, google, mistakes));
  return isWhole ? { measurementId, apiSecret, url } : undefined;
}

/** Reads the settings of the Supabase project, if at least one is set. Only `npm run move` reads the secret key. */
export function supabaseOf(text: ReadSetting, mistakes: string[]): SupabaseSettings | undefined {
  const url = text("SUPABASE_URL");
  const anonKey = text("SUPABASE_ANON_KEY");
  if (url === undefined && anonKey === undefined) return undefined;
  const isWhole = url !== undefined && anonKey !== undefined;
  if (!isWhole) mistakes.push("A list at Supabase needs both SUPABASE_URL and SUPABASE_ANON_KEY.");
  if (anonKey !== undefined && isServiceKey(anonKey)) {
    mistakes.push(
      "SUPABASE_ANON_KEY holds the secret key, which may do everything with your list. Put the publishable key there.",
    );
  }
  const project = url === undefined ? undefined : projectUrl(url, mistakes);
  return isWhole && project !== undefined ? { url: project, anonKey } : undefined;
}

/** Reads the project that a list moves to or from, with its secret key, which bypasses row-level security. */
export function supabaseServiceOf(text: ReadSetting, mistakes: string[]): SupabaseServiceSettings | undefined {
  const url = text("SUPABASE_URL");
  const serviceKey = text("SUPABASE_SERVICE_ROLE_KEY");
  const isWhole = url !== undefined && serviceKey !== undefined;
  if (!isWhole) mistakes.push("Moving a list needs both SUPABASE_URL and SUPABASE_SERVICE_ROLE_KEY.");
  if (serviceKey !== undefined && !isServiceKey(serviceKey)) {
    mistakes.push(
      "SUPABASE_SERVICE_ROLE_KEY holds another key. Put the secret key there, or the older one that is called " +
        "service_role. For another Porchlight, put the key there that npm run admin -- service-key prints on it.",
    );
  }
  const project = url === undefined ? undefined : projectUrl(url, mistakes);
  return isWhole && project !== undefined ? { url: project, serviceKey } : undefined;
}

/** The address of a project at Supabase. Supabase also shows it with the path `/rest/v1`, which is cut off. */
function projectUrl(written: string, mistakes: string[]): string {
  const url = URL.parse(written.replace(/\/rest\/v1\/?$/, ""));
  if (url && isSafe(url) && url.href === `${url.origin}/`) return url.origin;
  mistakes.push(`SUPABASE_URL is "${written}"; it must look like https://example.supabase.co.`);
  return written;
}

/** Whether a key of Supabase bypasses row-level security. Source: supabase.com, "Understanding API keys". */
function isServiceKey(key: string): boolean {
  if (key.startsWith("sb_secret_")) return true;
  const [, payload = ""] = key.split(".");
  return Buffer.from(payload, "base64url").toString().includes('"service_role"');
}

/** Reads the settings of the Shopify shop, if at least one is set. */
export function shopifyOf(text: ReadSetting, mistakes: string[]): ShopifySettings | undefined {
  const domain = text("SHOPIFY_STORE_DOMAIN");
  const accessToken = text("SHOPIFY_STOREFRONT_ACCESS_TOKEN");
  const apiVersion = text("SHOPIFY_API_VERSION") ?? "2022-10";
  if (domain === undefined && accessToken === undefined) return undefined;
  const isWhole = domain !== undefined && accessToken !== undefined;
  if (!isWhole) mistakes.push("A shop at Shopify needs both SHOPIFY_STORE_DOMAIN and SHOPIFY_STOREFRONT_ACCESS_TOKEN.");
  if (accessToken !== undefined && /^(shpat|shpca|shpss)_/.test(accessToken)) {
    mistakes.push(
      "SHOPIFY_STOREFRONT_ACCESS_TOKEN holds a token of the Admin API. Put the public token of the Storefront API there.",
    );
  }
  if (!/^(\d{4}-(01|04|07|10)|unstable)$/.test(apiVersion)) {
    mistakes.push(`SHOPIFY_API_VERSION is "${apiVersion}"; it looks like 2022-10.`);
  }
  const url = domain === undefined ? undefined : shopUrl(domain, mistakes);
  return isWhole && url ? { domain: url.host, origin: url.origin, accessToken, apiVersion } : undefined;
}

/** The address of a shop at Shopify, from its bare domain. */
function shopUrl(domain: string, mistakes: string[]): URL | undefined {
  const url = URL.parse(domain.includes("://") ? domain : `https://${domain}`);
  if (url && isSafe(url) && url.pathname === "/" && url.search === "" && url.username === "") return url;
  mistakes.push(`SHOPIFY_STORE_DOMAIN is "${domain}"; it looks like example.myshopify.com.`);
  return undefined;
}

/** Returns the address of a provider as the owner wrote it, or the provider's usual one. */
function providerUrl(
  name: SettingName,
  written: string | undefined,
  usual: string,
  example: string,
  mistakes: string[],
): string {
  const address = written ?? usual;
  if (!URL.canParse(address) || !isSafe(new URL(address))) {
    mistakes.push(`${name} is "${address}"; it must look like ${example}.`);
  }
  return address;
}

function withoutSlash(address: string): string {
  return address.replace(/\/$/, "");
}

/** Whether a URL uses https. A provider on this machine, as in tests, may use http. */
function isSafe(url: URL): boolean {
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
}
