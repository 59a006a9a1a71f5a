import { Hono } from "hono";
import { expect, it, onTestFinished } from "vitest";
import { openBuiltinList } from "../../composition/builtin-list.ts";
import { openPeople } from "../../composition/open-people.ts";
import { openListSecret } from "../../data/list-secret.ts";
import { createBuiltinAnalytics } from "../../services/analytics/builtin.ts";
import { createBounces } from "../../services/newsletter/bounces/bounces.ts";
import { createBounceWebhooks } from "../../services/newsletter/bounces/webhooks/routes.ts";
import { wireNewsletters } from "../../services/newsletter/wire-newsletters.case.ts";
import { createReminders } from "../../services/shows/reminders/builtin.ts";
import { aBuiltinStore } from "../../services/store/a-builtin-store.case.ts";
import { aDataFile } from "../a-data-file.ts";
import { aGateway, silentLog } from "../gateway-in-memory.ts";
import { ENDPOINTS } from "./endpoints.case.ts";

it("the hostile requests reach every route of every built-in service", async () => {
  const routes = await mountedRoutes();
  expect(routes).toContain("/admin/api/orders/:id/paid");
  const paths = ENDPOINTS.map(({ path }) => path.replace(/\?.*/, "").replaceAll(":", ""));
  const missed: string[] = [];
  for (const route of routes) {
    // The router itself decides which paths match a route.
    const app = new Hono().all(route, (c) => c.text(""));
    const statuses = await Promise.all(paths.map(async (path) => (await app.request(path)).status));
    if (!statuses.includes(200)) missed.push(route);
  }
  expect(missed).toEqual([]);
});

async function mountedRoutes(): Promise<readonly string[]> {
  const data = aDataFile();
  const clock = () => new Date("2026-03-01T12:00:00Z");
  const shared = { data, publicUrl: "https://artist.example", clock, log: silentLog };
  const adminEmail = "owner@artist.example";
  const nobody = async () => {};
  const list = await openBuiltinList({
    ...shared,
    settings: {
      publicUrl: shared.publicUrl,
      limits: true,
      openId: undefined,
      adminEmail,
      adminPassword: undefined,
      smtp: { url: "smtp://localhost", from: adminEmail },
    },
    sendEmail: nobody,
    sendCode: nobody,
    artistName: () => "Harbour Line",
  });
  const store = await aBuiltinStore(data, { anonymousKey: list.auth.anonymousKey });
  const analytics = createBuiltinAnalytics({ ...shared, albums: () => [] });
  onTestFinished(() => analytics.stop());
  const reminders = createReminders({
    ...shared,
    secret: await openListSecret(data),
    shows: () => [],
    sendEmail: nobody,
    artistName: () => "Harbour Line",
    language: () => "en-CA",
  });
  const { newsletters } = await wireNewsletters({ data, mail: undefined, time: { clock, now: () => 0, wait: nobody } });
  const bounceWebhooks = createBounceWebhooks({
    bounces: createBounces({ data, secret: await openListSecret(data), address: undefined, clock }),
    sesTopic: "arn:aws:sns:eu-west-1:123456789012:bounces",
    postmarkSecret: "a secret of my own",
    mailgunKey: "a key",
    fetch,
    clock,
  });
  const mailKey = { read: () => ({}), make: async () => ({}) };
  return aGateway({
    ...list,
    store,
    analytics,
    reminders,
    newsletters,
    mailKey,
    bounceWebhooks,
    people: openPeople(data),
    checkUps: { run: async () => ({ madeAt: "", groups: [] }) },
  }).routes;
}
