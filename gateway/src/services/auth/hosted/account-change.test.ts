import { describe, expect, it } from "vitest";
import { ProviderError } from "../../../lib/provider/provider-error.ts";
import { aService, aToken, owner, refusal } from "./fake-provider.case.ts";

describe("a change of the account, at a provider that does not check the current password", () => {
  const change = { password: "another light on the porch", current_password: "the old one" };
  const grant = "https://abc.supabase.co/auth/v1/token?grant_type=password";

  /** @param right the password that the provider accepts, for the user `userId` */
  function aProviderWithoutCheck(right = "the old one", userId = "u1") {
    const changes: unknown[] = [];
    const service = aService((url, { method, body }) => {
      if (url === grant) {
        if (JSON.parse(String(body)).password !== right) return refusal(400, "invalid_credentials")();
        return Response.json({ access_token: aToken({ n: "proof" }), refresh_token: "r", user: { id: userId } });
      }
      if (method === "PUT") changes.push(JSON.parse(String(body)));
      return url.includes("logout") ? new Response(null, { status: 204 }) : Response.json(owner);
    });
    const ask = async (body: unknown, claims: object = {}) => {
      const { status, body: said } = await service.answer("PUT", "user", "", JSON.stringify(body), aToken(claims));
      return [status, JSON.parse(said ?? "").code];
    };
    return { ...service, changes, ask };
  }

  it("is passed on after a sign-in with the current password, and the session of that sign-in is ended at once", async () => {
    const { ask, asked, changes } = aProviderWithoutCheck();
    expect(await ask(change)).toEqual([200, undefined]);
    const made = asked.filter(({ init }) => init.method !== "GET");
    expect(made.map(({ url }) => url.replace("https://abc.supabase.co/auth/v1/", ""))).toEqual([
      "token?grant_type=password",
      "logout?scope=local",
      "user",
    ]);
    expect(JSON.parse(String(made[0]?.init.body))).toEqual({ email: owner.email, password: "the old one" });
    expect(made[1]?.init.headers).toMatchObject({ authorization: `Bearer ${aToken({ n: "proof" })}` });
    expect(changes).toEqual([change]);
  });

  it("is rejected without a password, with a wrong one, and with that of another account", async () => {
    const wrong = aProviderWithoutCheck("another");
    expect(await wrong.ask(change)).toEqual([400, "invalid_credentials"]);
    expect(await wrong.ask({ current_password: "the old one" })).toEqual([400, "invalid_credentials"]);
    const others = aProviderWithoutCheck("the old one", "u2");
    expect(await others.ask(change)).toEqual([400, "invalid_credentials"]);
    const without = aProviderWithoutCheck();
    for (const move of [{ password: change.password }, { email: "mallory@artist.example" }, { phone: "+15550100" }]) {
      expect(await without.ask(move)).toEqual([400, "reauthentication_needed"]);
      expect(await without.ask({ ...move, current_password: "" })).toEqual([400, "reauthentication_needed"]);
    }
    expect([...wrong.changes, ...others.changes, ...without.changes]).toEqual([]);
  });

  it("is not made by a field whose name has another case, which the provider would accept", async () => {
    const { ask, changes } = aProviderWithoutCheck();
    for (const name of ["Password", "PASSWORD", "pa\u017Fsword"]) {
      expect(await ask({ [name]: change.password, data: { theme: "dark" } })).toEqual([200, undefined]);
    }
    expect(changes).toEqual(Array(3).fill({ data: { theme: "dark" } }));
  });

  it("needs no password within an hour after a sign-in with the link or code from an email", async () => {
    const { ask, clock } = aProviderWithoutCheck();
    const timestamp = clock.ms / 1_000;
    for (const [method, after, result] of [
      ["recovery", 0, 200],
      ["otp", 3_599, 200],
      ["otp", 3_601, 400],
      ["password", 0, 400],
    ] as const) {
      const amr = [{ method, timestamp: timestamp - after }];
      expect([method, after, (await ask({ password: change.password }, { amr }))[0]]).toEqual([method, after, result]);
    }
  });

  it.each([
    [
      "is throttled by the provider",
      () => Response.json({ code: "x" }, { status: 429, headers: { "Retry-After": "9" } }),
      429,
    ],
    ["is rejected by the provider for another reason", refusal(400, "captcha_failed"), 400],
  ])("gets the provider's error if the password check %s", async (_, refused, status) => {
    const { answer } = aService((url) => (url === grant ? refused() : Response.json(owner)));
    expect((await answer("PUT", "user", "", JSON.stringify(change), aToken())).status).toBe(status);
  });

  it.each([
    ["a page", () => new Response("<h1>Hello</h1>", { headers: { "Content-Type": "text/html" } })],
    ["no session", () => Response.json({ hello: "world" })],
    ["a refusal of the gateway's own key", () => Response.json({ message: "Invalid API key" }, { status: 401 })],
    ["an error of its own", () => Response.json({ code: "unexpected_failure" }, { status: 500 })],
  ])("is not made if the response to the password check is %s", async (_, answerTo) => {
    const { answer, asked } = aService((url) => (url === grant ? answerTo() : Response.json(owner)));
    const result = answer("PUT", "user", "", JSON.stringify(change), aToken());
    await expect(result).rejects.toBeInstanceOf(ProviderError);
    expect(asked.some(({ init }) => init.method === "PUT")).toBe(false);
  });
});
