import { readFileSync } from "node:fs";
import { BlockList, isIP } from "node:net";
import { resolve } from "node:path";
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from "@porchlight/protocol/limits.ts";
import { normaliseEmail } from "../lib/email-address.ts";
import { isLoopback } from "../lib/loopback.ts";
import { chooseContentDir } from "./content-dir.ts";
import {
  type AnalyticsSettings,
  analyticsOf,
  type BounceSettings,
  bouncesOf,
  mailchimpOf,
  type OpenIdSettings,
  openIdOf,
  type ShopifySettings,
  type SmtpSettings,
  type SpotifySettings,
  type StripeSettings,
  type SupabaseServiceSettings,
  type SupabaseSettings,
  shopifyOf,
  smtpOf,
  spotifyOf,
  stripeOf,
  supabaseOf,
  supabaseServiceOf,
} from "./provider-settings.ts";

/** All settings, read and validated. Each field belongs to a row of the table in docs/running.md. */
export type Settings = {
  host: string;
  port: number;
  /** Address at which visitors reach the site, without a slash at its end. Canonical links and emails contain it. */
  publicUrl: string;
  /** Absolute path of the folder that holds the data file, its backups and prepared pictures. */
  dataDir: string;
  /** Absolute path of the folder with the artist's words and pictures: the owner's, or the demo's. */
  contentDir: string;
  adminEmail: string;
  /** The owner's first password; the first start generates one when this is absent. */
  adminPassword: string | undefined;
  /** How emails are sent. Without it, they become files in the outbox folder. */
  smtp: SmtpSettings | undefined;
  /** How the site learns which newsletters bounced. */
  bounces: BounceSettings;
  /** Another way to sign in: an OpenID provider that knows the owner. */
  openId: OpenIdSettings | undefined;
  /** Card payments. Without them the shop offers only the manual payments of `content/store`. */
  stripe: StripeSettings | undefined;
  /** The list, sign-in and live updates at Supabase. Without it they are built in. */
  supabase: SupabaseSettings | undefined;
  /** The shop at Shopify. Without it, the shop comes from `content/store`. */
  shopify: ShopifySettings | undefined;
  /** Albums from Spotify. Without it, they come from `content/music`. */
  spotify: SpotifySettings | undefined;
  /** Address of the Mailchimp form for the home dialog's sign-ups. Without it, they go to the subscriber list. */
  mailchimpSubscribeUrl: string | undefined;
  /** Google Analytics. Without it, the gateway counts visits itself. */
  analytics: AnalyticsSettings | undefined;
  /** Addresses of proxies whose `X-Forwarded-For` is trusted. */
  trustedProxies: BlockList;
  /** Whether rate limits apply. */
  limits: boolean;
};

/** The owner's address if `ADMIN_EMAIL` is not set. No email can reach it. */
export const NO_ADMIN_EMAIL = "owner@localhost";

/** All settings by name. Each may also come from a file, as `NAME_FILE`. */
export const SETTING_NAMES = [
  "PORT",
  "HOST",
  "PUBLIC_URL",
  "DATA_DIR",
  "CONTENT_DIR",
  "ADMIN_EMAIL",
  "ADMIN_PASSWORD",
  "SMTP_URL",
  "MAIL_FROM",
  "BOUNCE_ADDRESS",
  "BOUNCE_IMAP_URL",
  "SES_TOPIC_ARN",
  "POSTMARK_WEBHOOK_SECRET",
  "MAILGUN_WEBHOOK_KEY",
  "GOOGLE_CLIENT_ID",
  "GOOGLE_CLIENT_SECRET",
  "OIDC_ISSUER",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "STRIPE_API_URL",
  "SUPABASE_URL",
  "SUPABASE_ANON_KEY",
  "SUPABASE_SERVICE_ROLE_KEY",
  "SHOPIFY_STORE_DOMAIN",
  "SHOPIFY_STOREFRONT_ACCESS_TOKEN",
  "SHOPIFY_API_VERSION",
  "SPOTIFY_CLIENT_ID",
  "SPOTIFY_CLIENT_SECRET",
  "SPOTIFY_ARTIST_ID",
  "SPOTIFY_ACCOUNTS_URL",
  "SPOTIFY_API_URL",
  "MAILCHIMP_SUBSCRIBE_URL",
  "GA_MEASUREMENT_ID",
  "GA_API_SECRET",
  "GA_URL",
  "TRUST_PROXY",
  "LIMITS",
] as const;

/** The name of a setting. */
export type SettingName = (typeof SETTING_NAMES)[number];

/** The settings, or a sentence about every mistake in them for the person who wrote them. */
export type SettingsResult = { ok: true; settings: Settings } | { ok: false; mistakes: string[] };

type Environment = Record<string, string | undefined>;

/**
 * Reads the settings from environment variables. Each `NAME` may come from a file that `NAME_FILE` names.
 * It reports all mistakes together.
 */
