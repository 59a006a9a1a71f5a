import { Resolver } from "node:dns/promises";
import { accessSync, constants, existsSync, statfsSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { askForSocket } from "./ask-for-socket.ts";
import { certificateOf } from "./certificate.ts";
import { createDns } from "./dns.ts";
import { greetMailServer } from "./greet-mail-server.ts";
import { looksInWorker } from "./look-in-worker.ts";
import type { Outside } from "./outside.ts";

/** How long a name server may take for an answer, in milliseconds, and how often it is asked. */
const DNS_RETRY_POLICY = { timeout: 3_000, tries: 2 };
/** Made by systemd once a time server has set the clock. Source: systemd-timesyncd.service(8). */
const CLOCK_WAS_SET = "/run/systemd/timesync/synchronized";

/** The world as it is. */
export function createOutside({ onError }: Pick<Outside, "onError">): Outside {
  return {
    clock: () => new Date(),
    fetch: globalThis.fetch,
    dns: createDns(new Resolver(DNS_RETRY_POLICY)),
    ownAddresses: () => Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address)),
    certificateOf,
    askForSocket,
    greetMailServer,
    freeBytes(path) {
      const { bavail, bsize } = statfsSync(path);
      return bavail * bsize;
    },
    mayLookInto: (dir) => !existsSync(dir) || mayAccess(dir, constants.R_OK | constants.X_OK),
    mayWrite: (path) => mayAccess(path, constants.W_OK),
    isClockRight: () => existsSync(CLOCK_WAS_SET),
    looks: looksInWorker,
    onError,
  };
}

function mayAccess(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}
