import type { ScreenName } from "@porchlight/protocol/content.ts";
import { useCallback, useState } from "react";

/** State of something open over the current screen. It closes with the screen, so that going back shows the screen. */
export function useOpenOn(current: ScreenName): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const [openOn, setOpenOn] = useState<ScreenName>();
  if (openOn !== undefined && openOn !== current) setOpenOn(undefined);
  const setOpen = useCallback((isOpen: boolean) => setOpenOn(isOpen ? current : undefined), [current]);
  return [openOn === current, setOpen];
}
