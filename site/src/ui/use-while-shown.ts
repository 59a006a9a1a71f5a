import { useEffect } from "react";

/** One beginning: over once the component is gone, or once it was begun anew. */
type Look = { isOver: boolean; hasCome: boolean };

/**
 * Begins something when a component is shown, and lets it ask later whether the component still is. Where a visitor
 * leaves the page and a browser brings it back as it was, what had not come by then is begun anew: WebKit and Firefox
 * break it off as the page is left, and say that it failed.
 *
 * @param begin begun anew whenever it is another function; answers whether it came, and never rejects
 */
export function useWhileShown(begin: (isShown: () => boolean) => Promise<boolean>): void {
  useEffect(() => {
    let look = startLook(begin);
    const onReturn = ({ persisted }: PageTransitionEvent) => {
      if (!persisted || look.hasCome) return;
      look.isOver = true;
      look = startLook(begin);
    };
    addEventListener("pageshow", onReturn);
    return () => {
      look.isOver = true;
      removeEventListener("pageshow", onReturn);
    };
  }, [begin]);
}

function startLook(begin: (isShown: () => boolean) => Promise<boolean>): Look {
  const look = { isOver: false, hasCome: false };
  begin(() => !look.isOver).then((came) => {
    look.hasCome = came;
  });
  return look;
}
