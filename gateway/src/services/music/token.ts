import { createHmac, randomBytes } from "node:crypto";
import { isSame } from "../shared/secrets.ts";

/** Why a bearer is not taken. */
export type TokenMistake = "missing" | "invalid" | "expired";

/** Tokens of this gateway for its own albums. The streaming service's token is never given out. */
export interface Tokens {
  /** A token that is good for {@link TOKEN_LIFE_S}. */
  issue(): string;
  /** What is wrong with a token; undefined when nothing is. */
  mistakeIn(token: string): TokenMistake | undefined;
}

/** How long a token is good, in seconds, as at the streaming service. */
export const TOKEN_LIFE_S = 3_600;

/** Tokens signed with a key that goes with the process: a client whose token ends early asks for another. */
export function createTokens(clock: () => Date): Tokens {
  const key = randomBytes(32);
  const signatureOf = (until: string) => createHmac("sha256", key).update(until).digest("base64url");

  return {
    issue() {
      const until = String(clock().getTime() + TOKEN_LIFE_S * 1_000);
      return `${until}.${signatureOf(until)}`;
    },
    mistakeIn(token) {
      if (token === "") return "missing";
      const [until = "", signature = "", ...more] = token.split(".");
      if (more.length > 0 || !isSame(signature, signatureOf(until))) return "invalid";
      return Number(until) <= clock().getTime() ? "expired" : undefined;
    },
  };
}
