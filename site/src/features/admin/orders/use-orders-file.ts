import { useEffect, useRef, useState } from "react";
import { isSignInOver } from "../../../api/access.ts";
import { useDashboard } from "../shared/dashboard-context.ts";
import { saveFile } from "../shared/save-file.ts";
import { SignedOut } from "../shared/session.ts";

/** A phone may ask where to put a file before it reads it: so long it can be read, in milliseconds. */
const READABLE_MS = 60_000;

/** A file of all orders: none yet, on its way, saved, or failed. */
export type OrdersFile = { step: "none" | "loading" | "saved" | "failed"; load: () => void };

/** Loads the file of all orders, one at a time, and has the browser save it. */
export function useOrdersFile(): OrdersFile {
  const { orders, session } = useDashboard();
  const [step, setStep] = useState<OrdersFile["step"]>("none");
  const loading = useRef<AbortController>(null);
  // Nothing is saved for somebody who has left.
  useEffect(() => () => loading.current?.abort(), []);

  async function load() {
    if (loading.current) return;
    const stop = new AbortController();
    loading.current = stop;
    setStep("loading");
    try {
      const { file, name } = await orders.csv(stop.signal);
      if (stop.signal.aborted) return;
      save(file, name);
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

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  saveFile(address, name);
  setTimeout(() => URL.revokeObjectURL(address), READABLE_MS);
}
