import { createHmac, randomBytes } from "node:crypto";
import { isSame } from "../shared/secrets.ts";

/** Why a bearer token is rejected. */
export type TokenMistake = "missing" | "invalid" | "expired";

/** This gateway's own tokens for albums. The streaming service's token never leaves the gateway. */
export interface Tokens {
  /** A new token, valid for {@link TOKEN_LIFE_S}. */
  issue(): string;
  /** Why a token is rejected; undefined when it is valid. */
  findMistake(token: string): TokenMistake | undefined;
}

/** How long a token is valid, in seconds. It is the same at the streaming service. */
export const TOKEN_LIFE_S = 3_600;

/** The signing key lives only as long as the process. After a restart clients request a new token. */
export function createTokens(clock: () => Date): Tokens {
  const key = randomBytes(32);
  const signatureOf = (until: string) => createHmac("sha256", key).update(until).digest("base64url");

  return {
    issue() {
      const until = String(clock().getTime() + TOKEN_LIFE_S * 1_000);
      return `${until}.${signatureOf(until)}`;
    },
    findMistake(token) {
      if (token === "") return "missing";
      const [until = "", signature = "", ...more] = token.split(".");
      if (more.length > 0 || !isSame(signature, signatureOf(until))) return "invalid";
      return Number(until) <= clock().getTime() ? "expired" : undefined;
    },
  };
}
