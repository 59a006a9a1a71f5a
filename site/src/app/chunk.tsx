import { type ReactNode, useEffect, useState } from "react";
import { loadChunk } from "./load-chunk.ts";
import { ScreenFailed } from "./screen-failed.tsx";

type Loading<Module> = { step: "waiting" } | { step: "ready"; module: Module } | { step: "failed"; reason: Error };

/**
 * A part of a screen with its own chunk, which loads when the part renders.
 *
 * @param load the dynamic import; it has to stay the same function
 * @param onClose closes a part that is a dialog; until the chunk has loaded, Escape calls it
 * @param waiting content until the chunk has loaded, and in the gateway's HTML
 */
export function Chunk<Module>(props: {
  load: () => Promise<Module>;
  onClose?: () => void;
  waiting: ReactNode;
  children: (module: Module) => ReactNode;
}) {
  const { load, onClose, waiting, children } = props;
  const [loading, setLoading] = useState<Loading<Module>>({ step: "waiting" });

  useEffect(() => {
    let isWanted = true;
    loadChunk(load).then(
      (module) => isWanted && setLoading({ step: "ready", module }),
      (reason: Error) => {
        if (!isWanted) return;
        console.warn(reason);
        setLoading({ step: "failed", reason });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [load]);

  const isReady = loading.step === "ready";
  useEffect(() => {
    if (isReady) return;
    const onKey = ({ key }: KeyboardEvent) => key === "Escape" && onClose?.();
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [isReady, onClose]);

  if (loading.step === "waiting") return waiting;
  if (loading.step === "ready") return children(loading.module);
  return (
    <ScreenFailed
      reason={loading.reason}
      onClose={onClose}
      retry={async () => setLoading({ step: "ready", module: await loadChunk(load) })}
    />
  );
}
