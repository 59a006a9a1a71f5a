import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SUBSCRIBERS_TABLE, type Subscriber } from "@porchlight/protocol/subscriber.ts";
import { Hono } from "hono";
import { type DataFile, openDataFile } from "../../data/data-file.ts";
import { anAdminToken, anAuth, aPersonToken, aServiceKey } from "../../testing/signed-in.ts";
import type { Audit } from "../audit.ts";
import { plainLinks } from "../leaving.case.ts";
import { createBuiltinDatabase } from "./builtin.ts";
import { ADDRESS, type ServedDatabase } from "./contract.case.ts";
import { createDatabaseRoutes } from "./routes.ts";
import { storedTimestamp } from "./timestamps.ts";

/** The time of the server in tests. */
export const NOW = new Date("2026-03-01T12:00:00.250Z");

/** Serves the built-in database from a data file of its own, in a temporary folder. */
export async function serveBuiltin(
  subscribers: Subscriber[] = [],
  clock = () => NOW,
  audit?: Audit,
): Promise<ServedDatabase & { data: DataFile; serviceToken: string }> {
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
    database: createBuiltinDatabase({ leaving: plainLinks(), data, clock }),
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
    close() {
      data.close();
      rmSync(dir, { recursive: true });
    },
  };
}
