import { type ReactNode, useEffect, useState } from "react";
import { loadChunk } from "./load-chunk.ts";
import { ScreenFailed } from "./screen-failed.tsx";

type Loading<Module> = { step: "waiting" } | { step: "ready"; module: Module } | { step: "failed"; reason: Error };

/**
 * A part of a screen whose code is a chunk of its own, fetched by the browser once the part is drawn.
 *
 * @param load the dynamic import; it has to stay the same function
 * @param onClose closes it, where it is a window over a screen that stands there without it; Escape does so as long as it
 *   is not there
 * @param waiting what stands there meanwhile, and in the page that the gateway draws
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

  const isThere = loading.step === "ready";
  useEffect(() => {
    if (isThere) return;
    const onKey = ({ key }: KeyboardEvent) => key === "Escape" && onClose?.();
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [isThere, onClose]);

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
