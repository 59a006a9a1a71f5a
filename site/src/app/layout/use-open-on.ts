import type { ScreenName } from "@porchlight/protocol/content.ts";
import { useCallback, useState } from "react";

/**
 * Whether something over the screen is open. It is left behind with its screen: whoever goes back sees where they went.
 *
 * @param current the screen that is shown
 */
export function useOpenOn(current: ScreenName): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const [openOn, setOpenOn] = useState<ScreenName>();
  if (openOn !== undefined && openOn !== current) setOpenOn(undefined);
  const setOpen = useCallback((isOpen: boolean) => setOpenOn(isOpen ? current : undefined), [current]);
  return [openOn === current, setOpen];
}
