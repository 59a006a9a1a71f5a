import type { Finding } from "@porchlight/protocol/doctor.ts";
import type { OpenIdSettings } from "../../../config/provider-settings.ts";
import { about } from "../../finding.ts";
import type { Outside } from "../../outside/outside.ts";
import { isTemporary, jsonOf, tryFetch } from "../../try-fetch.ts";

const signIn = about("provider-sign-in", "Linked sign-in");

/** Reads the provider's public configuration. Source: OpenID Connect Discovery 1.0 §4. */
export async function checkSignIn({ issuer }: OpenIdSettings, fetch: Outside["fetch"]): Promise<Finding[]> {
  const address = issuer.replace(/\/$/, "");
  const result = await tryFetch(fetch, `${address}/.well-known/openid-configuration`);
  if (!("response" in result))
    return [signIn.bad(`${address} cannot be reached: ${result.why}.`, "Check OIDC_ISSUER.")];
  const { status } = result.response;
  if (isTemporary(status)) {
    await result.response.body?.cancel();
    return [signIn.look(`${address} does not work at the moment (status ${status}).`, "Try again in a while.")];
  }
  const body = await jsonOf(result.response);
  const isProvider = typeof body === "object" && body !== null && "token_endpoint" in body;
  if (!isProvider) {
    return [signIn.bad(`${address} is not an OpenID provider (status ${status}).`, "Check OIDC_ISSUER.")];
  }
  return [
    signIn.unknown(
      `${address} answers. Only a sign-in shows whether it knows the client.`,
      "Sign out, then sign in with it once.",
    ),
  ];
}
