import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readSettings } from "./settings.ts";

function settingsOf(environment: Record<string, string>) {
  const result = readSettings(environment);
  if (!result.ok) throw new Error(result.mistakes.join("\n"));
  return result.settings;
}

function mistakesOf(environment: Record<string, string>): string[] {
  const result = readSettings(environment);
  return result.ok ? [] : result.mistakes;
}

describe("settings", () => {
  it("are all optional", () => {
    expect(settingsOf({})).toMatchObject({
      host: "127.0.0.1",
      port: 4000,
      publicUrl: "http://127.0.0.1:4000",
      adminEmail: "owner@localhost",
      limits: true,
    });
  });

  it("report all mistakes together", () => {
    const mistakes = mistakesOf({
      PORT: "80a",
      PUBLIC_URL: "example.com/shop",
      ADMIN_EMAIL: "me",
      LIMITS: "none",
      TRUST_PROXY: "10.0.0.0/99, everyone",
    });
    expect(mistakes.map((mistake) => mistake.split(" ")[0])).toEqual([
      "PORT",
      "PUBLIC_URL",
      "ADMIN_EMAIL",
      "LIMITS",
      "TRUST_PROXY",
      "TRUST_PROXY",
    ]);
  });

  it.each(["0.0.0.0", "::", "0", "0.0", "::0", "0:0:0:0:0:0:0:0"])("require PUBLIC_URL when HOST is %s", (HOST) => {
    expect(mistakesOf({ HOST })).toEqual([expect.stringContaining("PUBLIC_URL is missing")]);
    expect(settingsOf({ HOST, PUBLIC_URL: "https://artist.example/" }).publicUrl).toBe("https://artist.example");
  });

  it("build the public address from host and port", () => {
    expect(settingsOf({ PORT: "80" }).publicUrl).toBe("http://127.0.0.1");
    expect(settingsOf({ HOST: "::1" }).publicUrl).toBe("http://[::1]:4000");
    expect(mistakesOf({ HOST: "my machine" })).toEqual([expect.stringContaining("HOST is")]);
  });

  it("require both of Stripe's secrets and show neither in an error", () => {
    const both = { STRIPE_SECRET_KEY: "sk_test_abc", STRIPE_WEBHOOK_SECRET: "whsec_abc" };
    expect(settingsOf(both).stripe).toEqual({
      secretKey: "sk_test_abc",
      webhookSecret: "whsec_abc",
      apiUrl: "https://api.stripe.com",
    });
    expect(mistakesOf({ STRIPE_SECRET_KEY: "sk_test_abc" })).toEqual([
      expect.stringContaining("http://127.0.0.1:4000/checkout/stripe/webhook"),
    ]);
    expect(mistakesOf({ STRIPE_WEBHOOK_SECRET: "whsec_abc" })).toEqual([expect.stringContaining("STRIPE_SECRET_KEY")]);
    const [mistake] = mistakesOf({ ...both, STRIPE_SECRET_KEY: "pk_live_wrong" });
    expect(mistake).toContain("STRIPE_SECRET_KEY");
    expect(mistake).not.toContain("pk_live_wrong");
    expect(mistakesOf({ ...both, STRIPE_API_URL: "http://example.com" })).toEqual([
      expect.stringContaining("STRIPE_API_URL"),
    ]);
  });

  it("can turn the limits off only on this machine", () => {
    expect(settingsOf({ LIMITS: "off" }).limits).toBe(false);
    expect(mistakesOf({ LIMITS: "off", HOST: "192.168.1.7" })).toEqual([expect.stringContaining("LIMITS=off")]);
  });

  it("are read from the file that NAME_FILE names", () => {
    const file = join(mkdtempSync(join(tmpdir(), "porchlight-settings-")), "email");
    writeFileSync(file, "owner@artist.example\n");
    expect(settingsOf({ ADMIN_EMAIL_FILE: file }).adminEmail).toBe("owner@artist.example");
    expect(mistakesOf({ ADMIN_EMAIL_FILE: `${file}.gone` })).toEqual([expect.stringContaining("cannot be read")]);
    expect(mistakesOf({ ADMIN_EMAIL_FILE: file, ADMIN_EMAIL: "a@b" })).toEqual([expect.stringContaining("both set")]);
  });

  it.each(["DATA_DIR_FILE", "CONTENT_DIR_FILE", "PORT_FILE"])("use no default when %s cannot be read", (name) => {
    expect(mistakesOf({ [name]: "/nowhere/at/all" })).toEqual([expect.stringContaining(name)]);
  });

  it("require both lines of a project at Supabase, and reject the service role key", () => {
    const both = { SUPABASE_URL: "https://abc.supabase.co/", SUPABASE_ANON_KEY: "sb_publishable_abc" };
    expect(settingsOf({}).supabase).toBeUndefined();
    expect(settingsOf(both).supabase).toEqual({ url: "https://abc.supabase.co", anonKey: "sb_publishable_abc" });
    expect(mistakesOf({ SUPABASE_URL: both.SUPABASE_URL })).toEqual([expect.stringContaining("SUPABASE_ANON_KEY")]);
    expect(mistakesOf({ ...both, SUPABASE_URL: "http://abc.example" })).toEqual([
      expect.stringContaining("SUPABASE_URL"),
    ]);
    for (const path of ["/rest/v1", "/rest/v1/"]) {
      const SUPABASE_URL = `https://abc.supabase.co${path}`;
      expect(settingsOf({ ...both, SUPABASE_URL }).supabase?.url).toBe("https://abc.supabase.co");
    }
    for (const SUPABASE_URL of [
      "https://supabase.com/dashboard/project/abc",
      "https://abc.supabase.co/auth/v1",
      "https://abc.supabase.co/?key=x",
      "https://me@abc.supabase.co",
      "abc.supabase.co",
    ]) {
      expect(mistakesOf({ ...both, SUPABASE_URL })).toEqual([expect.stringContaining("https://example.supabase.co")]);
    }
    const legacy = `e30.${Buffer.from('{"role":"service_role"}').toString("base64url")}.c2ln`;
    for (const SUPABASE_ANON_KEY of ["sb_secret_abc", legacy]) {
      const [mistake = ""] = mistakesOf({ ...both, SUPABASE_ANON_KEY });
      expect(mistake).toContain("SUPABASE_ANON_KEY");
      expect(mistake).not.toContain(SUPABASE_ANON_KEY);
    }
  });

  it("require both lines of a shop at Shopify, with its bare domain", () => {
    const both = { SHOPIFY_STORE_DOMAIN: "Example.myshopify.com", SHOPIFY_STOREFRONT_ACCESS_TOKEN: "token" };
    expect(settingsOf({ SHOPIFY_API_VERSION: "2022-10" }).shopify).toBeUndefined();
    expect(settingsOf(both).shopify).toEqual({
      domain: "example.myshopify.com",
      origin: "https://example.myshopify.com",
      accessToken: "token",
      apiVersion: "2022-10",
    });
    expect(settingsOf({ ...both, SHOPIFY_STORE_DOMAIN: "http://127.0.0.1:9" }).shopify?.origin).toBe(
      "http://127.0.0.1:9",
    );
    expect(mistakesOf({ SHOPIFY_STOREFRONT_ACCESS_TOKEN: "token" })).toEqual([
      expect.stringContaining("SHOPIFY_STORE_DOMAIN"),
    ]);
    for (const wrong of [
      { SHOPIFY_STORE_DOMAIN: "http://example.com" },
      { SHOPIFY_STORE_DOMAIN: "example.com/shop" },
      { SHOPIFY_API_VERSION: "latest" },
    ]) {
      expect(mistakesOf({ ...both, ...wrong })).toEqual([expect.stringContaining(Object.keys(wrong)[0] ?? "")]);
    }
    const [mistake = ""] = mistakesOf({ ...both, SHOPIFY_STOREFRONT_ACCESS_TOKEN: "shpat_admin" });
    expect(mistake).toContain("Admin API");
    expect(mistake).not.toContain("shpat_admin");
  });

  it("report all mistakes of all providers together", () => {
    const mistakes = mistakesOf({
      SMTP_URL: "mail.example.com",
      MAIL_FROM: "Harbour Line",
      GOOGLE_CLIENT_ID: "id",
      OIDC_ISSUER: "id.example",
      STRIPE_SECRET_KEY: "pk_live_public",
      STRIPE_API_URL: "ftp://stripe.example",
      SUPABASE_URL: "abc",
      SHOPIFY_STOREFRONT_ACCESS_TOKEN: "shpat_admin",
      SHOPIFY_API_VERSION: "latest",
      SPOTIFY_ARTIST_ID: "harbourline",
      SPOTIFY_API_URL: "http://api.example",
      GA_MEASUREMENT_ID: "UA-123",
      GA_URL: "google",
    });
    expect(mistakes.map((mistake) => /[A-Z]+_[A-Z_]+/.exec(mistake)?.[0])).toEqual([
      "SMTP_URL",
      "MAIL_FROM",
      "OIDC_ISSUER",
      "GOOGLE_CLIENT_ID",
      "STRIPE_SECRET_KEY",
      "STRIPE_WEBHOOK_SECRET",
      "STRIPE_API_URL",
      "SUPABASE_URL",
      "SUPABASE_URL",
      "SHOPIFY_STORE_DOMAIN",
      "SHOPIFY_STOREFRONT_ACCESS_TOKEN",
      "SHOPIFY_API_VERSION",
      "SPOTIFY_CLIENT_ID",
      "SPOTIFY_ARTIST_ID",
      "SPOTIFY_API_URL",
      "GA_MEASUREMENT_ID",
      "GA_MEASUREMENT_ID",
      "GA_URL",
    ]);
  });

  it("require a sender with a mail server", () => {
    const SMTP_URL = "smtps://me:mail-secret@mail.example.com:465";
    expect(mistakesOf({ SMTP_URL })).toEqual([expect.stringContaining("MAIL_FROM is missing")]);
    expect(settingsOf({ SMTP_URL, ADMIN_EMAIL: "me@artist.example" }).smtp).toEqual({
      url: SMTP_URL,
      from: "me@artist.example",
    });
    const MAIL_FROM = "Harbour Line <hello@artist.example>";
    expect(settingsOf({ SMTP_URL, MAIL_FROM }).smtp?.from).toBe(MAIL_FROM);
    for (const sender of ["nonsense", "Harbour Line <hello>", "a@artist.example, b@artist.example"]) {
      expect(mistakesOf({ SMTP_URL, MAIL_FROM: sender })).toEqual([
        expect.stringContaining(`MAIL_FROM is "${sender}"`),
      ]);
    }
  });

  it.each(["post.artist.example", "https://post.artist.example", "smtp://post.artist.example?secure=no"])(
    "reject the mail server %s and do not show it in the error, because it may contain a password",
    (SMTP_URL) => {
      const [mistake = ""] = mistakesOf({ SMTP_URL, MAIL_FROM: "a@b.example" });
      expect(mistake).toContain("SMTP_URL must look like");
      expect(mistake).not.toContain(SMTP_URL);
    },
  );

  it("read how the site learns which newsletters bounced, and show no secret in an error", () => {
    const set = {
      BOUNCE_ADDRESS: "Bounces@artist.example",
      BOUNCE_IMAP_URL: "imaps://bounces:mail-secret@mail.artist.example",
      SES_TOPIC_ARN: "arn:aws:sns:eu-west-1:123456789012:bounces",
      POSTMARK_WEBHOOK_SECRET: "a secret of my own",
      MAILGUN_WEBHOOK_KEY: "0123456789abcdef0123456789abcdef",
    };
    expect(settingsOf(set).bounces).toEqual({
      address: "bounces@artist.example",
      imapUrl: set.BOUNCE_IMAP_URL,
      sesTopic: set.SES_TOPIC_ARN,
      postmarkSecret: set.POSTMARK_WEBHOOK_SECRET,
      mailgunKey: set.MAILGUN_WEBHOOK_KEY,
    });
    for (const BOUNCE_ADDRESS of [
      "bounces",
      "bounces+a@artist.example",
      "a-name-that-is-too-long-for-a-tag@artist.example",
    ]) {
      expect(mistakesOf({ BOUNCE_ADDRESS })).toEqual([expect.stringContaining("at most 20 characters")]);
    }
    for (const BOUNCE_IMAP_URL of [
      "mail-secret",
      "imaps://name@mail.example",
      "https://name:mail-secret@mail.example",
    ]) {
      const mistakes = mistakesOf({ BOUNCE_IMAP_URL });
      expect(mistakes).toEqual([expect.stringContaining("BOUNCE_IMAP_URL must look like")]);
      expect(mistakes.join()).not.toContain("mail-secret");
    }
    expect(mistakesOf({ SES_TOPIC_ARN: "bounces" })).toEqual([expect.stringContaining("SES_TOPIC_ARN")]);
    const short = mistakesOf({ POSTMARK_WEBHOOK_SECRET: "tiny secret", MAILGUN_WEBHOOK_KEY: "tiny secret" });
    expect(short).toHaveLength(2);
    expect(short.join()).not.toContain("tiny");
  });

  it("require the id and the secret of a linked sign-in, and https for its provider", () => {
    expect(mistakesOf({ GOOGLE_CLIENT_ID: "id" })).toEqual([expect.stringContaining("GOOGLE_CLIENT_SECRET")]);
    const client = { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" };
    expect(settingsOf(client).openId?.issuer).toBe("https://accounts.google.com");
    for (const OIDC_ISSUER of ["http://127.0.0.1:9", "http://[::1]:9"]) {
      expect(settingsOf({ ...client, OIDC_ISSUER }).openId?.issuer).toBe(OIDC_ISSUER);
    }
    expect(mistakesOf({ ...client, OIDC_ISSUER: "http://id.example" })).toEqual([
      expect.stringContaining("OIDC_ISSUER"),
    ]);
  });

  it("require all three lines of an artist at Spotify, with a well-formed id", () => {
    const spotify = {
      SPOTIFY_CLIENT_ID: "id",
      SPOTIFY_CLIENT_SECRET: "a-secret-of-spotify",
      SPOTIFY_ARTIST_ID: "0123456789abcdefghIJKL",
    };
    expect(settingsOf({}).spotify).toBeUndefined();
    expect(settingsOf({ ...spotify, SPOTIFY_API_URL: "http://127.0.0.1:9/spotify/" }).spotify).toEqual({
      clientId: "id",
      clientSecret: "a-secret-of-spotify",
      artistId: "0123456789abcdefghIJKL",
      accountsUrl: "https://accounts.spotify.com",
      apiUrl: "http://127.0.0.1:9/spotify",
    });
    expect(mistakesOf({ SPOTIFY_CLIENT_SECRET: "a-secret-of-spotify" })).toEqual([
      expect.stringContaining("all three"),
    ]);
    const mistakes = mistakesOf({
      ...spotify,
      SPOTIFY_ARTIST_ID: "harbourline",
      SPOTIFY_API_URL: "http://api.example",
    });
    expect(mistakes).toEqual([
      expect.stringContaining("SPOTIFY_ARTIST_ID"),
      expect.stringContaining("SPOTIFY_API_URL"),
    ]);
    expect(mistakes.join()).not.toContain("a-secret-of-spotify");
  });

  it.each([
    "list-manage.com",
    "https://x.us1.list-manage.com/subscribe/post",
    "http://x.us1.list-manage.com/subscribe/post?u=1&id=2",
    "https://x.us1.list-manage.com/subscribe?u=1&id=2",
  ])("reject %s as the address of a form at Mailchimp", (address) => {
    expect(mistakesOf({ MAILCHIMP_SUBSCRIBE_URL: address })).toEqual([
      expect.stringContaining("MAILCHIMP_SUBSCRIBE_URL"),
    ]);
  });

  it("accept the form address that Mailchimp's embed code contains", () => {
    const address = "https://x.us1.list-manage.com/subscribe/post?u=1&id=2&f_id=3";
    expect(settingsOf({ MAILCHIMP_SUBSCRIBE_URL: address }).mailchimpSubscribeUrl).toBe(address);
  });

  it("require both lines of a property at Google Analytics", () => {
    const both = { GA_MEASUREMENT_ID: "G-ABC123", GA_API_SECRET: "a-secret-of-analytics" };
    expect(settingsOf({ ...both, GA_URL: "http://127.0.0.1:9/" }).analytics).toEqual({
      measurementId: "G-ABC123",
      apiSecret: "a-secret-of-analytics",
      url: "http://127.0.0.1:9",
    });
    expect(mistakesOf({ GA_MEASUREMENT_ID: "G-ABC123" })).toEqual([expect.stringContaining("GA_API_SECRET")]);
    const [mistake = ""] = mistakesOf({ ...both, GA_MEASUREMENT_ID: "UA-123" });
    expect(mistake).toContain("GA_MEASUREMENT_ID");
    expect(mistake).not.toContain("a-secret-of-analytics");
  });

  it("require a password that can be typed and that is hard to guess", () => {
    expect(mistakesOf({ ADMIN_PASSWORD: "too short" })).toEqual([expect.stringContaining("12 to 256")]);
    expect(mistakesOf({ ADMIN_PASSWORD: "x".repeat(257) })).toEqual([expect.stringContaining("12 to 256")]);
    expect(settingsOf({ ADMIN_PASSWORD: "a porch with a light" }).adminPassword).toBe("a porch with a light");
  });

  it.each(["10.0.0.0/", "10.0.0.0/8/24", "10.0.0.0/0x8", "10.0.0.0/1e1", "10.0.0.0/-1", "10.0.0.0/33", "fd00::/129"])(
    "reject %s as a list of trusted proxies",
    (TRUST_PROXY) => {
      expect(mistakesOf({ TRUST_PROXY })).toEqual([expect.stringContaining(`TRUST_PROXY has "${TRUST_PROXY}"`)]);
    },
  );

  it("trust the proxies they name", () => {
    const { trustedProxies } = settingsOf({ TRUST_PROXY: "loopback, 10.1.0.0/16, fd00::/8" });
    expect(trustedProxies.check("127.0.0.1", "ipv4")).toBe(true);
    expect(trustedProxies.check("10.1.2.3", "ipv4")).toBe(true);
    expect(trustedProxies.check("10.2.0.1", "ipv4")).toBe(false);
    expect(trustedProxies.check("fd12::1", "ipv6")).toBe(true);
  });
});
