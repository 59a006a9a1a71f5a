import { freePort } from "@porchlight/fixtures/free-port.ts";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import {
  LAX_ACCOUNT,
  type ProviderChoices,
  startOpenIdProvider,
  type TestOpenIdProvider,
  visitProvider,
} from "../../../../testing/open-id-provider.ts";
import { OWNER } from "../../../../testing/signed-in.ts";
import { serveBrowsers, type TestBrowser } from "../../browser.case.ts";
import { ADDRESS } from "../../contract.case.ts";
import { enrolTotp } from "../factors/authenticator.case.ts";

describe("linked sign-in", () => {
  let openId: TestOpenIdProvider;

  beforeAll(async () => {
    openId = await startOpenIdProvider(`${ADDRESS}/auth/v1/callback`);
  });
  afterAll(() => openId.stop());

  const aSite = () => serveBrowsers({ openId });
  type Site = Awaited<ReturnType<typeof aSite>>;

  /** The address to which the site sends a browser that links an account. */
  async function linkAddress({ supabase }: TestBrowser): Promise<string> {
    const { data, error } = await supabase.auth.linkIdentity({
      provider: "google",
      options: { skipBrowserRedirect: true, redirectTo: `${ADDRESS}/admin?tab=settings` },
    });
    expect(error).toBeNull();
    return data.url ?? "";
  }

  /** The address to which the site sends a browser that signs in. */
  async function signInAddress({ supabase, visit }: TestBrowser): Promise<string> {
    const { data } = await supabase.auth.signInWithOAuth({
      provider: "google",
      options: { skipBrowserRedirect: true, redirectTo: `${ADDRESS}/admin` },
    });
    return locationOf(await visit(data.url ?? ""));
  }

  /** Goes to the provider and back. @returns the address to which the site finally sends the browser */
  async function goThrough(browser: TestBrowser, address: string, what?: ProviderChoices): Promise<URL> {
    return new URL(locationOf(await browser.visit(await visitProvider(address, what))));
  }

  function locationOf(response: Response): string {
    expect(response.status).toBe(302);
    return response.headers.get("location") ?? "";
  }

  async function aBrowserWithLink(site: Site, account?: string): Promise<TestBrowser> {
    const browser = await site.aSignedInBrowser();
    const landed = await goThrough(browser, await linkAddress(browser), account ? { account } : {});
    const { error } = await browser.supabase.auth.exchangeCodeForSession(landed.searchParams.get("code") ?? "");
    expect(error).toBeNull();
    return browser;
  }

  const why = (url: URL) => url.searchParams.get("error_code");

  it("is listed in the settings", async () => {
    const external = async (site: Site) => {
      const response = await site.aBrowser().fetch(`${ADDRESS}/auth/v1/settings`, {
        headers: { apikey: site.auth.anonymousKey },
      });
      return ((await response.json()) as { external: unknown }).external;
    };
    expect(await external(await aSite())).toMatchObject({ google: true });
    expect(await external(await serveBrowsers())).toMatchObject({ google: false });
  });

  it("has the name of Google only if Google is the provider", async () => {
    const google = { ...openId, issuer: "https://accounts.google.com" };
    expect((await serveBrowsers({ openId: google })).auth.linkedSignIn).toBe("google");
    expect((await aSite()).auth.linkedSignIn).toBe("other");
  });

  it("links an account to the session that requested it, and the session continues", async () => {
    const site = await aSite();
    const { supabase, visit } = await site.aSignedInBrowser();
    const before = await supabase.auth.getClaims();
    const landed = await goThrough({ supabase, visit, fetch }, await linkAddress({ supabase, visit, fetch }));
    expect(landed.href).toMatch(/^https:\/\/artist\.example\/admin\?tab=settings&code=[\w-]{43}$/);

    const { data, error } = await supabase.auth.exchangeCodeForSession(landed.searchParams.get("code") ?? "");
    expect(error).toBeNull();
    expect(data.user?.identities).toMatchObject([
      { provider: "email" },
      { provider: "google", id: "harbour", email: "harbour@mail.example", identity_data: { sub: "harbour" } },
    ]);
    const after = await supabase.auth.getClaims();
    expect(after.data?.claims.session_id).toBe(before.data?.claims.session_id);
    expect((await supabase.auth.refreshSession()).error).toBeNull();
    expect(await site.events()).toEqual(["identity-linked", "signed-in"]);
  });

  it("signs in the person who linked the account before", async () => {
    const site = await aSite();
    const owner = (await (await aBrowserWithLink(site)).supabase.auth.getUser()).data.user;
    const browser = site.aBrowser();
    const landed = await goThrough(browser, await signInAddress(browser));
    const { data, error } = await browser.supabase.auth.exchangeCodeForSession(landed.searchParams.get("code") ?? "");
    expect(error).toBeNull();
    expect(data.user?.id).toBe(owner?.id);
    const { data: known } = await browser.supabase.auth.getClaims();
    expect(known?.claims).toMatchObject({ aal: "aal1", amr: [{ method: "oauth" }], app_metadata: { role: "admin" } });
    expect((await site.events())[0]).toBe("signed-in");
  });

  it("needs only the subject of an account, and ignores what else the provider returns", async () => {
    const site = await aSite();
    const { supabase } = await aBrowserWithLink(site, LAX_ACCOUNT);
    const { data } = await supabase.auth.getUserIdentities();
    expect(data?.identities[1]?.identity_data).toEqual({ iss: openId.issuer, sub: "lax", provider_id: "lax" });
  });

  it("never signs in an account that is not linked, even if it has the owner's address", async () => {
    const site = await aSite();
    await aBrowserWithLink(site);
    for (const account of ["stranger", "owner@localhost"]) {
      const browser = site.aBrowser();
      const landed = await goThrough(browser, await signInAddress(browser), { account });
      expect(landed.pathname).toBe("/admin");
      expect(why(landed)).toBe("signup_disabled");
      expect(landed.searchParams.has("code")).toBe(false);
      expect((await site.events())[0]).toBe("sign-in-failed");
    }
  });

  it("does not work after the account was unlinked, while the identity of the email address stays", async () => {
    const site = await aSite();
    const { supabase } = await aBrowserWithLink(site);
    const { data } = await supabase.auth.getUserIdentities();
    const linked = data?.identities.find(({ provider }) => provider === "google");
    // The identity that was linked just now.
    expect((await supabase.auth.unlinkIdentity(linked!)).error).toBeNull();
    expect((await supabase.auth.getUser()).data.user?.identities).toMatchObject([{ provider: "email" }]);
    expect((await supabase.auth.unlinkIdentity(linked!)).error).toMatchObject({
      status: 404,
      code: "identity_not_found",
    });
    const browser = site.aBrowser();
    expect(why(await goThrough(browser, await signInAddress(browser)))).toBe("signup_disabled");
    expect(await site.events()).toContain("identity-unlinked");
  });

  it("cannot unlink the identity of the email address", async () => {
    const site = await aSite();
    const { supabase } = await site.aSignedInBrowser();
    const email = (await supabase.auth.getUserIdentities()).data?.identities[0];
    // Every user has this identity.
    expect((await supabase.auth.unlinkIdentity(email!)).error).toMatchObject({
      status: 422,
      code: "single_identity_not_deletable",
    });
    const noId = { ...email!, identity_id: "not-an-id" };
    expect((await supabase.auth.unlinkIdentity(noId)).error).toMatchObject({ status: 404, code: "validation_failed" });
  });

  it("cannot link an account twice", async () => {
    const site = await aSite();
    const browser = await aBrowserWithLink(site);
    expect(why(await goThrough(browser, await linkAddress(browser)))).toBe("identity_already_exists");
  });

  it("returns an error and links nothing when the person refuses", async () => {
    const site = await aSite();
    const browser = await site.aSignedInBrowser();
    const landed = await goThrough(browser, await linkAddress(browser), { allow: false });
    expect(landed.searchParams.get("error")).toBe("access_denied");
    expect(landed.pathname + landed.searchParams.get("tab")).toBe("/adminsettings");
    expect((await browser.supabase.auth.getUser()).data.user?.identities).toHaveLength(1);
  });

  it("rejects a state that it did not issue, and a callback that was used before", async () => {
    const site = await aSite();
    const browser = await site.aSignedInBrowser();
    const back = await visitProvider(await linkAddress(browser));
    const forged = new URL(back);
    forged.searchParams.set("state", "A".repeat(43));
    expect(why(new URL(locationOf(await browser.visit(forged))))).toBe("bad_oauth_state");
    expect(why(new URL(locationOf(await browser.visit(`${ADDRESS}/auth/v1/callback`))))).toBe("bad_oauth_state");
    expect(why(new URL(locationOf(await browser.visit(back))))).toBeNull();
    expect(why(new URL(locationOf(await browser.visit(back))))).toBe("bad_oauth_state");
  });

  it("rejects a callback in another browser, but still accepts it in the right one afterwards", async () => {
    const site = await aSite();
    const [browser, other] = [await site.aSignedInBrowser(), await site.aSignedInBrowser()];
    const back = await visitProvider(await linkAddress(browser));
    await linkAddress(other);
    expect(why(new URL(locationOf(await other.visit(back))))).toBe("bad_oauth_state");
    expect(why(new URL(locationOf(await site.aBrowser().visit(back))))).toBe("bad_oauth_state");
    expect(why(new URL(locationOf(await browser.visit(back))))).toBeNull();
  });

  it("rejects a callback that comes too late, or after the session has ended", async () => {
    const site = await aSite();
    const browser = await site.aSignedInBrowser();
    const late = await visitProvider(await linkAddress(browser));
    site.pass(600);
    expect(why(new URL(locationOf(await browser.visit(late))))).toBe("bad_oauth_state");
    const orphan = await visitProvider(await linkAddress(browser));
    await browser.supabase.auth.signOut();
    expect(why(new URL(locationOf(await browser.visit(orphan))))).toBe("bad_oauth_state");
  });

  it.each(["nonce", "code_challenge"])("rejects a callback for another %s than its own", async (name) => {
    const site = await aSite();
    const browser = await site.aSignedInBrowser();
    const address = new URL(await linkAddress(browser));
    address.searchParams.set(name, "B".repeat(43));
    expect(why(await goThrough(browser, address.href))).toBe("bad_oauth_callback");
    expect(site.errors).toHaveLength(1);
    expect((await browser.supabase.auth.getUser()).data.user?.identities).toHaveLength(1);
  });

  it("rejects a code that the provider did not issue", async () => {
    const site = await aSite();
    const browser = await site.aSignedInBrowser();
    const back = await visitProvider(await linkAddress(browser));
    back.searchParams.set("code", "made-up");
    expect(why(new URL(locationOf(await browser.visit(back))))).toBe("bad_oauth_callback");
  });

  it("exchanges a code only with its verifier", async () => {
    const site = await aSite();
    await aBrowserWithLink(site);
    const browser = site.aBrowser();
    const code = (await goThrough(browser, await signInAddress(browser))).searchParams.get("code") ?? "";
    const thief = site.aBrowser();
    await signInAddress(thief);
    expect((await thief.supabase.auth.exchangeCodeForSession(code)).error).toMatchObject({ code: "bad_code_verifier" });
    expect((await browser.supabase.auth.exchangeCodeForSession(code)).error).not.toBeNull();
  });

  it("redirects only to addresses of the site", async () => {
    const site = await aSite();
    const begin = async (redirectTo: string) => {
      const browser = await site.aSignedInBrowser();
      const { data } = await browser.supabase.auth.linkIdentity({
        provider: "google",
        options: { skipBrowserRedirect: true, redirectTo },
      });
      const landed = await goThrough(browser, data.url ?? "", { allow: false });
      landed.search = "";
      return landed.href;
    };
    expect(await begin("https://thief.example/admin")).toBe(`${ADDRESS}/admin`);
    expect(await begin("//thief.example")).toBe(`${ADDRESS}/admin`);
    expect(await begin("https://artist.example.thief.example/")).toBe(`${ADDRESS}/admin`);
    expect(await begin("https://artist.example@thief.example/")).toBe(`${ADDRESS}/admin`);
    expect(await begin("javascript:alert(1)")).toBe(`${ADDRESS}/admin`);
    expect(await begin(`blob:${ADDRESS}/shop`)).toBe(`${ADDRESS}/admin`);
    expect(await begin("https://thief.example@artist.example/shop")).toBe(`${ADDRESS}/shop`);
    expect(await begin("/shop")).toBe(`${ADDRESS}/shop`);
  });

  it("binds a visit to its browser by a cookie that no script can read", async () => {
    const site = await aSite();
    const response = await site
      .aBrowser()
      .visit(
        `${ADDRESS}/auth/v1/authorize?provider=google&code_challenge=${"c".repeat(43)}&code_challenge_method=s256`,
      );
    const cookie = response.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(
      /^__Secure-porchlight-visit=[\w-]{43}; Path=\/auth\/v1\/callback; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    );
    const address = new URL(locationOf(response));
    expect(address.origin).toBe(openId.issuer);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      response_type: "code",
      scope: "openid email",
      redirect_uri: `${ADDRESS}/auth/v1/callback`,
      code_challenge_method: "S256",
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  it("requires PKCE, and the provider of the settings", async () => {
    const site = await aSite();
    const begin = async (query: string, at: Pick<Site, "aBrowser"> = site) => {
      const response = await at.aBrowser().visit(`${ADDRESS}/auth/v1/authorize?${query}`);
      return [response.status, ((await response.json()) as { error_code: string }).error_code];
    };
    expect(await begin("provider=google")).toEqual([400, "validation_failed"]);
    expect(await begin("provider=google&code_challenge=short")).toEqual([400, "validation_failed"]);
    expect(await begin(`provider=github&code_challenge=${"c".repeat(43)}`)).toEqual([400, "validation_failed"]);
    const without = await serveBrowsers();
    expect(await begin(`provider=google&code_challenge=${"c".repeat(43)}`, without)).toEqual([
      400,
      "validation_failed",
    ]);
    const { supabase } = await without.aSignedInBrowser();
    const { error } = await supabase.auth.linkIdentity({ provider: "google" });
    expect(error).toMatchObject({ status: 404, code: "manual_linking_disabled" });
    const linking = await site.aSignedInBrowser();
    const other = await linking.supabase.auth.linkIdentity({ provider: "github" });
    expect(other.error).toMatchObject({
      code: "validation_failed",
      message: "Unsupported provider: provider is not enabled",
    });
  });

  it("responds with 503 while the provider is unreachable, and works again afterwards", async () => {
    const port = await freePort();
    const site = await serveBrowsers({ openId: { ...openId, issuer: `http://127.0.0.1:${port}` } });
    const browser = await site.aSignedInBrowser();
    const { error } = await browser.supabase.auth.linkIdentity({ provider: "google" });
    expect(error).toMatchObject({ status: 503 });
    expect(site.errors).toHaveLength(1);

    const late = await startOpenIdProvider(`${ADDRESS}/auth/v1/callback`, port);
    onTestFinished(late.stop);
    expect(why(await goThrough(browser, await linkAddress(browser)))).toBeNull();
  });

  it("requires the second step, if there is one, to link and to unlink", async () => {
    const site = await aSite();
    const browser = await aBrowserWithLink(site);
    await enrolTotp(site, browser);
    const later = await site.aSignedInBrowser();
    const refused = { code: "insufficient_aal" };
    expect((await later.supabase.auth.linkIdentity({ provider: "google" })).error).toMatchObject(refused);
    const { data } = await later.supabase.auth.getUserIdentities();
    // First the email identity, then the linked one.
    expect((await later.supabase.auth.unlinkIdentity(data!.identities[1]!)).error).toMatchObject(refused);
    expect((await browser.supabase.auth.unlinkIdentity(data!.identities[1]!)).error).toBeNull();
  });

  it("can be linked and unlinked only within 15 minutes after the owner typed the password", async () => {
    const site = await aSite();
    const { auth } = (await aBrowserWithLink(site)).supabase;
    const linked = (await auth.getUserIdentities()).data?.identities.find(({ provider }) => provider === "google");
    const again = { status: 400, code: "reauthentication_needed" };
    site.pass(15 * 60);
    // Without the option, the client would open a window, which a test does not have.
    const link = () => auth.linkIdentity({ provider: "google", options: { skipBrowserRedirect: true } });
    expect((await link()).error).toMatchObject(again);
    expect((await auth.unlinkIdentity(linked!)).error).toMatchObject(again);
    expect((await auth.updateUser({ current_password: OWNER.password })).error).toBeNull();
    expect((await link()).error).toBeNull();
    expect((await auth.unlinkIdentity(linked!)).error).toBeNull();
  });

  it("keeps a session at aal2 when it links an account", async () => {
    const site = await aSite();
    const browser = await site.aSignedInBrowser();
    await enrolTotp(site, browser);
    const landed = await goThrough(browser, await linkAddress(browser));
    await browser.supabase.auth.exchangeCodeForSession(landed.searchParams.get("code") ?? "");
    expect((await browser.supabase.auth.getClaims()).data?.claims).toMatchObject({ aal: "aal2" });
  });
});
