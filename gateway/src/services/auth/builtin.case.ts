import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import { Hono } from "hono";
import { onTestFinished } from "vitest";
import { type DataFile, openDataFile } from "../../data/data-file.ts";
import { createProvider } from "../../lib/provider/provider.ts";
import { aGateway, silentLog } from "../../testing/gateway-in-memory.ts";
import { listening } from "../../testing/hosted-site.ts";
import { anAuth, OWNER, TEST_CLIENT } from "../../testing/signed-in.ts";
import { isThroughHosted } from "../../testing/through-hosted.ts";
import type { Client } from "../shared/caller.ts";
import type { EmailMessage } from "../shared/outgoing-messages.ts";
import { createHostedProject } from "../shared/supabase-project.ts";
import type { BuiltinAuth, BuiltinAuthOptions } from "./builtin.ts";
import { ADDRESS, type ServedAuth } from "./contract.case.ts";
import type { AuthService } from "./contract.ts";
import { createHostedAuth, type HostedAuthOptions } from "./hosted.ts";
import { createAuthRoutes } from "./routes.ts";

/** The built-in auth service with its own data file, and with clocks that a test moves. */
export type ServedBuiltinAuth = ServedAuth & {
  auth: BuiltinAuth;
  data: DataFile;
  /** Emails that it sent. */
  emails: EmailMessage[];
  /** Its unexpected errors. */
  errors: unknown[];
  /** Moves both clocks forward by a number of seconds. */
  pass: (seconds: number) => void;
  /** Sends a request from another address. */
  fetchFrom: (client: Partial<Client>) => typeof globalThis.fetch;
};

/** Serves the built-in auth service until the test ends. If `isThroughHosted`, a gateway is in front of it. */
export async function serveBuiltinAuth(options: Partial<BuiltinAuthOptions> = {}): Promise<ServedBuiltinAuth> {
  const dir = mkdtempSync(join(tmpdir(), "porchlight-auth-"));
  const data = openDataFile({ dir });
  onTestFinished(() => {
    data.close();
    rmSync(dir, { recursive: true });
  });
  const emails: EmailMessage[] = [];
  const errors: unknown[] = [];
  // The client uses the system's clock, so this clock starts at the same time.
  let ms = Date.now();
  const auth = await anAuth(data, {
    publicUrl: ADDRESS,
    clock: () => new Date(ms),
    now: () => ms,
    limits: false,
    sendEmail: async (email) => void emails.push(email),
    onError: (error) => errors.push(error),
    ...options,
    // A provider sees all visitors at one address; a gateway in front has its own limits.
    ...(isThroughHosted && { limits: false }),
  });

  const service = isThroughHosted
    ? await inFrontOf(auth, {
        publicUrl: ADDRESS,
        limits: options.limits ?? false,
        clock: () => new Date(ms),
        now: () => ms,
      })
    : auth;
  const fetchFrom = (client: Partial<Client>): typeof globalThis.fetch => {
    const app = new Hono<{ Variables: { client: Client } }>();
    app.use(async (c, next) => {
      c.set("client", { ...TEST_CLIENT, userAgent: c.req.header("User-Agent") ?? "", ...client });
      await next();
    });
    app.route("/auth/v1", createAuthRoutes(service, ADDRESS));
    return async (input, init) => app.fetch(new Request(input, init));
  };

  return {
    auth,
    data,
    emails,
    errors,
    owner: OWNER,
    anonymousKey: service.anonymousKey,
    identify: service.identify,
    issuer: `${ADDRESS}/auth/v1`,
    fetch: fetchFrom({}),
    fetchFrom,
    pass: (seconds) => {
      ms += seconds * 1000;
    },
  };
}

/** The auth service of a gateway that uses this one as its Supabase Auth. */
async function inFrontOf(auth: BuiltinAuth, options: Omit<HostedAuthOptions, "project">): Promise<AuthService> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = await listening(aGateway({ auth, publicUrl: url, limits: false }), port);
  onTestFinished(() => server.stop());
  const provider = createProvider({ name: "Supabase", url, log: silentLog });
  onTestFinished(() => provider.stop());
  return createHostedAuth({ project: createHostedProject(provider, auth.anonymousKey), ...options });
}

/** The codes in a recovery email. */
export function codesIn(email: EmailMessage | undefined): { tokenHash: string; code: string } {
  return {
    tokenHash: /token_hash=([\w-]+)/.exec(email?.text ?? "")?.[1] ?? "",
    code: /\b(\d{6})\b/.exec(email?.text ?? "")?.[1] ?? "",
  };
}
