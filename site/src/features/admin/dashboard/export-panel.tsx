import type { SubscriberFilter } from "@porchlight/protocol/admin.ts";
import { DASHBOARD_MESSAGES } from "@porchlight/protocol/dashboard-messages.ts";
import { useLanguage } from "../../../ui/language.ts";
import { cancel as cancelWord } from "../../../ui/words.ts";
import { DashboardButton } from "../shared/dashboard-button.tsx";
import { type ExportState, useDashboardExport } from "./use-export.ts";
import * as words from "./words.ts";

/** The two buttons that export the list, or the rows that match a filter. */
export function ExportButtons({ filter }: { filter: SubscriberFilter }) {
  const { state, start } = useDashboardExport();
  const isBusy = state.step === "starting" || state.step === "running";
  // Not `disabled`, so that the buttons keep the focus during the export.
  return (
    <>
      <DashboardButton isDisabled={isBusy} onClick={() => start("json", filter)}>
        {words.downloadJson}
      </DashboardButton>
      <DashboardButton isDisabled={isBusy} onClick={() => start("csv", filter)}>
        {words.exportData}
      </DashboardButton>
    </>
  );
}

/** Shows the progress of an export, and cancels it. */
export function ExportPanel() {
  const { state, start, cancel, dismiss } = useDashboardExport();
  const language = useLanguage();
  const isOver = state.step !== "none" && state.step !== "starting" && state.step !== "running";
  return (
    <section className="dashboard-bar export" aria-label={words.exportTitle} hidden={state.step === "none"}>
      {/* Screen readers announce the start and the end only, not every number of rows. */}
      <p className="export-words" role="status">
        {stateInWords(state, language)}
      </p>
      {state.step === "running" && (
        <>
          <progress
            aria-label={words.rowsWritten(state.ticket.fileName)}
            max={Math.max(1, state.total)}
            value={state.rows}
          />
          <p className="export-rows">{words.rowsOf(state.rows, state.total, language)}</p>
        </>
      )}
      {/* One button for both, so that it keeps the focus after Cancel. */}
      {(isOver || state.step === "running") && (
        <DashboardButton onClick={isOver ? dismiss : cancel}>{isOver ? words.close : cancelWord}</DashboardButton>
      )}
      {state.step === "finished" && state.ticket.format === "csv" && (
        <DashboardButton onClick={() => start("listmonk", state.ticket.filter)}>{words.listmonkFile}</DashboardButton>
      )}
    </section>
  );
}

function stateInWords(state: ExportState, language: string): string {
  switch (state.step) {
    case "none":
      return "";
    case "starting":
      return words.exportStarting;
    case "running":
      return words.exportRunning(state.ticket.fileName);
    case "finished":
      return words.exportFinished(state.ticket.fileName, state.rows, language);
    case "cancelled":
      return DASHBOARD_MESSAGES.exportCancelled;
    case "expired":
      return DASHBOARD_MESSAGES.exportExpired;
    case "failed":
      return DASHBOARD_MESSAGES.exportFailed;
    case "hosted":
      return DASHBOARD_MESSAGES.exportHidden;
  }
}
