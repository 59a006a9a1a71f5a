import { expect, test, vi } from "vitest";
import { fetchConfig, requestConfig, sendWithConfig } from "./config.ts";
import { answersTooLate } from "./too-late.case.ts";

test("a configuration that does not come in time is given up, and asked for again by the next one", async () => {
  answersTooLate(() => Response.json({}));
  await expect(fetchConfig()).rejects.toThrow();
  await expect(requestConfig("no-store")).rejects.toThrow();
  vi.stubGlobal("fetch", async () => Response.json({ admin: { email: "owner@example.com" } }));
  expect((await fetchConfig()).admin.email).toBe("owner@example.com");
});

test("what is refused with 401 is sent once more where the configuration is another by now, and only then", async () => {
  const asked: (RequestCache | undefined)[] = [];
  const answers = ["key", "key", "another"];
  vi.stubGlobal("fetch", async (_: string, init?: RequestInit) => {
    asked.push(init?.cache);
    return Response.json({ database: { anonKey: answers[asked.length - 1] } });
  });
  // Whatever another test has left is not what this gateway says.
  await sendWithConfig(async () => new Response(null, { status: 401 }));
  const sent: string[] = [];
  const send = () =>
    sendWithConfig(async ({ database }) => {
      sent.push(database.anonKey);
      return new Response(null, { status: database.anonKey === "another" ? 201 : 401 });
    });
  expect([(await send()).status, sent]).toEqual([401, ["key"]]);
  expect([(await send()).status, sent]).toEqual([201, ["key", "key", "another"]]);
  expect(asked).toEqual(["no-store", "no-store", "no-store"]);
  expect([(await send()).status, asked.length]).toEqual([201, 3]);
});
