import { Resolver } from "node:dns/promises";
import { accessSync, constants, existsSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { freeBytes } from "../../data/files.ts";
import { certificateOf } from "./certificate.ts";
import { createDns } from "./dns.ts";
import { greetMailServer } from "./greet-mail-server.ts";
import { inspectInWorker } from "./inspect-in-worker.ts";
import type { Outside } from "./outside.ts";
import { tryWebSocket } from "./try-web-socket.ts";

/** Timeout of a DNS query, in milliseconds, and the number of tries. */
const DNS_RETRY_POLICY = { timeout: 3_000, tries: 2 };
/** systemd creates this file once a time server has set the clock. Source: systemd-timesyncd.service(8). */
const CLOCK_WAS_SET = "/run/systemd/timesync/synchronized";

/** The real network and file system. */
export function createOutside({ onError }: Pick<Outside, "onError">): Outside {
  return {
    clock: () => new Date(),
    fetch: globalThis.fetch,
    dns: createDns(new Resolver(DNS_RETRY_POLICY)),
    ownAddresses: () => Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address)),
    certificateOf,
    tryWebSocket,
    greetMailServer,
    freeBytes,
    canReadFolder: (dir) => !existsSync(dir) || canAccess(dir, constants.R_OK | constants.X_OK),
    canWrite: (path) => canAccess(path, constants.W_OK),
    isClockRight: () => existsSync(CLOCK_WAS_SET),
    inspections: inspectInWorker,
    onError,
  };
}

function canAccess(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}
