import { HERO_ROTATION_MS } from "@porchlight/protocol/limits.ts";
import { useEffect, useState } from "react";

/**
 * Counts through `count` places, one every {@link HERO_ROTATION_MS}, beginning again after the last.
 * It stands still while `isRunning` is false.
 */
export function useRotation(count: number, isRunning: boolean): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (!isRunning || count < 2) return;
    const timer = setInterval(() => setTurn((now) => (now + 1) % count), HERO_ROTATION_MS);
    return () => clearInterval(timer);
  }, [count, isRunning]);
  return count === 0 ? 0 : turn % count;
}
