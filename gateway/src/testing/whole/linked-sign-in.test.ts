import { freePort } from "@porchlight/fixtures/free-port.ts";
import { createClient } from "@supabase/supabase-js";
import { expect, it, onTestFinished } from "vitest";
import { anonymousKeyOf, aTestFolder, startGateway } from "../gateway-process.ts";
import { startOpenIdProvider, visitProvider } from "../open-id-provider.ts";

it("an owner links an account at the provider in the settings, and signs in with it", async () => {
  const port = await freePort();
  const provider = await startOpenIdProvider(`http://127.0.0.1:${port}/auth/v1/callback`);
  onTestFinished(provider.stop);
  const gateway = await startGateway({
    dataDir: aTestFolder(),
    port,
    settings: {
      LIMITS: "on",
      ADMIN_PASSWORD: "a porch with a light",
      GOOGLE_CLIENT_ID: provider.clientId,
      GOOGLE_CLIENT_SECRET: provider.clientSecret,
      OIDC_ISSUER: provider.issuer,
    },
  });
  const key = await anonymousKeyOf(gateway);

  /** A browser that stores only the cookie of sign-in visits. */
  function aBrowser() {
    let cookie = "";
    const browse: typeof fetch = async (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set("cookie", cookie);
      const response = await fetch(input, { ...init, headers, redirect: "manual" });
      const set = response.headers.getSetCookie().find((text) => text.startsWith("porchlight-visit="));
      if (set) cookie = set.split(";")[0] ?? "";
      return response;
    };
    const { auth } = createClient(gateway.url, key, {
      global: { fetch: browse },
      auth: { flowType: "pkce", autoRefreshToken: false, detectSessionInUrl: false },
    });
    const follow = async (address: string) => (await browse(address)).headers.get("location") ?? "";
    return { auth, follow };
  }
  const readCode = (address: string) => new URL(address).searchParams.get("code") ?? "";
  const options = { skipBrowserRedirect: true };

  const first = aBrowser();
  await first.auth.signInWithPassword({ email: "owner@localhost", password: "a porch with a light" });
  const { data: link } = await first.auth.linkIdentity({ provider: "google", options });
  const linked = await first.follow((await visitProvider(link.url ?? "")).href);
  const { data: owner } = await first.auth.exchangeCodeForSession(readCode(linked));
  expect(owner.user?.identities).toMatchObject([{ provider: "email" }, { provider: "google", id: "harbour" }]);

  const second = aBrowser();
  const { data: start } = await second.auth.signInWithOAuth({ provider: "google", options });
  const back = await visitProvider(await second.follow(start.url ?? ""));
  const { data, error } = await second.auth.exchangeCodeForSession(readCode(await second.follow(back.href)));
  expect(error).toBeNull();
  expect(data.user?.id).toBe(owner.user?.id);
});
