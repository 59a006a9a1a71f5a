import type { ContentProblem, ContentProblems } from "@porchlight/protocol/admin.ts";
import type { DemoState } from "@porchlight/protocol/demo.ts";
import { Hono } from "hono";
import type { AdminVariables } from "../shared/require-admin.ts";

/**
 * Problems of the content folder at `/admin/api/content`; mounted behind `requireAdmin`.
 *
 * @param findDemo finds which content is still the demo's; undefined if the search failed
 */
export function createContentRoutes(
  listProblems: () => ContentProblem[],
  findDemo: () => Promise<DemoState | undefined>,
): Hono<AdminVariables> {
  const routes = new Hono<AdminVariables>();
  routes.get("/content", async (c) => {
    const demo = await findDemo();
    return c.json({ problems: listProblems(), ...(demo && { demo }) } satisfies ContentProblems);
  });
  return routes;
}
