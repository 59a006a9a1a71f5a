import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One endpoint of the auth service: `{ method: "POST", path: "/auth/v1/factors/:id/verify" }`. */
export type AuthAddress = { method: string; path: string };

/** Every endpoint of the built-in auth service, read from its sources, so that a new one is known by itself. */
export function authAddresses(): AuthAddress[] {
  const folder = join(import.meta.dirname, "../services/auth/builtin");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .flatMap((name) => [
      ...readFileSync(join(folder, name), "utf8").matchAll(/\bmethod: "([A-Z]+)",\s+path: "([^"]+)"/g),
    ])
    .map(([, method = "", path = ""]) => ({ method, path: `/auth/v1/${path}` }));
}

/** What the bodies of requests to the auth service name, for tests that fill them with anything. */
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
