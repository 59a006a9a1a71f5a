import { expect, test, vi } from "vitest";
import { fetchConfig, requestConfig, sendWithConfig } from "./config.ts";
import { answersTooLate } from "./too-late.case.ts";

test("if the configuration times out, the next call fetches it again", async () => {
  answersTooLate(() => Response.json({}));
  await expect(fetchConfig()).rejects.toThrow();
  await expect(requestConfig("no-store")).rejects.toThrow();
  vi.stubGlobal("fetch", async () => Response.json({ admin: { email: "owner@example.com" } }));
  expect((await fetchConfig()).admin.email).toBe("owner@example.com");
});

test("a request with status 401 is sent again only if the configuration has changed", async () => {
  const caches: (RequestCache | undefined)[] = [];
  const answers = ["key", "key", "another"];
  vi.stubGlobal("fetch", async (_: string, init?: RequestInit) => {
    caches.push(init?.cache);
    return Response.json({ database: { anonKey: answers[caches.length - 1] } });
  });
  // Replaces the configuration that another test has cached.
  await sendWithConfig(async () => new Response(null, { status: 401 }));
  const sent: string[] = [];
  const send = () =>
    sendWithConfig(async ({ database }) => {
      sent.push(database.anonKey);
      return new Response(null, { status: database.anonKey === "another" ? 201 : 401 });
    });
  expect([(await send()).status, sent]).toEqual([401, ["key"]]);
  expect([(await send()).status, sent]).toEqual([201, ["key", "key", "another"]]);
  expect(caches).toEqual(["no-store", "no-store", "no-store"]);
  expect([(await send()).status, caches.length]).toEqual([201, 3]);
});
