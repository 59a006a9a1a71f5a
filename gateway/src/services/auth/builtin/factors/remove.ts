import { AuthError } from "../../auth-error.ts";
import type { EndpointAnswer, PersonRequest } from "../endpoint.ts";
import { requireRecentSignIn } from "../recent-sign-in.ts";
import { lowerSession } from "../sessions.ts";
import type { FactorContext } from "./context.ts";
import { findFactor, removeFactor } from "./factors.ts";

/** `DELETE factors/{id}`: removes a factor. Sessions that passed no other one fall back to `aal1`. */
export async function unenrolFactor(context: FactorContext, request: PersonRequest): Promise<EndpointAnswer> {
  const { signedIn, client, now } = request;
  const factor = await context.data.write((writer) => {
    const found = findFactor(writer, signedIn.user.id, request.params.id ?? "");
    if (found.status === "verified" && signedIn.aal !== "aal2") {
      throw new AuthError(422, "insufficient_aal", "AAL2 required to unenroll verified factor");
    }
    if (found.status === "verified") requireRecentSignIn(signedIn.session, now);
    const lowered = writer.all<{ session_id: string }>(
      `SELECT session_id FROM session_factors GROUP BY session_id HAVING count(*) = 1 AND max(factor_id) = ?`,
      found.id,
    );
    for (const { session_id } of lowered) lowerSession(writer, session_id);
    removeFactor(writer, found.id);
    return found;
  });
  // One that was begun and given up never counted: the owner would be told of a loss that is none.
  if (factor.status === "verified") {
    const details = { friendly_name: factor.friendlyName, factor_type: factor.type };
    await context.audit({ event: "factor-removed", client, details });
  }
  return { status: 200, body: { id: factor.id } };
}
