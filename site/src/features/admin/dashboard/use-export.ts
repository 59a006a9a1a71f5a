import type {
  ExportFormat,
  ExportProgress,
  ExportRequest,
  ExportTicket,
  SubscriberFilter,
} from "@porchlight/protocol/admin.ts";
import { createContext, useCallback, useContext, useEffect, useRef, useState } from "react";
import { isMissing, isSignInOver, isTransient } from "../../../api/access.ts";
import { useDashboard } from "../shared/dashboard-context.ts";
import { saveFile } from "../shared/save-file.ts";
import { SignedOut } from "../shared/session.ts";

/** A ticket with what it was requested for. */
type Ticket = ExportTicket & Required<ExportRequest>;

/** State of an export. It is one union, so that no two flags can contradict each other. */
export type ExportState =
  | { step: "none" | "starting" | "hosted" }
  | { step: "running" | "finished" | "cancelled" | "expired"; ticket: Ticket; rows: number; total: number }
  | { step: "failed" };

/** Exports the list, one file at a time. */
type Export = {
  state: ExportState;
  start: (format: ExportFormat, filter: SubscriberFilter) => void;
  cancel: () => void;
  dismiss: () => void;
};

/** Pause between two requests for the progress, in milliseconds. */
const POLL_MS = 500;
/** Most failed requests for the progress in a row; the browser continues the download meanwhile. */
const FAILED_POLLS_MAX = 20;

/** Creates a file on the gateway. The browser saves it without loading its rows into this page. */
export function useExport(): Export {
  const { reports, session } = useDashboard();
  const [state, setState] = useState<ExportState>({ step: "none" });
  const isBusy = useRef(false);
  const opener = useRef<Element>(null);
  const ticket = state.step === "running" ? state.ticket : undefined;

  const fail = useCallback(
    (error: unknown, step: "failed" | "hosted" = "failed") => {
      isBusy.current = false;
      setState({ step });
      if (error instanceof SignedOut) return;
      console.warn("The list could not be exported", error);
      if (isSignInOver(error)) session.onRejected();
    },
    [session],
  );

  async function start(format: ExportFormat, filter: SubscriberFilter) {
    if (isBusy.current) return;
    isBusy.current = true;
    opener.current = document.activeElement;
    setState({ step: "starting" });
    try {
      const created = await reports.startExport({ format, filter });
      setState({ step: "running", ticket: { ...created, format, filter }, rows: 0, total: created.total });
      saveFile(created.url, created.fileName);
    } catch (error) {
      // Here, 404 means that the gateway creates no files. Later, it means that a restarted gateway lost this export.
      fail(error, isMissing(error) ? "hosted" : "failed");
    }
  }

  async function cancel() {
    if (!ticket) return;
    try {
      const next = toState(ticket, await reports.cancelExport(ticket.id));
      isBusy.current = next.step === "running";
      setState(next);
    } catch (error) {
      fail(error);
    }
  }

  useEffect(() => {
    if (!ticket) return;
    const over = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    let failures = 0;
    const poll = async () => {
      try {
        const next = toState(ticket, await reports.exportProgress(ticket.id, over.signal));
        if (over.signal.aborted) return;
        failures = 0;
        isBusy.current = next.step === "running";
        setState(next);
      } catch (error) {
        if (over.signal.aborted) return;
        failures += 1;
        if (!isTransient(error) || failures > FAILED_POLLS_MAX) fail(error);
      }
      if (!over.signal.aborted && isBusy.current) timer = setTimeout(poll, POLL_MS);
    };
    timer = setTimeout(poll, POLL_MS);
    return () => {
      over.abort();
      clearTimeout(timer);
    };
  }, [ticket, reports, fail]);

  function dismiss() {
    setState({ step: "none" });
    // The pressed button has disappeared with its panel.
    if (opener.current instanceof HTMLElement) opener.current.focus();
  }

  return { state, start, cancel, dismiss };
}

function toState(ticket: Ticket, { state: step, rows, total }: ExportProgress): ExportState {
  if (step === "failed") return { step };
  return { step: step === "waiting" ? "running" : step, ticket, rows, total };
}

const ExportContext = createContext<Export | undefined>(undefined);

export const ExportProvider = ExportContext.Provider;

/** @throws {Error} outside the dashboard */
export function useDashboardExport(): Export {
  const known = useContext(ExportContext);
  if (!known) throw new Error("useDashboardExport needs an ExportProvider");
  return known;
}
