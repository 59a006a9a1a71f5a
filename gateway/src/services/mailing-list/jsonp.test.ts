import { anyText, tries } from "@porchlight/fixtures/fuzz.ts";
import { isCallbackName } from "@porchlight/protocol/mailing-list.ts";
import fc from "fast-check";
import { Hono } from "hono";
import { expect, it } from "vitest";
import type { Client } from "../shared/caller.ts";
import { createMailingListRoutes } from "./routes.ts";

it("whatever a provider says and whatever a page asks for, the script that it gets is one call with those very words", async () => {
  let said = "";
  const app = new Hono<{ Variables: { client: Client } }>();
  app.route(
    "/",
    createMailingListRoutes(
      { isHosted: true, subscribe: async () => ({ result: "error", msg: said }) },
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
      said = words.toWellFormed();
      const answer = await app.request(`/subscribe/post-json?EMAIL=a%40b.co&c=${encodeURIComponent(name)}`);
      const script = await answer.text();
      expect(answer.status).toBe(isCallbackName(name) ? 200 : 400);
      if (answer.status === 400) {
        expect(answer.headers.get("Content-Type")).toContain("application/json");
        return;
      }
      expect(answer.headers.get("Content-Type")).toContain("javascript");
      expect(script).not.toMatch(/[<\u2028\u2029]/);
      expect(script.startsWith(`${name}(`) && script.endsWith(")")).toBe(true);
      expect(JSON.parse(script.slice(name.length + 1, -1))).toEqual({ result: "error", msg: said });
    }),
    tries(200),
  );
});
