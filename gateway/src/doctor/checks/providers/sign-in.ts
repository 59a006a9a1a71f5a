import type { Finding } from "@porchlight/protocol/doctor.ts";
import type { OpenIdSettings } from "../../../config/provider-settings.ts";
import { ask, isPassing, jsonOf } from "../../ask.ts";
import { about } from "../../finding.ts";
import type { Outside } from "../../outside/outside.ts";

const signIn = about("provider-sign-in", "Linked sign-in");

/** Reads what the provider publishes of itself. Source: OpenID Connect Discovery 1.0 §4. */
export async function checkSignIn({ issuer }: OpenIdSettings, fetch: Outside["fetch"]): Promise<Finding[]> {
  const address = issuer.replace(/\/$/, "");
  const asked = await ask(fetch, `${address}/.well-known/openid-configuration`);
  if (!("response" in asked)) return [signIn.bad(`${address} cannot be reached: ${asked.why}.`, "Check OIDC_ISSUER.")];
  const { status } = asked.response;
  if (isPassing(status)) {
    await asked.response.body?.cancel();
    return [signIn.look(`${address} does not answer just now (status ${status}).`, "Try again in a while.")];
  }
  const body = await jsonOf(asked.response);
  const isProvider = typeof body === "object" && body !== null && "token_endpoint" in body;
  if (!isProvider) {
    return [signIn.bad(`${address} is no OpenID provider (status ${status}).`, "Check OIDC_ISSUER.")];
  }
  return [
    signIn.unknown(
      `${address} answers; whether it knows the client shows only when somebody signs in.`,
      "Sign out, then sign in by it once.",
    ),
  ];
}
