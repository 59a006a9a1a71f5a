import { join } from "node:path";
import type { Finding } from "@porchlight/protocol/doctor.ts";
import { findDemo } from "../content/demo/find-demo.ts";
import { aFolder } from "../data/data-folder.case.ts";
import { inspectContent } from "./inspections/content.ts";
import { inspectBackup, inspectDataFile } from "./inspections/data-file.ts";
import type { Dns, Outside, Records } from "./outside/outside.ts";
import { type Subject, subjectOf } from "./subject.ts";

/** The current time in tests. */
export const NOW = new Date("2026-11-21T12:00:00Z");

/** A site in its own folder. */
export function aSite(environment: Record<string, string> = {}): Subject {
  const dataDir = aFolder();
  return subjectOf({ DATA_DIR: dataDir, CONTENT_DIR: dataDir, ...environment }, join(dataDir, ".env"));
}

/** A network where no server can be reached, and a healthy machine. */
export function anOutside(overrides: Partial<Outside> = {}): Outside {
  return {
    clock: () => NOW,
    fetch: answering({}),
    dns: aDns({}),
    ownAddresses: () => ["127.0.0.1", "203.0.113.7"],
    certificateOf: async () => ({ validFrom: new Date("2026-10-01"), validTo: new Date("2026-12-30") }),
    tryWebSocket: async () => 401,
    greetMailServer: async () => {},
    freeBytes: () => 80e9,
    canReadFolder: () => true,
    canWrite: () => true,
    isClockRight: () => true,
    inspections: {
      dataFile: async (path) => inspectDataFile(path),
      backup: async (path) => inspectBackup(path),
      content: (options) => inspectContent(options, async () => {}),
      demo: async (search) => findDemo(search),
    },
    onError(error) {
      throw error;
    },
    ...overrides,
  };
}

/** A `fetch` that has a response for each URL (without its query). Every other host is unknown. */
export function answering(
  answers: Record<string, (request: Request) => Response | Promise<Response>>,
): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { origin, pathname } = new URL(request.url);
    const answer = answers[origin + pathname];
    if (!answer) throw new TypeError("fetch failed", { cause: systemError("ENOTFOUND") });
    return answer(request);
  };
}

/** DNS records by type and name, such as `MX example.com`. Every other name is unknown. */
export function aDns(records: Record<string, readonly string[]>): Dns {
  const find =
    (...types: string[]) =>
    async (name: string): Promise<Records> => ({
      values: types.flatMap((type) => records[`${type} ${name}`] ?? []),
      // A name is known even if only names below it have records.
      isKnown: Object.keys(records).some((key) => key.endsWith(` ${name}`) || key.endsWith(`.${name}`)),
    });
  return { addresses: find("A", "AAAA"), mailServers: find("MX"), texts: find("TXT") };
}

/** An error as Node's own modules throw it. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code} with a secret`), { code });
}

/** Statuses by id. If several findings have the same id, the first one counts. */
export function statusesOf(findings: readonly Finding[]): Record<string, string> {
  return Object.fromEntries(findings.toReversed().map(({ id, status }) => [id, status]));
}

export function the(id: string, findings: readonly Finding[]): Finding {
  const finding = findings.find((one) => one.id === id);
  if (!finding) throw new Error(`There is no ${id} among ${findings.map((one) => one.id).join(", ")}`);
  return finding;
}
