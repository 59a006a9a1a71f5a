import { describe, expect, it } from "vitest";
import { aGateway } from "../../testing/gateway-in-memory.ts";

const ORIGIN = "https://artist.example";

describe.each(["recover", "token?grant_type=password", "verify"])("POST %s", (path) => {
  /** Status of a request, and how many came through to the auth service. */
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
    // As a page of any site may send it without asking first.
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
    ["a sister site's page", { "Sec-Fetch-Site": "same-site", Origin: "https://evil.artist.example" }],
    ["another site's page in an older browser", { Origin: "https://evil.example" }],
    ["a page without an origin in an older browser", { Origin: "null" }],
  ])("is refused from %s", async (_, headers) => {
    expect(await send(headers)).toEqual([403, 0]);
  });

  it.each([
    ["the site's own page", { "Sec-Fetch-Site": "same-origin", Origin: ORIGIN }],
    ["its own page in an older browser", { Origin: ORIGIN, Referer: `${ORIGIN}/admin` }],
    ["a client that is no browser", {}],
  ])("is taken from %s", async (_, headers) => {
    expect(await send(headers)).toEqual([200, 1]);
  });
});
