import { expect, test, vi } from "vitest";
import { fetchConfig, requestConfig } from "./config.ts";
import { answersTooLate } from "./too-late.case.ts";

test("a configuration that does not come in time is given up, and asked for again by the next one", async () => {
  answersTooLate(() => Response.json({}));
  await expect(fetchConfig()).rejects.toThrow();
  await expect(requestConfig("no-store")).rejects.toThrow();
  vi.stubGlobal("fetch", async () => Response.json({ admin: { email: "owner@example.com" } }));
  expect((await fetchConfig()).admin.email).toBe("owner@example.com");
});
