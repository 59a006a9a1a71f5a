import { formatInstant } from "@porchlight/protocol/format-date.ts";
import type { Show } from "@porchlight/protocol/shows.ts";
import { useEffect, useState } from "react";
import * as words from "./words.ts";

/**
 * Names the time zone of the times, that of the venue's town. If the visitor's clock shows another time, it gives the
 * start in the visitor's time zone instead, once the script has run. The line is there from the start, so that nothing
 * moves.
 */
export function YourTime({ show, language }: { show: Show; language: string }) {
  const [text, setText] = useState<string>();
  const begins = show.starts ?? show.doors;
  useEffect(() => {
    if (begins === undefined) return;
    const format = (timeZone?: string) =>
      formatInstant(begins, language, { weekday: "long", hour: "numeric", minute: "2-digit", timeZone });
    const yours = format(Intl.DateTimeFormat().resolvedOptions().timeZone);
    setText(yours === format(show.timeZone) ? undefined : words.yourTime(yours));
  }, [begins, language, show.timeZone]);
  return begins === undefined ? null : <p className="show-your-time">{text ?? words.townTime(show.town)}</p>;
}
