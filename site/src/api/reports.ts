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
import { type AdminCall, callAdmin, fetchAdmin } from "./admin.ts";

/**
 * Reports about subscribers, visits and the owner's files. Every call throws as {@link callAdmin} does. The status is
 * 404 if a hosted service has the data.
 */
export type Reports = {
  growth: (signal: AbortSignal) => Promise<Growth>;
  sources: (signal: AbortSignal) => Promise<Sources>;
  visits: (signal: AbortSignal) => Promise<VisitReport>;
  /** Problems in the owner's files, and files that are still the demo's. */
  contentProblems: (signal: AbortSignal) => Promise<ContentProblems>;
  mailStatus: (signal: AbortSignal) => Promise<MailStatus>;
  startExport: (request: ExportRequest) => Promise<ExportTicket>;
  exportProgress: (id: string, signal: AbortSignal) => Promise<ExportProgress>;
  /** Cancels an export and returns its final state; it may already be complete. */
  cancelExport: (id: string) => Promise<ExportProgress>;
};

export function createReports(accessToken: AccessToken): Reports {
  const fetch = async <Result>(path: string, options?: AdminCall): Promise<Result> =>
    fetchAdmin(path, await accessToken(), options);

  return {
    growth: (signal) => fetch("growth", { signal }),
    sources: (signal) => fetch("sources", { signal }),
    visits: (signal) => fetch("visits", { signal }),
    contentProblems: (signal) => fetch("content", { signal }),
    mailStatus: (signal) => fetch("mail", { signal }),
    startExport: (body) => fetch("exports", { method: "POST", body }),
    exportProgress: (id, signal) => fetch(exportPath(id), { signal }),
    cancelExport: async (id) => {
      await callAdmin(exportPath(id), await accessToken(), { method: "DELETE" });
      return fetch(exportPath(id));
    },
  };
}

function exportPath(id: string): string {
  return `exports/${encodeURIComponent(id)}`;
}
