import type {
  ContentProblems,
  ExportProgress,
  ExportRequest,
  ExportTicket,
  Growth,
  Sources,
} from "@porchlight/protocol/admin.ts";
import type { VisitReport } from "@porchlight/protocol/analytics.ts";
import type { MailStatus } from "@porchlight/protocol/mail.ts";
import type { AccessToken } from "./access.ts";
import { type AdminCall, callAdmin } from "./admin.ts";

/**
 * What the gateway tells about the list beyond the table, about visits and about the owner's files. Every call throws
 * as {@link callAdmin} does, with status 404 where a hosted service keeps the numbers, which cannot tell.
 */
export type Reports = {
  growth: (signal: AbortSignal) => Promise<Growth>;
  sources: (signal: AbortSignal) => Promise<Sources>;
  visits: (signal: AbortSignal) => Promise<VisitReport>;
  /** What in the owner's files cannot be used as it is now, and what is still the demo's. */
  contentProblems: (signal: AbortSignal) => Promise<ContentProblems>;
  /** Whether emails are sent, and how many wait. */
  mailStatus: (signal: AbortSignal) => Promise<MailStatus>;
  startExport: (request: ExportRequest) => Promise<ExportTicket>;
  exportProgress: (id: string, signal: AbortSignal) => Promise<ExportProgress>;
  /** Ends it, and tells how it ended: it may have been complete before. */
  cancelExport: (id: string) => Promise<ExportProgress>;
};

/** Opens the reports for whoever holds the token. */
export function createReports(accessToken: AccessToken): Reports {
  const call = async (path: string, options?: AdminCall) => callAdmin(path, await accessToken(), options);

  // Our own gateway of the same release answers, in the shapes of protocol.
  return {
    growth: async (signal) => (await (await call("growth", { signal })).json()) as Growth,
    sources: async (signal) => (await (await call("sources", { signal })).json()) as Sources,
    visits: async (signal) => (await (await call("visits", { signal })).json()) as VisitReport,
    contentProblems: async (signal) => (await (await call("content", { signal })).json()) as ContentProblems,
    mailStatus: async (signal) => (await (await call("mail", { signal })).json()) as MailStatus,
    startExport: async (body) => (await (await call("exports", { method: "POST", body })).json()) as ExportTicket,
    exportProgress: async (id, signal) => (await (await call(exportAt(id), { signal })).json()) as ExportProgress,
    cancelExport: async (id) => {
      await call(exportAt(id), { method: "DELETE" });
      return (await (await call(exportAt(id))).json()) as ExportProgress;
    },
  };
}

function exportAt(id: string): string {
  return `exports/${encodeURIComponent(id)}`;
}
