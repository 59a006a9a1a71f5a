import { createProvider } from "../../../lib/provider/provider.ts";
import { TEST_CLIENT } from "../../../testing/signed-in.ts";
import type { Client } from "../../shared/caller.ts";
import { createHostedProject } from "../../shared/supabase-project.ts";
import type { AuthRequest } from "../contract.ts";
import { createHostedAuth } from "../hosted.ts";

/** A hosted service with a fake provider. */
export function aService(
  answerTo: (url: string, init: RequestInit) => Response | Promise<Response>,
  { limits = false }: { limits?: boolean } = {},
) {
  const asked: { url: string; init: RequestInit }[] = [];
  const clock = { ms: Date.parse("2026-03-01T12:00:00Z") };
  const provider = createProvider({
    name: "Supabase",
    url: "https://abc.supabase.co",
    log: { warn: () => {}, info: () => {} },
    wait: async () => {},
    fetch: async (url, init = {}) => {
      asked.push({ url: String(url), init });
      return answerTo(String(url), init);
    },
  });
  const project = createHostedProject(provider, "sb_publishable_abc");
  const publicUrl = "http://porchlight.test";
  const auth = createHostedAuth({ project, publicUrl, clock: () => new Date(clock.ms), now: () => clock.ms, limits });
  const identify = (token: string) => auth.identify({ apikey: project.anonymousKey, authorization: `Bearer ${token}` });
  const answer = (
    method: string,
    path: string,
    query = "",
    body = "",
    token?: string,
    { client = TEST_CLIENT, cookie }: { client?: Client; cookie?: string | undefined } = {},
  ) => {
    const headers: Record<string, string | undefined> = {
      cookie,
      "x-supabase-api-version": "2024-01-01",
      authorization: token && `Bearer ${token}`,
    };
    const request: AuthRequest = {
      method,
      path,
      query,
      body,
      header: (name) => headers[name],
      apikey: project.anonymousKey,
      client,
    };
    return auth.answer(request);
  };
  return { asked, clock, identify, answer };
}

/** A token of the provider for the account {@link owner}. It is valid for an hour. */
export function aToken(claims: object = {}): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const exp = Date.parse("2026-03-01T13:00:00Z") / 1_000;
  return `${part({ alg: "HS256" })}.${part({ sub: "u1", exp, aal: "aal1", session_id: "s1", ...claims })}.c2ln`;
}

/** The owner's account. */
export const owner = { id: "u1", email: "owner@artist.example", app_metadata: { role: "admin" }, factors: [] };
/** An error as the provider sends it. */
export const refusal = (status: number, code: string) => () =>
  Response.json({ code: status, error_code: code, msg: "no" }, { status });
