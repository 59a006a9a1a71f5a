import { join } from "node:path";
import type { Finding } from "@porchlight/protocol/doctor.ts";
import { findDemo } from "../content/demo/find-demo.ts";
import { aFolder } from "../data/data-folder.case.ts";
import { inspectContent } from "./inspections/content.ts";
import { inspectBackup, inspectDataFile } from "./inspections/data-file.ts";
import type { Dns, Outside, Records } from "./outside/outside.ts";
import { type Subject, subjectOf } from "./subject.ts";

/** When check-ups of tests are made. */
export const NOW = new Date("2026-11-21T12:00:00Z");

/** A site of a test, in a folder of its own. */
export function aSite(environment: Record<string, string> = {}): Subject {
  const dataDir = aFolder();
  return subjectOf({ DATA_DIR: dataDir, CONTENT_DIR: dataDir, ...environment }, join(dataDir, ".env"));
}

/** A world in which nobody is reached and this machine is well. */
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
      content: (question) => inspectContent(question, async () => {}),
      demo: async (question) => findDemo(question),
    },
    onError(error) {
      throw error;
    },
    ...overrides,
  };
}

/** Answers by address, without its query; anybody else is not to be found. */
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

/** Records by question and name, `MX example.com`; a name that stands nowhere is not known. */
export function aDns(records: Record<string, readonly string[]>): Dns {
  const find =
    (...types: string[]) =>
    async (name: string): Promise<Records> => ({
      values: types.flatMap((type) => records[`${type} ${name}`] ?? []),
      // One that has anything below it is known too.
      isKnown: Object.keys(records).some((question) => question.endsWith(` ${name}`) || question.endsWith(`.${name}`)),
    });
  return { addresses: find("A", "AAAA"), mailServers: find("MX"), texts: find("TXT") };
}

/** An error as Node's own parts throw it. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code} with a secret`), { code });
}

/** Statuses by id; of several findings of one id the first. */
export function statusesOf(findings: readonly Finding[]): Record<string, string> {
  return Object.fromEntries(findings.toReversed().map(({ id, status }) => [id, status]));
}

/** The finding of an id. */
export function the(id: string, findings: readonly Finding[]): Finding {
  const finding = findings.find((one) => one.id === id);
  if (!finding) throw new Error(`There is no ${id} among ${findings.map((one) => one.id).join(", ")}`);
  return finding;
}
