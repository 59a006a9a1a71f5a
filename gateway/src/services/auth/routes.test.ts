import { describe, expect, it } from "vitest";
import { aGateway } from "../../testing/gateway-in-memory.ts";

const ORIGIN = "https://artist.example";

describe.each(["recover", "token?grant_type=password", "verify"])("POST %s", (path) => {
  /** Sends a request. @returns its status, and how many requests reached the auth service */
  async function send(headers: Record<string, string>) {
    let asked = 0;
    const gateway = aGateway({
      auth: {
        anonymousKey: "the-key",
        identify: async () => ({ ok: true, caller: { role: "anonymous" } }),
        answer: async () => {
          asked += 1;
          return { status: 200, headers: {}, body: "{}" };
        },
        isHosted: false,
        linkedSignIn: "google",
      },
    });
    // A page of any site can send this request without a preflight.
    const request = new Request(`${ORIGIN}/auth/v1/${path}`, {
      method: "POST",
      headers: { "Content-Type": "text/plain", ...headers },
      body: "{}",
    });
    const { status } = await gateway.fetch(request);
    return [status, asked];
  }

  it.each([
    ["another site's page", { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" }],
    ["a page of another subdomain", { "Sec-Fetch-Site": "same-site", Origin: "https://evil.artist.example" }],
    ["another site's page in an older browser", { Origin: "https://evil.example" }],
    ["a page without an origin in an older browser", { Origin: "null" }],
  ])("is rejected from %s", async (_, headers) => {
    expect(await send(headers)).toEqual([403, 0]);
  });

  it.each([
    ["the site's own page", { "Sec-Fetch-Site": "same-origin", Origin: ORIGIN }],
    ["its own page in an older browser", { Origin: ORIGIN, Referer: `${ORIGIN}/admin` }],
    ["a client that is not a browser", {}],
  ])("is accepted from %s", async (_, headers) => {
    expect(await send(headers)).toEqual([200, 1]);
  });
});
