import type { HonoRequest } from "hono";
import type { RateLimit } from "../../http/rate-limit.ts";
import type { Identify } from "../shared/caller.ts";

/** The part of a request that the check reads. */
type Checked = { req: HonoRequest; env: { key: string } };

/**
 * Checks whether a request has the service key. The owner uses the key to move a list, so the limits for visitors do
 * not apply. The rate limit of reads limits how often this check runs.
 */
export function createServiceKeyCheck(identify: Identify, reads: RateLimit): (request: Checked) => Promise<boolean> {
  const checks = new WeakMap<Request, Promise<boolean>>();

  async function check({ req, env }: Checked): Promise<boolean> {
    const authorization = req.header("authorization");
    if (!claimsServiceRole(authorization) || !reads(env.key).ok) return false;
    const found = await identify({ apikey: req.header("apikey"), authorization });
    return found.ok && found.caller.role === "service";
  }

  return (request) => {
    const known = checks.get(request.req.raw) ?? check(request);
    checks.set(request.req.raw, known);
    return known;
  };
}

/** Whether a token claims to be a service key. Only then is it worth checking its signature. */
function claimsServiceRole(authorization: string | undefined): boolean {
  const [, claims = ""] = authorization?.split(".") ?? [];
  return Buffer.from(claims, "base64url").toString("latin1").includes('"service_role"');
}
