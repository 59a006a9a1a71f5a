import * as v from "valibot";
import { createRateLimit } from "../../../../http/rate-limit.ts";
import { AuthError, tooManyRequests, validationFailed } from "../../auth-error.ts";
import type { AuthContext } from "../context.ts";
import { type Proof, takeEmailCodes } from "../email-codes.ts";
import { type Endpoint, type EndpointRequest, read, textSchema } from "../endpoint.ts";
import { beginSession, respondWithSession } from "../session-response.ts";
import { normalEmail } from "../users.ts";

/**
 * Attempts at short codes for one address, by all clients together: a burst of five, then one an hour. Guessing for a
 * whole year has a chance of one in a hundred. The link in the email has no limit.
 */
const CODE_RATE = { burst: 5, perSecond: 1 / 3600 };

type VerifyOptions = { limits: boolean; now: () => number };

const verifySchema = v.object({
  type: v.picklist(["recovery", "email", "magiclink"]),
  token_hash: v.optional(v.nullable(v.pipe(textSchema, v.maxLength(200)))),
  email: v.optional(v.nullable(textSchema)),
  token: v.optional(v.nullable(v.pipe(textSchema, v.trim(), v.maxLength(200)))),
});

/** `POST verify`: signs in with the link's token or the six digits of an email. */
export function createVerifyEndpoint(context: AuthContext, { limits, now: monotonic }: VerifyOptions): Endpoint {
  const { data, guesses, audit } = context;
  const atOneAddress = createRateLimit(CODE_RATE, monotonic);

  /** Counts an attempt at a short code before it is checked, for known and unknown addresses alike. */
  function spend(request: EndpointRequest, proof: Proof): void {
    // A link's token cannot be guessed, and many guesses must not block the owner's link.
    if ("token" in proof) return;
    guesses.spend("email-code", request);
    if (!limits) return;
    const result = atOneAddress(normalEmail(proof.email));
    if (!result.ok) throw tooManyRequests(result.retryAfterSeconds);
  }

  return {
    method: "POST",
    path: "verify",
    access: "key",
    async handle(request) {
      const parsed = read(verifySchema, request.body);
      const { client, now } = request;
      const proof = proofOf(parsed);
      spend(request, proof);
      const begun = await data.write((writer) => {
        const userId = takeEmailCodes(writer, proof, now);
        if (userId === undefined) return undefined;
        return beginSession(writer, context, request, {
          userId,
          method: parsed.type === "recovery" ? "recovery" : "otp",
        });
      });
      if (begun === undefined) {
        await audit({ event: "sign-in-failed", client, details: { method: "letter" } });
        throw new AuthError(403, "otp_expired", "Email link is invalid or has expired");
      }
      guesses.refill("email-code", request);
      await audit({ event: "recovery-used", client });
      return respondWithSession(context, begun);
    },
  };
}

function proofOf({ token_hash, email, token }: v.InferOutput<typeof verifySchema>): Proof {
  if (token_hash) return { token: token_hash };
  if (email && token) return { email, code: token };
  throw validationFailed("Verify requires a token_hash, or an email and a token");
}
