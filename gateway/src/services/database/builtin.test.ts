import { aSubscriber } from "@porchlight/fixtures/subscriber.ts";
import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { createClient } from "@supabase/supabase-js";
import { describe, expect, it } from "vitest";
import { DataFileError } from "../../data/data-file-error.ts";
import { ofBuiltinAlone } from "../../testing/through-hosted.ts";
import type { SecurityEvent } from "../shared/audit.ts";
import { noLinks } from "../shared/unsubscribe.case.ts";
import { ROWS_MAX } from "./builtin/read.ts";
import { serveBuiltin } from "./builtin.case.ts";
import { createBuiltinDatabase } from "./builtin.ts";
import { ADDRESS, describeDatabaseService } from "./contract.case.ts";

describe("the built-in database", () => {
  describeDatabaseService((subscribers) => serveBuiltin(subscribers));

  it("counts and pages through more rows than one response holds", async () => {
    const served = await serveBuiltin(
      Array.from({ length: ROWS_MAX + 1 }, (_, i) => aSubscriber({ id: i + 1, email: `fan${i}@example.com` })),
    );
    const table = createClient(ADDRESS, served.anonymousKey, {
      global: { fetch: served.fetch },
      accessToken: async () => served.adminToken,
    }).from(SUBSCRIBERS_TABLE);

    const first = await table.select("id", { count: "exact" }).order("subscribed_at", { ascending: false });
    expect(first).toMatchObject({ status: 206, count: ROWS_MAX + 1 });
    const rest = await table
      .select("id")
      .order("subscribed_at", { ascending: false })
      .range(ROWS_MAX, ROWS_MAX * 2);
    const ids = [...(first.data ?? []), ...(rest.data ?? [])].map(({ id }) => id);
    expect(ids).toEqual(Array.from({ length: ROWS_MAX + 1 }, (_, i) => ROWS_MAX + 1 - i));
    served.close();
  });

  it(
    "logs a removal with its number of rows, and logs nothing if no row was removed",
    ofBuiltinAlone("audit log"),
    async () => {
      const events: SecurityEvent[] = [];
      const rows = [1, 2, 3].map((id) => aSubscriber({ id, email: `fan${id}@example.com` }));
      const served = await serveBuiltin(rows, undefined, async (event) => void events.push(event));
      const table = (accessToken: string) =>
        createClient(ADDRESS, served.anonymousKey, {
          global: { fetch: served.fetch },
          accessToken: async () => accessToken,
        }).from(SUBSCRIBERS_TABLE);
      await table(served.adminToken).delete().eq("email", "nobody@example.com");
      await table(served.personToken).delete().gt("id", 0);
      await table(served.adminToken).delete().eq("email", "fan1@example.com");
      await table(served.adminToken).delete({ count: "exact" }).gt("id", 0).select();
      expect(events.map(({ event, details }) => [event, details?.count])).toEqual([
        ["subscriber-removed", 1],
        ["subscriber-removed", 2],
      ]);
      expect(JSON.stringify(events)).not.toContain("fan");
      served.close();
    },
  );

  it.each([
    ["full", "53100"],
    ["io", "58030"],
  ] as const)("answers 503 when the data file fails: %s", async (reason, code) => {
    const { data, close } = await serveBuiltin();
    const broken = createBuiltinDatabase({
      unsubscribing: noLinks,
      data: { ...data, write: () => Promise.reject(new DataFileError(reason, "for the owner alone")) },
    });
    const response = await broken.answer({
      method: "POST",
      resource: SUBSCRIBERS_TABLE,
      query: "",
      header: () => undefined,
      body: JSON.stringify({ email: "ann@example.com", source: "website-footer" }),
      caller: { role: "anonymous" },
    });
    expect(response.status).toBe(503);
    expect(JSON.parse(String(response.body))).toEqual({ code, message: expect.any(String), details: null, hint: null });
    expect(response.body).not.toContain("owner");
    close();
  });
});
