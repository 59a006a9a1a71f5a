import type { ContentProblem, ContentProblems } from "@porchlight/protocol/admin.ts";
import type { DemoState } from "@porchlight/protocol/demo.ts";
import { Hono } from "hono";
import type { AdminVariables } from "../shared/require-admin.ts";

/**
 * Route of the content folder's problems, `/admin/api/content`, to be mounted behind `requireAdmin`.
 *
 * @param findDemo finds which content is still the demo's; undefined if the search failed
 * @param preparing returns how far pictures are prepared; undefined if all are
 */
export function createContentRoutes(
  listProblems: () => ContentProblem[],
  findDemo: () => Promise<DemoState | undefined>,
  preparing: () => ContentProblems["preparing"],
): Hono<AdminVariables> {
  const routes = new Hono<AdminVariables>();
  routes.get("/content", async (c) => {
    const demo = await findDemo();
    const problems = listProblems();
    const progress = preparing();
    return c.json({
      problems,
      ...(demo && { demo }),
      ...(progress && { preparing: progress }),
    } satisfies ContentProblems);
  });
  return routes;
}
