import type { ExportFormat, ExportProgress, ExportTicket, SubscriberFilter } from "@porchlight/protocol/admin.ts";
import { createContext, useCallback, useContext, useEffect, useRef, useState } from "react";
import { isMissing, isSignInOver, isTransient } from "../../../api/access.ts";
import { useDashboard } from "../shared/dashboard-context.ts";
import { saveFile } from "../shared/save-file.ts";
import { SignedOut } from "../shared/session.ts";

/** A file on its way. One union, so that no two flags can disagree. */
export type ExportState =
  | { step: "none" | "starting" | "hosted" }
  | { step: "running" | "finished" | "cancelled" | "expired"; ticket: ExportTicket; rows: number; total: number }
  | { step: "failed" };

/** Exporting the list: one file at a time. */
type Export = {
  state: ExportState;
  start: (format: ExportFormat, filter: SubscriberFilter) => void;
  cancel: () => void;
  dismiss: () => void;
};

/** Pause between two questions how far the file is, in milliseconds. */
const POLL_MS = 500;
/** So many questions in a row may stay without an answer; the browser goes on with the file meanwhile. */
const FAILED_POLLS_MAX = 20;

/** Makes a file on the gateway and has the browser save it; its rows never pass through this page. */
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
      setState({ step: "running", ticket: created, rows: 0, total: created.total });
      saveFile(created.url, created.fileName);
    } catch (error) {
      // Later on, what is missing is this one export: a gateway that started anew knows nothing of it.
      fail(error, isMissing(error) ? "hosted" : "failed");
    }
  }

  async function cancel() {
    if (!ticket) return;
    try {
      const next = stateOf(ticket, await reports.cancelExport(ticket.id));
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
        const next = stateOf(ticket, await reports.exportProgress(ticket.id, over.signal));
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
    // The button that was pressed goes with its panel.
    if (opener.current instanceof HTMLElement) opener.current.focus();
  }

  return { state, start, cancel, dismiss };
}

function stateOf(ticket: ExportTicket, { state: step, rows, total }: ExportProgress): ExportState {
  if (step === "failed") return { step };
  return { step: step === "waiting" ? "running" : step, ticket, rows, total };
}

const ExportContext = createContext<Export | undefined>(undefined);

/** Hands the one export of the dashboard to what it surrounds. */
export const ExportProvider = ExportContext.Provider;

/** The one export of the dashboard around a component. */
export function useDashboardExport(): Export {
  const known = useContext(ExportContext);
  if (!known) throw new Error("Only parts of the dashboard export");
  return known;
}
