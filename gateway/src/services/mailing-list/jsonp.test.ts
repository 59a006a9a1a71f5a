import { anyText, tries } from "@porchlight/fixtures/fuzz.ts";
import { isCallbackName } from "@porchlight/protocol/mailing-list.ts";
import fc from "fast-check";
import { Hono } from "hono";
import { expect, it } from "vitest";
import type { Client } from "../shared/caller.ts";
import { createMailingListRoutes } from "./routes.ts";

it("for any message and any callback, the script is one single call with exactly this message", async () => {
  let message = "";
  const app = new Hono<{ Variables: { client: Client } }>();
  app.route(
    "/",
    createMailingListRoutes(
      { isHosted: true, subscribe: async () => ({ result: "error", msg: message }) },
      { publicUrl: "https://artist.example", log: { warn: () => {} } },
    ),
  );
  const msg = fc.oneof(anyText(), fc.constantFrom("</script>", "\u2028", "<!--", "'\"\\", "*/", "\0"));
  const callback = fc.oneof(
    fc.constantFrom("cb", "$", "_1", "alert(1);cb", "a.b", "a[0]", "", "cb\n", "é", "x".repeat(65)),
    anyText(9).map((text) => text.toWellFormed()),
  );
  await fc.assert(
    fc.asyncProperty(msg, callback, async (words, name) => {
      message = words.toWellFormed();
      const response = await app.request(`/subscribe/post-json?EMAIL=a%40b.co&c=${encodeURIComponent(name)}`);
      const script = await response.text();
      expect(response.status).toBe(isCallbackName(name) ? 200 : 400);
      if (response.status === 400) {
        expect(response.headers.get("Content-Type")).toContain("application/json");
        return;
      }
      expect(response.headers.get("Content-Type")).toContain("javascript");
      expect(script).not.toMatch(/[<\u2028\u2029]/);
      expect(script.startsWith(`${name}(`) && script.endsWith(")")).toBe(true);
      expect(JSON.parse(script.slice(name.length + 1, -1))).toEqual({ result: "error", msg: message });
    }),
    tries(200),
  );
});
