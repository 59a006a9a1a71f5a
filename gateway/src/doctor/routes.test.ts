import type { CheckUp, EmailFindings } from "@porchlight/protocol/doctor.ts";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { GMAIL } from "../services/mail/some-received-emails.case.ts";
import { aDashboardApp } from "../services/shared/admin.case.ts";
import type { AdminVariables } from "../services/shared/require-admin.ts";
import { TEST_CLIENT } from "../testing/signed-in.ts";
import { anOutside, aSite, NOW, the } from "./a-site.case.ts";
import { checkUp } from "./check-up.ts";
import { CACHE_MS, createCheckUps } from "./check-ups.ts";
import { createDoctorRoutes } from "./routes.ts";

/** The check-up's route of a site behind a proxy. `begun` counts check-ups; `hold` delays them until it is released. */
function aDashboard() {
  let now = NOW.getTime();
  let begun = 0;
  let waiting = Promise.resolve();
  let isBroken = false;
  const { inspections } = anOutside();
  const outside = anOutside({
    clock: () => new Date(now),
    inspections: {
      ...inspections,
      async content() {
        begun += 1;
        await waiting;
        return { mistakes: [], unfilled: [], missing: [], broken: [], guessable: [] };
      },
    },
    isClockRight() {
      if (isBroken) throw new Error("The clock cannot be read");
      return true;
    },
  });
  const site = aSite({ PUBLIC_URL: "https://a.example", HOST: "0.0.0.0" });
  const app = new Hono<AdminVariables>();
  app.onError((_, c) => c.json({}, 500));
  app.use(async (c, next) => {
    c.set("client", TEST_CLIENT);
    await next();
  });
  app.route(
    "/",
    aDashboardApp().route(
      "/",
      createDoctorRoutes(createCheckUps((requester) => checkUp(site, outside, requester), outside.clock)),
    ),
  );
  return {
    post: (headers: Record<string, string> = { Authorization: "Bearer owner" }) =>
      Promise.resolve(app.request("/doctor", { method: "POST", headers })),
    postEmail: async (body: unknown, token = "owner") =>
      app.request("/doctor/email", {
        method: "POST",
        headers: { Authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      }),
    pass: (ms: number) => {
      now += ms;
    },
    begun: () => begun,
    hold() {
      let release = () => {};
      waiting = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    breakDown: (broken: boolean) => {
      isBroken = broken;
    },
  };
}

const read = async (response: Response) => (await response.json()) as CheckUp;

describe("the check-up in the dashboard", () => {
  it("is only for the owner", async () => {
    const { post, begun } = aDashboard();
    expect((await post({})).status).toBe(401);
    expect(begun()).toBe(0);
  });

  it("tells from the owner's request whether the proxy is trusted", async () => {
    const { post } = aDashboard();
    const response = await post({ Authorization: "Bearer owner", "X-Forwarded-For": "198.51.100.9" });
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const { groups } = await read(response);
    const trust = the(
      "web-proxy-trust",
      groups.flatMap(({ findings }) => findings),
    );
    expect(trust).toMatchObject({ status: "bad", next: `Set TRUST_PROXY=${TEST_CLIENT.address}` });
  });

  it("never runs twice at the same time", async () => {
    const { post, begun, hold } = aDashboard();
    const release = hold();
    const both = [post(), post()];
    await expect.poll(begun).toBe(1);
    release();
    const [one, other] = await Promise.all(both);
    expect(one?.status).toBe(200);
    expect(await other?.json()).toEqual(await one?.json());
    expect(begun()).toBe(1);
  });

  it("is cached for a minute, then runs again", async () => {
    const { post, begun, pass } = aDashboard();
    const { madeAt } = await read(await post());
    pass(CACHE_MS - 1);
    expect((await read(await post())).madeAt).toBe(madeAt);
    pass(1);
    expect((await read(await post())).madeAt).not.toBe(madeAt);
    expect(begun()).toBe(2);
  });

  it("runs again after the clock was set back", async () => {
    const { post, begun, pass } = aDashboard();
    await post();
    pass(-1);
    await post();
    expect(begun()).toBe(2);
  });

  it("runs again with the next request if it failed", async () => {
    const { post, breakDown } = aDashboard();
    breakDown(true);
    expect((await post()).status).toBe(500);
    breakDown(false);
    expect((await post()).status).toBe(200);
  });
});

describe("the source of a test email in the dashboard", () => {
  it("says what its receiver saw, but only to the owner", async () => {
    const { postEmail, begun } = aDashboard();
    const response = await postEmail({ source: GMAIL });
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const { findings } = (await response.json()) as EmailFindings;
    expect(findings.map(({ status }) => status)).toEqual(["good", "good", "good", "good"]);
    expect((await postEmail({ source: GMAIL }, "another")).status).toBe(401);
    expect((await postEmail({ source: 7 })).status).toBe(400);
    expect(begun()).toBe(0);
  });
});
