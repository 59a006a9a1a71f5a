import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect } from "vitest";
import { aTestFolder, type GatewayProcess, signUp, someContent, startGateway } from "../gateway-process.ts";

const WRITERS = 16;

/** Kills a gateway repeatedly during sign-ups, and expects every acknowledged address on the list. */
export async function killsLoseNothing(kills: number): Promise<void> {
  const dataDir = aTestFolder();
  const contentDir = someContent();
  const acknowledged: string[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    const gateway = await startGateway({ dataDir, contentDir });
    // Each kill comes after a different number of responses. Kills after a certain time would depend on the machine's
    // speed.
    const enough = acknowledged.length + 1 + kill * 7;
    await signUpUntil(gateway, `fan-${kill}`, acknowledged, enough);
    expect(await gateway.end("SIGKILL")).toBe("SIGKILL");
    expect(acknowledged.length).toBeGreaterThanOrEqual(enough);
  }
  const stored = new Set(readEmails(dataDir));
  expect(acknowledged.filter((email) => !stored.has(email))).toEqual([]);
  expect(new Set(acknowledged).size).toBe(acknowledged.length);
  expect(findInconsistencies(dataDir)).toEqual([]);
}

/** Signs up as fast as possible until `enough` sign-ups are acknowledged. Some requests are still open then. */
async function signUpUntil(
  gateway: GatewayProcess,
  prefix: string,
  acknowledged: string[],
  enough: number,
): Promise<void> {
  let next = 0;
  let isOver = false;
  await new Promise<void>((reached) => {
    const writeOn = async () => {
      while (!isOver) {
        next += 1;
        const email = `${prefix}-${next}@example.com`;
        // The kill may abort a request. Its row may or may not be stored.
        const response = await signUp(gateway, email).catch(() => undefined);
        if (response?.status === 201) acknowledged.push(email);
        if (!response || acknowledged.length >= enough) {
          isOver = true;
          reached();
        }
      }
    };
    for (let writer = 0; writer < WRITERS; writer += 1) writeOn();
  });
}

/** Reads all addresses on the list of a data folder. */
export function readEmails(dataDir: string): string[] {
  const data = new DatabaseSync(join(dataDir, "porchlight.db"), { readOnly: true });
  const rows = data.prepare("SELECT email FROM newsletter_subscribers ORDER BY id").all();
  data.close();
  return rows.map((row) => String(row.email));
}

/** Finds where the stored counts or the search index differ from the list, and whether the data file is damaged. */
export function findInconsistencies(dataDir: string): unknown[] {
  const data = new DatabaseSync(join(dataDir, "porchlight.db"), { readOnly: true });
  const counts = data.prepare(`
    SELECT * FROM (SELECT substr(subscribed_at, 1, 10) AS joined_on, source AS origin, status AS state, count(*) AS rows
                   FROM newsletter_subscribers GROUP BY 1, 2, 3)
    FULL JOIN newsletter_subscriber_counts ON day = joined_on AND source = origin AND status = state
    WHERE count IS NOT rows`);
  // Every address of these tests contains "exa". There are two set differences, because a full join of long lists
  // compares every pair.
  const listed = "SELECT id FROM newsletter_subscribers";
  const found = `SELECT rowid FROM newsletter_subscribers_search WHERE newsletter_subscribers_search MATCH '"exa"'`;
  const search = [`${listed} EXCEPT ${found}`, `${found} EXCEPT ${listed}`].flatMap((sql) => data.prepare(sql).all());
  const damage = data.prepare("PRAGMA integrity_check").all();
  const inconsistencies = [...counts.all(), ...search, ...damage.filter((line) => line.integrity_check !== "ok")];
  data.close();
  return inconsistencies;
}
