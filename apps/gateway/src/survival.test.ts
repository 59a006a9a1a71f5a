import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { aSmallDisk, canMount } from "./data/data-folder.case.ts";
import { aTestFolder, type GatewayProcess, signUp, someContent, startGateway } from "./testing/gateway-process.ts";

const KILLS = 20;
const WRITERS = 16;

it("50 sign-ups at once of one address in mixed case make one row, and 49 are told that it is there", async () => {
  const dataDir = aTestFolder();
  const gateway = await startGateway({ dataDir });
  const spellings = ["ann@example.com", "Ann@Example.com", "ANN@EXAMPLE.COM", "aNN@example.COM"];
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, count) => signUp(gateway, spellings[count % spellings.length] ?? "")),
  );
  const statuses = answers.map((answer) => answer.status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(49);
  await gateway.end("SIGTERM");
  expect(emailsOf(dataDir)).toEqual(["ann@example.com"]);
});

it(`${KILLS} kills under load lose no row that was acknowledged`, { timeout: 120_000 }, async () => {
  const dataDir = aTestFolder();
  const contentDir = someContent();
  const acknowledged: string[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const gateway = await startGateway({ dataDir, contentDir });
    // A different moment each time, counted in answers so that the test does not depend on the machine's speed.
    const enough = acknowledged.length + 1 + kill * 7;
    await hammer(gateway, `fan-${kill}`, acknowledged, enough);
    expect(await gateway.end("SIGKILL")).toBe("SIGKILL");
  }
  const kept = new Set(emailsOf(dataDir));
  expect(acknowledged.filter((email) => !kept.has(email))).toEqual([]);
  expect(new Set(acknowledged).size).toBe(acknowledged.length);
  expect(acknowledged.length).toBeGreaterThan(KILLS * 7);
  expect(astrayIn(dataDir)).toEqual([]);
});

it.runIf(canMount())(
  "a disk that fills up refuses sign-ups plainly, and takes them again when there is room",
  async () => {
    const { dir } = aSmallDisk(4);
    const gateway = await startGateway({ dataDir: join(dir, "data") });
    expect((await signUp(gateway, "before@example.com")).status).toBe(201);

    const ballast = join(dir, "ballast");
    expect(() => writeFileSync(ballast, Buffer.alloc(8 * 1024 * 1024))).toThrow("ENOSPC");
    const refused: Response[] = [];
    // The log may have a little room left in pages that it holds already.
    for (let count = 0; count < 400 && refused.length === 0; count += 1) {
      const answer = await signUp(gateway, `during${count}@example.com`);
      if (answer.status !== 201) refused.push(answer);
    }
    expect(refused.map((answer) => answer.status)).toEqual([503]);
    expect(await refused[0]?.json()).toMatchObject({ code: "53100", details: null, hint: null });
    expect((await fetch(gateway.url)).status).toBe(200);

    rmSync(ballast);
    expect((await signUp(gateway, "after@example.com")).status).toBe(201);
    expect(await gateway.end("SIGTERM")).toBe(0);
    expect(emailsOf(join(dir, "data"))).toEqual(expect.arrayContaining(["before@example.com", "after@example.com"]));
    expect(astrayIn(join(dir, "data"))).toEqual([]);
  },
);

/** Signs up as fast as answers come, until so many are acknowledged in all; the gateway is then killed mid-flight. */
async function hammer(gateway: GatewayProcess, prefix: string, acknowledged: string[], enough: number): Promise<void> {
  let next = 0;
  let isOver = false;
  await new Promise<void>((reached) => {
    const writeOn = async () => {
      while (!isOver) {
        next += 1;
        const email = `${prefix}-${next}@example.com`;
        // Killed under the request: whether it is stored is open, and nobody was told.
        const answer = await signUp(gateway, email).catch(() => undefined);
        if (answer?.status === 201) acknowledged.push(email);
        if (!answer || acknowledged.length >= enough) {
          isOver = true;
          reached();
        }
      }
    };
    for (let writer = 0; writer < WRITERS; writer += 1) writeOn();
  });
}

function emailsOf(dataDir: string): string[] {
  const data = new DatabaseSync(join(dataDir, "porchlight.db"), { readOnly: true });
  const rows = data.prepare("SELECT email FROM newsletter_subscribers ORDER BY id").all();
  data.close();
  return rows.map((row) => String(row.email));
}

/** What the kept counts and the index of the search tell otherwise than the list itself, and what is damaged. */
function astrayIn(dataDir: string): unknown[] {
  const data = new DatabaseSync(join(dataDir, "porchlight.db"), { readOnly: true });
  const counts = data.prepare(`
    SELECT * FROM (SELECT substr(subscribed_at, 1, 10) AS joined_on, source AS origin, status AS state, count(*) AS rows
                   FROM newsletter_subscribers GROUP BY 1, 2, 3)
    FULL JOIN newsletter_subscriber_counts ON day = joined_on AND source = origin AND status = state
    WHERE count IS NOT rows`);
  // Every address here holds "exa"; what the index finds and the list does not have is astray as well.
  const search = data.prepare(`
    SELECT id, found FROM newsletter_subscribers
    FULL JOIN (SELECT rowid AS found FROM newsletter_subscribers_search WHERE newsletter_subscribers_search MATCH '"exa"')
    ON found = id WHERE id IS NULL OR found IS NULL`);
  const damage = data.prepare("PRAGMA integrity_check").all();
  const astray = [...counts.all(), ...search.all(), ...damage.filter((line) => line.integrity_check !== "ok")];
  data.close();
  return astray;
}