export function readSettings(environment: Environment): SettingsResult {
  const mistakes: string[] = [];
  const text = (name: SettingName) => textOf(environment, name, mistakes);

  const host = text("HOST") ?? "127.0.0.1";
  const port = portOf(text("PORT") ?? "4000", mistakes);
  const publicUrl = publicUrlOf(text("PUBLIC_URL"), host, port, mistakes);
  const typedEmail = text("ADMIN_EMAIL") ?? NO_ADMIN_EMAIL;
  const adminEmail = normaliseEmail(typedEmail) ?? typedEmail;
  if (normaliseEmail(typedEmail) === undefined) {
    mistakes.push(`ADMIN_EMAIL is "${typedEmail}", which is not an email address.`);
  }
  const adminPassword = passwordOf(text("ADMIN_PASSWORD"), mistakes);
  const smtp = smtpOf(text, adminEmail, mistakes);
  const bounces = bouncesOf(text, mistakes);
  const openId = openIdOf(text, mistakes);
  const stripe = stripeOf(text, publicUrl, mistakes);
  const supabase = supabaseOf(text, mistakes);
  const shopify = shopifyOf(text, mistakes);
  const spotify = spotifyOf(text, mistakes);
  const mailchimpSubscribeUrl = mailchimpOf(text, mistakes);
  const analytics = analyticsOf(text, mistakes);
  const limits = limitsOf(text("LIMITS"), host, mistakes);
  const trustedProxies = proxiesOf(text("TRUST_PROXY"), mistakes);

  const dataDir = resolve(text("DATA_DIR") ?? "data");
  const contentDir = chooseContentDir(dataDir, text("CONTENT_DIR"));

  if (mistakes.length > 0) return { ok: false, mistakes };
  return {
    ok: true,
    settings: {
      host,
      port,
      publicUrl,
      dataDir,
      contentDir,
      adminEmail,
      adminPassword,
      smtp,
      bounces,
      openId,
      stripe,
      supabase,
      shopify,
      spotify,
      mailchimpSubscribeUrl,
      analytics,
      trustedProxies,
      limits,
    },
  };
}

/** The settings of `npm run move`. No other program gets the secret key, which gives full access to a list. */
export type MoveSettings = SupabaseServiceSettings & Pick<Settings, "dataDir">;

/** Reads the settings of a move. It ignores mistakes in the site's settings. */
export function readMoveSettings(
  environment: Environment,
): { ok: true; settings: MoveSettings } | { ok: false; mistakes: string[] } {
  const mistakes: string[] = [];
  const text = (name: SettingName) => textOf(environment, name, mistakes);
  const supabase = supabaseServiceOf(text, mistakes);
  const dataDir = resolve(text("DATA_DIR") ?? "data");
  if (supabase === undefined || mistakes.length > 0) return { ok: false, mistakes };
  return { ok: true, settings: { ...supabase, dataDir } };
}

function textOf(environment: Environment, name: string, mistakes: string[]): string | undefined {
  const direct = environment[name]?.trim();
  const file = environment[`${name}_FILE`]?.trim();
  if (!file) return direct || undefined;
  if (direct) mistakes.push(`${name} and ${name}_FILE are both set. Keep one of them.`);
  try {
    return readFileSync(file, "utf8").trim() || undefined;
  } catch {
    mistakes.push(`${name}_FILE names ${file}, which cannot be read.`);
    return undefined;
  }
}

function portOf(text: string, mistakes: string[]): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535) return port;
  mistakes.push(`PORT is "${text}"; it must be a number from 1 to 65535.`);
  return 0;
}

function publicUrlOf(text: string | undefined, host: string, port: number, mistakes: string[]): string {
  if (text === undefined) {
    const address = URL.parse(`http://${host.includes(":") ? `[${host}]` : host}:${port}`);
    // A URL normalises 0, 0.0 and ::0 to the wildcards that they mean.
    if (address?.hostname === "0.0.0.0" || address?.hostname === "[::]") {
      mistakes.push(`PUBLIC_URL is missing. With HOST=${host} Porchlight cannot know the address that visitors use.`);
    }
    // The origin is used because it leaves out port 80.
    if (address) return address.origin;
    mistakes.push(`HOST is "${host}", which is not an address to listen at.`);
    return "";
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.pathname === "/" && !url.search && !url.hash && !url.username) {
    return url.origin;
  }
  mistakes.push(`PUBLIC_URL is "${text}"; it must look like https://example.com, with nothing after the name.`);
  return "";
}

function passwordOf(password: string | undefined, mistakes: string[]): string | undefined {
  const length = password?.length ?? PASSWORD_MIN_LENGTH;
  if (length < PASSWORD_MIN_LENGTH || length > PASSWORD_MAX_LENGTH) {
    mistakes.push(
      `ADMIN_PASSWORD has ${length} characters; it takes ${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH}.`,
    );
  }
  return password;
}

function limitsOf(text: string | undefined, host: string, mistakes: string[]): boolean {
  if (text === undefined || text === "on") return true;
  if (text !== "off") mistakes.push(`LIMITS is "${text}"; it must be on or off.`);
  else if (!isLoopback(host)) mistakes.push(`LIMITS=off is for tests on this machine only, not with HOST=${host}.`);
  return false;
}

function proxiesOf(text: string | undefined, mistakes: string[]): BlockList {
  const list = new BlockList();
  for (const part of (text ?? "off").split(",").map((piece) => piece.trim())) {
    if (part === "off" || part === "") continue;
    if (part === "loopback") {
      list.addSubnet("127.0.0.0", 8, "ipv4");
      list.addAddress("::1", "ipv6");
    } else if (!addNetwork(list, part)) {
      mistakes.push(`TRUST_PROXY has "${part}"; it takes loopback, addresses (10.0.0.7) and networks (10.0.0.0/8).`);
    }
  }
  return list;
}

function addNetwork(list: BlockList, text: string): boolean {
  // The digits must follow a slash. An empty text would be read as 0, and a network of 0 bits contains every address.
  const [, address = "", bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  if (version === 0) return false;
  const longest = version === 4 ? 32 : 128;
  const length = Number(bits ?? longest);
  if (length > longest) return false;
  list.addSubnet(address, length, version === 4 ? "ipv4" : "ipv6");
  return true;
}
