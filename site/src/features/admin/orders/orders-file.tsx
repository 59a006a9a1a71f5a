import { ORDERS_TAB_MESSAGES } from "@porchlight/protocol/order-messages.ts";
import { DashboardButton } from "../shared/dashboard-button.tsx";
import type { OrdersFile } from "./use-orders-file.ts";
import { downloadCsv } from "./words.ts";

/** The button that exports all orders. It is not `disabled`, so that it keeps the focus. */
export function OrdersFileButton({ file }: { file: OrdersFile }) {
  return (
    <DashboardButton isDisabled={file.step === "loading"} onClick={file.load}>
      {downloadCsv}
    </DashboardButton>
  );
}

const STEPS = {
  none: "",
  loading: ORDERS_TAB_MESSAGES.fileLoading,
  saved: ORDERS_TAB_MESSAGES.fileSaved,
  failed: ORDERS_TAB_MESSAGES.fileFailed,
} as const;

/** State of the export. The region is always there, so that screen readers announce it. */
export function OrdersFileNote({ file }: { file: OrdersFile }) {
  return (
    <p className="orders-file" role="status" data-step={file.step}>
      {STEPS[file.step]}
    </p>
  );
}
