import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SUBSCRIBERS_TABLE, type Subscriber } from "@porchlight/protocol/subscriber.ts";
import { Hono } from "hono";
import { type DataFile, openDataFile } from "../../data/data-file.ts";
import { aHostedSite } from "../../testing/hosted-site.ts";
import { anAdminToken, anAuth, aPersonToken, aServiceKey } from "../../testing/signed-in.ts";
import { isThroughHosted } from "../../testing/through-hosted.ts";
import type { Audit } from "../shared/audit.ts";
import { plainLinks } from "../shared/unsubscribe.case.ts";
import { createBuiltinDatabase } from "./builtin.ts";
import { ADDRESS, type ServedDatabase } from "./contract.case.ts";
import { createDatabaseRoutes } from "./routes.ts";
import { storedTimestamp } from "./timestamps.ts";

/** The time in tests. */
export const NOW = new Date("2026-03-01T12:00:00.250Z");

/** A built-in database for tests. */
type ServedBuiltin = ServedDatabase & {
  data: DataFile;
  serviceToken: string;
  /** The token of an unsubscribe link. */
  linkToken: (email: string) => string;
};

/**
 * Serves the built-in database from a data file in a temporary folder. In the soak run the database belongs to a
 * provider, and requests go through a site that uses this provider. Both sites stop when the test ends.
 */
export async function serveBuiltin(
  subscribers: Subscriber[] = [],
  clock = () => NOW,
  audit?: Audit,
): Promise<ServedBuiltin> {
  if (isThroughHosted) return serveInFront(subscribers, clock);
  const dir = mkdtempSync(join(tmpdir(), "porchlight-database-"));
  const data = openDataFile({ dir });
  await data.write((writer) => {
    for (const { id, email, status, source, subscribed_at, first_name, last_name } of subscribers) {
      writer.run(
        `INSERT INTO ${SUBSCRIBERS_TABLE} VALUES (?, ?, ?, ?, ?, ?, ?)`,
        id,
        email,
        status,
        source,
        storedTimestamp(new Date(subscribed_at)),
        first_name,
        last_name,
      );
    }
  });
  const auth = await anAuth(data, { publicUrl: ADDRESS, clock });
  const routes = createDatabaseRoutes({
    database: createBuiltinDatabase({ unsubscribing: plainLinks(), data, clock }),
    identify: auth.identify,
    audit,
  });
  const app = new Hono().route("/rest/v1", routes);
  return {
    data,
    fetch: async (input, init) => app.fetch(new Request(input, init)),
    anonymousKey: auth.anonymousKey,
    adminToken: await anAdminToken(auth),
    personToken: await aPersonToken(auth),
    serviceToken: await aServiceKey(auth),
    linkToken: (email) => `token of ${email}`,
    close() {
      data.close();
      rmSync(dir, { recursive: true });
    },
  };
}

async function serveInFront(subscribers: Subscriber[], clock: () => Date): Promise<ServedBuiltin> {
  const { fetch, anonymousKey, provider } = await aHostedSite(subscribers, clock);
  const { auth, data, links } = provider;
  return {
    data,
    fetch,
    anonymousKey,
    adminToken: await anAdminToken(auth),
    personToken: await aPersonToken(auth),
    serviceToken: await aServiceKey(auth),
    linkToken: (email) => new URL(links.linker()(email)).searchParams.get("t") ?? "",
    close: () => {},
  };
}
