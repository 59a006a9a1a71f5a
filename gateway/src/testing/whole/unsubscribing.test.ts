// A fan unsubscribes by the link in an email, resubscribes, is removed, and signs up again.
import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { createClient } from "@supabase/supabase-js";
import { Hono } from "hono";
import { expect, it } from "vitest";
import { openListSecret } from "../../data/list-secret.ts";
import { createSubscriberList } from "../../services/database/builtin/subscriber-list.ts";
import { createBuiltinDatabase } from "../../services/database/builtin.ts";
import { createDatabaseRoutes } from "../../services/database/routes.ts";
import { createChanges } from "../../services/shared/change-events.ts";
import { createUnsubscribeService } from "../../services/unsubscribe/builtin.ts";
import { createUnsubscribeLinks } from "../../services/unsubscribe/links.ts";
import { createUnsubscribeRoutes } from "../../services/unsubscribe/routes.ts";
import { aDataFile } from "../a-data-file.ts";
import { silentLog } from "../gateway-in-memory.ts";
import { aTestFolder } from "../gateway-process.ts";
import { servicesInFrontOf } from "../hosted-site.ts";
import { anAdminToken, anAuth } from "../signed-in.ts";
import { isThroughHosted } from "../through-hosted.ts";

const ORIGIN = "https://artist.example";
const ANN = "ann@example.com";

/** The table interface and the unsubscribe pages, both on one data file. */
async function aSite(dir: string) {
  const data = aDataFile({ dir });
  const auth = await anAuth(data);
  const changes = createChanges((error) => expect.unreachable(String(error)));
  const links = createUnsubscribeLinks({ secret: await openListSecret(data), publicUrl: ORIGIN });
  const subscribers = createSubscriberList({ data, changes, clock: () => new Date() });
  const builtin = { auth, unsubscribing: createUnsubscribeService({ links, subscribers }) };
  const database = createBuiltinDatabase({ data, unsubscribing: builtin.unsubscribing, changes });
  const served = isThroughHosted
    ? await servicesInFrontOf({ ...builtin, database }, { publicUrl: ORIGIN })
    : { ...builtin, database };
  const app = new Hono()
    .route(
      "/rest/v1",
      createDatabaseRoutes({
        database: served.database,
        identify: served.auth.identify,
        audit: undefined,
      }),
    )
    .route(
      "/unsubscribe",
      createUnsubscribeRoutes({
        unsubscribing: served.unsubscribing,
        artistName: () => "Harbour Line",
        pageTheme: () => ({ stylesheets: [], themeColour: "#d83b65", ground: "dusk" }),
        log: silentLog,
      }),
    );
  const ask = async (url: string, init?: RequestInit) => app.fetch(new Request(url, init));
  const token = await anAdminToken(auth);
  const table = (options: object) =>
    createClient(ORIGIN, served.auth.anonymousKey, {
      global: { fetch: (input, init) => ask(String(input), init) },
      ...options,
    }).from(SUBSCRIBERS_TABLE);
  const asOwner = () => table({ accessToken: async () => token });
  return {
    data,
    close: data.close,
    ask,
    linkFor: links.linker(),
    asOwner,
    /** Signs up as the footer does; 201 is success. */
    join: async (email = ANN) => {
      const visitor = table({ auth: { persistSession: false, autoRefreshToken: false } });
      return (await visitor.insert({ email, status: "active", source: "website-footer" })).status;
    },
    /** Unsubscribes as the form of the unsubscribe page does. */
    unsubscribe: (link: string) =>
      ask(`${ORIGIN}/unsubscribe`, {
        method: "POST",
        body: new URLSearchParams({ t: new URL(link).searchParams.get("t") ?? "" }),
      }),
    rows: async () => (await asOwner().select("id,email,status,source").order("id")).data,
  };
}

it("a link works each time its fan has resubscribed, even after a removal and a restart", async () => {
  const dir = aTestFolder();
  const site = await aSite(dir);
  await site.join();
  const link = site.linkFor(ANN);
  const row = { id: 1, email: ANN, status: "active", source: "website-footer" };

  expect((await site.ask(link)).status).toBe(200);
  expect(await site.rows()).toEqual([row]);
  expect((await site.unsubscribe(link)).status).toBe(303);
  expect(await site.rows()).toEqual([{ ...row, status: "unsubscribed" }]);
  expect(await site.join("ANN@example.com")).toBe(201);
  expect(await site.rows()).toEqual([row]);
  expect(await site.join()).toBe(409);

  expect((await site.asOwner().delete().eq("email", ANN)).status).toBe(204);
  expect((await site.unsubscribe(link)).status).toBe(303);
  expect(await site.rows()).toEqual([]);
  expect(await site.join()).toBe(201);
  expect(site.linkFor(ANN)).toBe(link);
  site.close();

  const again = await aSite(dir);
  expect(again.linkFor(ANN)).toBe(link);
  const oneClick = await again.ask(link, {
    method: "POST",
    body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
  });
  expect(oneClick.status).toBe(200);
  expect(await again.rows()).toEqual([{ ...row, id: expect.any(Number), status: "unsubscribed" }]);
});

it("the data file contains no removed address", async () => {
  const site = await aSite(aTestFolder());
  await site.join("quite.unmistakable@example.com");
  await site.asOwner().delete().eq("email", "quite.unmistakable@example.com");
  const tables = site.data.read.all<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%search%'",
  );
  const contents = tables.map(({ name }) => site.data.read.all(`SELECT * FROM "${name}"`));
  expect(JSON.stringify(contents)).not.toContain("unmistakable");
  expect(site.data.read.all("SELECT * FROM suppressed_addresses")).toHaveLength(1);
});

it("fifty concurrent unsubscribes and sign-ups of an address leave one row", async () => {
  const site = await aSite(aTestFolder());
  await site.join();
  const link = site.linkFor(ANN);
  const all = Array.from({ length: 50 }, (_, i) => (i % 2 ? site.unsubscribe(link) : site.join()));
  const responses = await Promise.all(all.map(async (one) => one));
  expect(
    responses.every(
      (response) => response === 201 || response === 409 || (response instanceof Response && response.status === 303),
    ),
  ).toBe(true);
  expect(await site.rows()).toMatchObject([{ id: 1, email: ANN }]);
  await site.unsubscribe(link);
  expect(await site.rows()).toMatchObject([{ id: 1, status: "unsubscribed" }]);
});
