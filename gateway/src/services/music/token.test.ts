import { describe, expect, it } from "vitest";
import { ALBUMS, BASIC, FORM, someRoutes } from "./some-routes.case.ts";

describe("a token", () => {
  it("is issued for any client id and secret, in the form or as Basic, and is never cached", async () => {
    const { askToken } = someRoutes();
    for (const response of [
      await askToken("grant_type=client_credentials&client_id=a&client_secret=b"),
      await askToken("grant_type=client_credentials", { ...FORM, Authorization: BASIC }),
      await askToken("grant_type=client_credentials", {
        "Content-Type": `${FORM["Content-Type"]};charset=UTF-8`,
        Authorization: BASIC,
      }),
    ]) {
      expect(response.status).toBe(200);
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(await response.json()).toEqual({
        access_token: expect.any(String),
        token_type: "Bearer",
        expires_in: 3_600,
      });
    }
  });

  it.each([
    ["client_id=a&client_secret=b", FORM, "unsupported_grant_type", "grant_type parameter is missing"],
    [
      "grant_type=password&client_id=a&client_secret=b",
      FORM,
      "unsupported_grant_type",
      "grant_type must be client_credentials",
    ],
    [
      JSON.stringify({ grant_type: "client_credentials", client_id: "a", client_secret: "b" }),
      { "Content-Type": "application/json" },
      "unsupported_grant_type",
      "grant_type parameter is missing",
    ],
    ["grant_type=client_credentials", FORM, "invalid_client", "Invalid client"],
    ["grant_type=client_credentials&client_id=a", FORM, "invalid_client", "Invalid client"],
    [
      "grant_type=client_credentials",
      { ...FORM, Authorization: "Basic OnNlY3JldA==" },
      "invalid_client",
      "Invalid client",
    ],
    ["grant_type=client_credentials", { ...FORM, Authorization: "Basic !!" }, "invalid_client", "Invalid client"],
  ])("is not issued for %s", async (body, headers, error, error_description) => {
    const response = await someRoutes().askToken(body, headers);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error, error_description });
  });

  it("is not issued for a body that is too long", async () => {
    const response = await someRoutes().askToken(`grant_type=${"a".repeat(9_000)}`);
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: { status: 413 } });
  });

  it("is valid for an hour and only at this gateway, but is not required", async () => {
    const { ask, askToken, later } = someRoutes();
    const given = await askToken("grant_type=client_credentials&client_id=a&client_secret=b");
    // The cast holds: our own routes respond in this shape.
    const { access_token } = (await given.json()) as { access_token: string };
    const asking = (authorization: string, at = ask) => at(ALBUMS, { headers: { Authorization: authorization } });
    expect((await asking(`Bearer ${access_token}`)).status).toBe(200);
    expect((await ask(ALBUMS)).status).toBe(200);
    // If a proxy in front of the site asks for a password, browsers send this.
    expect((await asking(BASIC)).status).toBe(200);
    const [until = ""] = access_token.split(".");
    for (const [authorization, message] of [
      ["Bearer", "No token provided"],
      ["Bearer nonsense", "Invalid access token"],
      [`Bearer ${access_token}x`, "Invalid access token"],
      [`Bearer ${access_token}.x`, "Invalid access token"],
      [`Bearer ${until}9.${access_token.split(".")[1]}`, "Invalid access token"],
    ] as const) {
      const response = await asking(authorization);
      expect([authorization, response.status]).toEqual([authorization, 401]);
      expect(await response.json()).toEqual({ error: { status: 401, message } });
    }
    expect((await asking(`Bearer ${access_token}`, someRoutes().ask)).status).toBe(401);
    later(3_600_000);
    const late = await asking(`Bearer ${access_token}`);
    expect(await late.json()).toEqual({ error: { status: 401, message: "The access token expired" } });
  });
});
