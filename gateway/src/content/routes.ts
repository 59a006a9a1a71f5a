import type { ContentProblem, ContentProblems } from "@porchlight/protocol/admin.ts";
import type { DemoState } from "@porchlight/protocol/demo.ts";
import { Hono } from "hono";
import type { AdminVariables } from "../services/shared/require-admin.ts";

/**
 * The route of what cannot be used in the owner's files, to be mounted at `/admin/api` behind `requireAdmin`.
 *
 * @param findDemo what in them is still the demo's; undefined where it could not be looked for
 */
export function createContentRoutes(
  troubles: () => ContentProblem[],
  findDemo: () => Promise<DemoState | undefined>,
): Hono<AdminVariables> {
  const routes = new Hono<AdminVariables>();
  routes.get("/content", async (c) => {
    const demo = await findDemo();
    return c.json({ troubles: troubles(), ...(demo && { demo }) } satisfies ContentProblems);
  });
  return routes;
}
