import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One endpoint of the auth service: `{ method: "POST", path: "/auth/v1/factors/:id/verify" }`. */
type AuthEndpoint = { method: string; path: string };

/** Lists every endpoint of the built-in auth service. It reads the sources, so new endpoints are included. */
export function authEndpoints(): AuthEndpoint[] {
  const folder = join(import.meta.dirname, "../services/auth/builtin");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .flatMap((name) => [
      ...readFileSync(join(folder, name), "utf8").matchAll(/\bmethod: "([A-Z]+)",\s+path: "([^"]+)"/g),
    ])
    .map(([, method = "", path = ""]) => ({ method, path: `/auth/v1/${path}` }));
}

/** Fields in the bodies of requests to the auth service, for tests that fill them with random values. */
export const AUTH_FIELDS = [
  "email",
  "password",
  "data",
  "type",
  "token",
  "token_hash",
  "refresh_token",
  "auth_code",
  "code_verifier",
  "factor_type",
  "challenge_id",
  "code",
];
