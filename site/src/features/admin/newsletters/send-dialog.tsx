import type { Newsletter, SendingProblem } from "@porchlight/protocol/newsletters.ts";
import { useId, useState } from "react";
import { Dialog } from "../../../ui/dialog.tsx";
import { useDashboard } from "../shared/dashboard-context.ts";
import { LoadState } from "../shared/load-note.tsx";
import { useTimeZone } from "../shared/time-zone.ts";
import { clocksOf, inTheFuture } from "../shared/words.ts";
import { useNewsletters } from "./context.ts";
import { Missing } from "./missing.tsx";
import { useAction, useRefresh, useShowNewsletter } from "./queries.ts";
import { formatClock, formatZoned, readSendTime, zoneName } from "./send-time.ts";
import { useSendingCheck } from "./sending-check.ts";
import { TextField } from "./text-field.tsx";
import * as words from "./words.ts";

/** The review before a newsletter is sent: subject, number of recipients, time. */
export function SendDialog({ newsletter, onClose }: { newsletter: Newsletter; onClose: () => void }) {
  const { calls, drafts, language } = useNewsletters();
  const { notify } = useDashboard();
  const { id, revision, subject } = newsletter;
  const timeZone = useTimeZone();
  const show = useShowNewsletter();
  const refresh = useRefresh();
  const [isBusy, run] = useAction();
  const [isLater, setLater] = useState(false);
  const [typed, setTyped] = useState("");
  const [isSecond, setSecond] = useState(false);
  const [refused, setRefused] = useState<readonly SendingProblem[]>([]);
  const [isChecked, setChecked] = useState(false);

  const time = readSendTime(typed, timeZone, Date.now());
  const at = time.kind === "once" ? time.at : time.kind === "twice" ? time.at[isSecond ? 1 : 0] : undefined;
  const { count, problems, isComposed, query } = useSendingCheck(newsletter, { refused });
  const isLoaded = count !== undefined && isComposed;
  const canSend = isLoaded && problems.length === 0;

  function problemOf(): string | undefined {
    if (time.kind === "skipped") return words.send.skipped(formatClock(time.next, timeZone, language));
    if (!isChecked) return undefined;
    if (time.kind === "too-late") return words.send.tooLate;
    return time.kind === "past" || time.kind === "empty" ? inTheFuture : undefined;
  }

  function send(): void {
    setChecked(true);
    if (!canSend || (isLater && at === undefined)) return;
    run(async () => {
      const result = await calls.send(id, {
        revision,
        ...(isLater && at !== undefined && { at: new Date(at).toISOString() }),
      });
      if (!result.ok && result.reason === "not-ready") return setRefused(result.missing);
      onClose();
      if (result.ok) {
        drafts.close(id);
        show(result.newsletter);
        const startAt = result.newsletter.startAt;
        notify(
          "success",
          startAt === undefined ? words.send.started : words.send.scheduled(formatZoned(startAt, timeZone, language)),
        );
      } else {
        notify("warning", words.stateChanged);
        await refresh(id);
      }
    });
  }

  return (
    <Dialog label={words.send.title} onClose={onClose}>
      <form
        className="form-fields newsletter-dialog"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <dl className="send-facts">
          <dt>{words.send.subject}</dt>
          <dd dir="auto">{subject.trim() || words.noSubject}</dd>
          <dt>{words.send.to}</dt>
          <dd>
            <span role="status">{count === undefined ? "…" : words.send.people(count, language)}</span>
          </dd>
        </dl>
        <LoadState query={{ ...query, isPending: false }} failed={words.send.loadFailed} />
        <Missing problems={problems} onGo={onClose} />
        {canSend && (
          <>
            <fieldset className="choices">
              <legend>{words.send.when}</legend>
              {[false, true].map((later) => (
                <label key={String(later)}>
                  <input type="radio" name="send-when" checked={isLater === later} onChange={() => setLater(later)} />
                  {later ? words.send.later : words.send.now}
                </label>
              ))}
            </fieldset>
            {isLater && (
              <>
                <TextField
                  label={words.send.at}
                  hint={clocksOf(timeZone)}
                  type="datetime-local"
                  value={typed}
                  problem={problemOf()}
                  onChange={setTyped}
                />
                {time.kind === "twice" && (
                  <TwiceChoice times={time.at} timeZone={timeZone} isSecond={isSecond} onChoose={setSecond} />
                )}
              </>
            )}
            <p className="field-hint" role="status">
              {isLater
                ? at !== undefined && words.send.atTime(formatZoned(at, timeZone, language))
                : words.send.cannotUndo}
            </p>
          </>
        )}
        <div className="dialog-actions">
          <button type="button" className="button button-quiet" onClick={onClose}>
            {words.send.back}
          </button>
          {(canSend || !isLoaded) && (
            <button type="submit" className="button" aria-disabled={!canSend || isBusy || undefined}>
              {isBusy
                ? words.send.sending
                : !isLoaded
                  ? words.send.loading
                  : isLater
                    ? words.send.confirmLater
                    : words.send.confirmNow(count, language)}
            </button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

/** Asks which of the two times is meant, when clocks go back. */
function TwiceChoice(props: {
  times: readonly [number, number];
  timeZone: string;
  isSecond: boolean;
  onChoose: (isSecond: boolean) => void;
}) {
  const { times, timeZone, isSecond, onChoose } = props;
  const { language } = useNewsletters();
  const name = useId();
  return (
    <fieldset className="choices">
      <legend>{words.send.twice}</legend>
      {([false, true] as const).map((second) => {
        const zone = zoneName(times[second ? 1 : 0], timeZone, language);
        return (
          <label key={String(second)}>
            <input type="radio" name={name} checked={isSecond === second} onChange={() => onChoose(second)} />
            {second ? words.send.second(zone) : words.send.first(zone)}
          </label>
        );
      })}
    </fieldset>
  );
}
