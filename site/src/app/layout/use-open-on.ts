import type { ScreenName } from "@porchlight/protocol/content.ts";
import { useCallback, useState } from "react";

/** State of a menu or dialog over the current screen. It closes when the screen changes, even by going back. */
export function useOpenOn(current: ScreenName): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const [openOn, setOpenOn] = useState<ScreenName>();
  if (openOn !== undefined && openOn !== current) setOpenOn(undefined);
  const setOpen = useCallback((isOpen: boolean) => setOpenOn(isOpen ? current : undefined), [current]);
  return [openOn === current, setOpen];
}
