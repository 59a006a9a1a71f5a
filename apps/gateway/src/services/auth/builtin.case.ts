import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { onTestFinished } from "vitest";
import { type DataFile, openDataFile } from "../../data/data-file.ts";
import { anAuth, OWNER, TEST_CLIENT } from "../../testing/signed-in.ts";
import type { Client } from "../caller.ts";
import type { Letter } from "../messengers.ts";
import type { BuiltinAuth, BuiltinAuthOptions } from "./builtin.ts";
import { ADDRESS, type ServedAuth } from "./contract.case.ts";
import { createAuthRoutes } from "./routes.ts";

/** The built-in auth service on a data file of its own, with clocks that a test moves. */
export type ServedBuiltinAuth = ServedAuth & {
  auth: BuiltinAuth;
  data: DataFile;
  /** Letters it sent. */
  letters: Letter[];
  /** What it could not foresee. */
  errors: unknown[];
  /** Lets time go by, in seconds, on the clock of the day and on that of limits. */
  pass: (seconds: number) => void;
  /** Sends as somebody at another address would. */
  fetchFrom: (client: Partial<Client>) => typeof globalThis.fetch;
};

/** Serves the built-in auth service; it goes with the test. */
export async function serveBuiltinAuth(options: Partial<BuiltinAuthOptions> = {}): Promise<ServedBuiltinAuth> {
  const dir = mkdtempSync(join(tmpdir(), "porchlight-auth-"));
  const data = openDataFile({ dir });
  onTestFinished(() => {
    data.close();
    rmSync(dir, { recursive: true });
  });
  const letters: Letter[] = [];
  const errors: unknown[] = [];
  // The client has no clock but the day's, so this one starts there.
  let ms = Date.now();
  const auth = await anAuth(data, {
    publicUrl: ADDRESS,
    clock: () => new Date(ms),
    now: () => ms,
    limits: false,
    sendLetter: async (letter) => void letters.push(letter),
    onError: (error) => errors.push(error),
    ...options,
  });

  const fetchFrom = (client: Partial<Client>): typeof globalThis.fetch => {
    const app = new Hono<{ Variables: { client: Client } }>();
    app.use(async (c, next) => {
      c.set("client", { ...TEST_CLIENT, userAgent: c.req.header("User-Agent") ?? "", ...client });
      await next();
    });
    app.route("/auth/v1", createAuthRoutes(auth));
    return async (input, init) => app.fetch(new Request(input, init));
  };

  return {
    auth,
    data,
    letters,
    errors,
    owner: OWNER,
    anonymousKey: auth.anonymousKey,
    identify: auth.identify,
    issuer: `${ADDRESS}/auth/v1`,
    fetch: fetchFrom({}),
    fetchFrom,
    pass: (seconds) => {
      ms += seconds * 1000;
    },
  };
}

/** What stands in a letter of recovery. */
export function codesIn(letter: Letter | undefined): { tokenHash: string; code: string } {
  return {
    tokenHash: /token_hash=([\w-]+)/.exec(letter?.text ?? "")?.[1] ?? "",
    code: /\b(\d{6})\b/.exec(letter?.text ?? "")?.[1] ?? "",
  };
}
