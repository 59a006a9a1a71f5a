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

/** How long a ticket waits for its download to begin, in milliseconds. */
const TICKET_LIFE_MS = 60_000;
/** How long a download may take nothing, in milliseconds, before its place is given to another. */
const STALL_MS = 120_000;
/** Tickets that wait and downloads that run, at most. */
const OPEN_MAX = 8;
/** Exports whose progress can still be asked for. */
const CACHE_MAX = 32;

/** What exports need. */
type ExportsOptions = {
  walks: ListWalks;
  /** Gives, for one file of the client with this authorization, what makes the link by which an address unsubscribes. */
  linker: (authorization: string) => Promise<LinkFor>;
  clock: () => Date;
  /** Milliseconds on a clock that never goes back, for tickets and downloads: no set clock ends or keeps one. */
  now?: () => number;
  audit?: Audit | undefined;
};

/** Makes the link of an address. */
type LinkFor = (email: string) => string;

type Entry = {
  id: string;
  secretHash: string;
  request: Required<ExportRequest>;
  requester: Requester;
  fileName: string;
  total: number;
  /** There once the ticket is. */
  linkFor: LinkFor | undefined;
  state: ExportProgress["state"];
  madeAt: number;
  download: Download | undefined;
};

const CONTENT_TYPES = { json: "application/json; charset=utf-8", csv: "text/csv; charset=utf-8" } as const;

/** Exports of the list, by walks through it. */
export function createExports(options: ExportsOptions): Exports {
  const { walks, linker, clock, now = () => performance.now(), audit } = options;
  // A Map keeps the order of insertion: the first is the oldest.
  const entries = new Map<string, Entry>();

  function sweep(): void {
    const at = now();
    for (const entry of entries.values()) {
      // Also when it was taken and never began, because the sign-in could not be checked.
      const isUnused = isOpen(entry) && entry.download === undefined;
      if (isUnused && at - entry.madeAt >= TICKET_LIFE_MS) entry.state = "expired";
      if (entry.download && at - entry.download.lastTakenAt() >= STALL_MS) entry.download.end("failed");
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

  function begin(entry: Entry, client: Client, around: ExportDependencies) {
    // Cancelled while the sign-in was checked.
    const { linkFor } = entry;
    if (entry.state !== "running" || linkFor === undefined) return undefined;
    const { format, filter } = entry.request;
    const pages = walks.walk(filter, entry.requester.authorization);
    const about = { exportedAt: clock().toISOString(), exportedBy: entry.requester.person.email };
    const download = openDownload({
      pages,
      write: (counted) => (format === "json" ? jsonFile(counted, about, linkFor) : csvFile(counted, linkFor)),
      now,
      ...around,
      onEnd(state, rows) {
        entry.state = state;
        // However it ended: what has left the house is worth knowing.
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
      const fileName = `subscribers-${clock().toISOString().slice(0, 10)}.${request.format}`;
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
      // Counted only once it has its place, so that many who ask at once cannot all pass.
      entries.set(id, entry);
      try {
        const { authorization } = requester;
        // Before the ticket is given out: what is wrong with either is told here, and not by a file that breaks off.
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
      // From here on nobody can take it again, whatever becomes of this attempt.
      entry.state = "running";
      return {
        requester: entry.requester,
        fileName: entry.fileName,
        contentType: CONTENT_TYPES[entry.request.format],
        refuse() {
          entry.state = "expired";
        },
        begin: (client, around) => begin(entry, client, around),
      };
    },
  };
}

function isOpen({ state }: Entry): boolean {
  return state === "waiting" || state === "running";
}
