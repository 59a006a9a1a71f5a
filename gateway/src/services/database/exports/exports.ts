import { randomUUID } from "node:crypto";
import type { ExportProgress, ExportRequest } from "@porchlight/protocol/admin.ts";
import type { Audit } from "../../shared/audit.ts";
import type { Client } from "../../shared/caller.ts";
import { hashOf, isSame, newSecret } from "../../shared/secrets.ts";
import type { ListWalks } from "../reports.ts";
import type { ExportDependencies, Exports, Requester } from "./contract.ts";
import { csvFile } from "./csv-file.ts";
import { type Download, openDownload } from "./download.ts";
import { jsonFile } from "./json-file.ts";

/** How long a ticket is valid, in milliseconds. */
const TICKET_LIFE_MS = 60_000;
/** A download is aborted when its client has read nothing for this time, in milliseconds. */
const STALL_MS = 120_000;
/** Maximum number of tickets and downloads that are open at the same time. */
const OPEN_MAX = 8;
/** Maximum number of exports whose progress can still be read. */
const CACHE_MAX = 32;

type ExportsOptions = {
  walks: ListWalks;
  /** Returns a function that makes the unsubscribe links of one file, with the requester's authorization. */
  linker: (authorization: string) => Promise<LinkFor>;
  clock: () => Date;
  /** Milliseconds on a clock that never goes back. A change of the system clock must not end or prolong a ticket. */
  now?: () => number;
  audit?: Audit | undefined;
};

/** Makes the unsubscribe link of an address. */
type LinkFor = (email: string) => string;

type Entry = {
  id: string;
  secretHash: string;
  request: Required<ExportRequest>;
  requester: Requester;
  fileName: string;
  total: number;
  /** Undefined until the ticket is given out. */
  linkFor: LinkFor | undefined;
  state: ExportProgress["state"];
  madeAt: number;
  download: Download | undefined;
};

const FILES = {
  json: { ending: ".json", contentType: "application/json; charset=utf-8" },
  csv: { ending: ".csv", contentType: "text/csv; charset=utf-8" },
  listmonk: { ending: "-listmonk.csv", contentType: "text/csv; charset=utf-8" },
} as const;

export function createExports(options: ExportsOptions): Exports {
  const { walks, linker, clock, now = () => performance.now(), audit } = options;
  // A Map has its entries in the order of insertion, so the first one is the oldest.
  const entries = new Map<string, Entry>();

  function sweep(): void {
    const at = now();
    for (const entry of entries.values()) {
      // A taken ticket is still unused if the sign-in could not be checked.
      const isUnused = isOpen(entry) && entry.download === undefined;
      if (isUnused && at - entry.madeAt >= TICKET_LIFE_MS) entry.state = "expired";
      if (entry.download && at - entry.download.lastReadAt() >= STALL_MS) entry.download.end("failed");
    }
    for (const [id, entry] of entries) {
      if (entries.size <= CACHE_MAX) break;
      if (!isOpen(entry)) entries.delete(id);
    }
  }

  function find(id: string, person: Requester["person"]): Entry | undefined {
    sweep();
    const entry = entries.get(id);
    return entry?.requester.person.userId === person.userId ? entry : undefined;
  }

  function begin(entry: Entry, client: Client, dependencies: ExportDependencies) {
    // The export may have been cancelled while the sign-in was checked.
    const { linkFor } = entry;
    if (entry.state !== "running" || linkFor === undefined) return undefined;
    const { format, filter } = entry.request;
    const pages = walks.walk(filter, entry.requester.authorization);
    const about = { exportedAt: clock().toISOString(), exportedBy: entry.requester.person.email };
    const download = openDownload({
      pages,
      write: (counted) => (format === "json" ? jsonFile(counted, about, linkFor) : csvFile(format, counted, linkFor)),
      now,
      ...dependencies,
      onEnd(state, rows) {
        entry.state = state;
        // Logged however the download ends, because an incomplete file holds subscribers too.
        void audit?.({ event: "list-exported", client, details: { format, rows, outcome: state } });
      },
    });
    entry.download = download;
    return download.stream;
  }

  return {
    async create(request, requester) {
      sweep();
      if ([...entries.values()].filter(isOpen).length >= OPEN_MAX) return undefined;
      const [id, secret] = [randomUUID(), newSecret()];
      const fileName = `subscribers-${clock().toISOString().slice(0, 10)}${FILES[request.format].ending}`;
      const entry: Entry = {
        id,
        secretHash: hashOf(secret),
        request,
        requester,
        fileName,
        total: 0,
        linkFor: undefined,
        state: "waiting",
        madeAt: now(),
        download: undefined,
      };
      // Stored before its rows are counted, so that many simultaneous requests cannot exceed the limit.
      entries.set(id, entry);
      try {
        const { authorization } = requester;
        // If this fails, the request for the ticket fails, rather than the file later.
        [entry.total, entry.linkFor] = await Promise.all([
          walks.count(request.filter, authorization),
          linker(authorization),
        ]);
      } catch (error) {
        entries.delete(id);
        throw error;
      }
      return { id, url: `/admin/api/exports/${id}/file?ticket=${secret}`, fileName, total: entry.total };
    },

    progress(id, person) {
      const entry = find(id, person);
      return entry && { state: entry.state, rows: entry.download?.rows() ?? 0, total: entry.total };
    },

    cancel(id, person) {
      const entry = find(id, person);
      if (entry?.download) entry.download.end("cancelled");
      else if (entry && isOpen(entry)) entry.state = "cancelled";
      return entry !== undefined;
    },

    take(id, secret) {
      sweep();
      const entry = entries.get(id);
      if (entry?.state !== "waiting" || !isSame(entry.secretHash, hashOf(secret))) return undefined;
      // From here on the ticket is used, even if this attempt fails.
      entry.state = "running";
      return {
        requester: entry.requester,
        fileName: entry.fileName,
        contentType: FILES[entry.request.format].contentType,
        expire() {
          entry.state = "expired";
        },
        begin: (client, dependencies) => begin(entry, client, dependencies),
      };
    },
  };
}

function isOpen({ state }: Entry): boolean {
  return state === "waiting" || state === "running";
}
