import { ORDERS_TAB_MESSAGES } from "@porchlight/protocol/order-messages.ts";
import { useEffect, useRef, useState } from "react";
import { isSignInOver } from "../../../api/access.ts";
import { DashboardButton } from "../shared/dashboard-button.tsx";
import { useDashboard } from "../shared/dashboard-context.ts";
import { saveBlob } from "../shared/save-file.ts";
import { SignedOut } from "../shared/session.ts";
import { downloadCsv } from "./words.ts";

/** The button that exports all orders. It is never `disabled`, so that it does not lose the focus. */
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

/** State of the file of all orders. */
type OrdersFile = { step: "none" | "loading" | "saved" | "failed"; load: () => void };

/** Loads the file of all orders, which the browser then saves. Only one load runs at a time. */
export function useOrdersFile(): OrdersFile {
  const { orders, session } = useDashboard();
  const [step, setStep] = useState<OrdersFile["step"]>("none");
  const loading = useRef<AbortController>(null);
  // When the owner changes the tab, the file is not saved.
  useEffect(() => () => loading.current?.abort(), []);

  async function load() {
    if (loading.current) return;
    const stop = new AbortController();
    loading.current = stop;
    setStep("loading");
    try {
      const { file, name } = await orders.csv(stop.signal);
      if (stop.signal.aborted) return;
      saveBlob(file, name);
      setStep("saved");
    } catch (error) {
      if (stop.signal.aborted) return;
      setStep("failed");
      if (error instanceof SignedOut) return;
      console.warn("The orders could not be saved as a file", error);
      if (isSignInOver(error)) session.onRejected();
    } finally {
      loading.current = null;
    }
  }

  return { step, load };
}
