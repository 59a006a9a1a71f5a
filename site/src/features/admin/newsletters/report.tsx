import { formatNumber } from "@porchlight/protocol/format-number.ts";
import type { Newsletter } from "@porchlight/protocol/newsletters.ts";
import { NEWSLETTERS_PATH } from "@porchlight/protocol/newsletters.ts";
import { type Ref, useState } from "react";
import type { SendingStep, SendResult } from "../../../api/newsletters.ts";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { DashboardButton } from "../shared/dashboard-button.tsx";
import { useDashboard } from "../shared/dashboard-context.ts";
import { FormHead } from "../shared/form-head.tsx";
import { LoadState } from "../shared/load-note.tsx";
import { formatOwnersMoment } from "../shared/moment.tsx";
import { useTimeZone } from "../shared/time-zone.ts";
import { useNewsletters } from "./context.ts";
import { DeleteButton } from "./delete-button.tsx";
import { Doubts } from "./doubts.tsx";
import { EmailPreview } from "./email-preview.tsx";
import { Figures } from "./figures.tsx";
import { Missing } from "./missing.tsx";
import { useAction, useRefresh, useShowNewsletter } from "./queries.ts";
import { Refusals } from "./refusals.tsx";
import { formatZoned } from "./send-time.ts";
import { useSendingCheck } from "./sending-check.ts";
import { StateMark } from "./state-mark.tsx";
import * as words from "./words.ts";

type Reported = { newsletter: Newsletter };

/** A newsletter that is no longer a draft: its progress, what went wrong, and its results. */
export function Report({ newsletter, heading }: Reported & { heading: Ref<HTMLHeadingElement> }) {
  const { open } = useNewsletters();
  const { id, subject, state, revision, counts, figures, startedAt, isInArchive } = newsletter;
  const [isRead, setRead] = useState(false);
  const isOver = state === "sent" || state === "cancelled";
  return (
    <>
      <FormHead heading={heading} title={subject.trim() || words.noSubject} up={words.back} onUp={() => open("list")} />
      <div className="newsletter-report">
        <div className="newsletter-status" role="status">
          <StateMark state={state} />
          <StateSentence newsletter={newsletter} />
        </div>
        {state === "paused" &&
          (startedAt ? <Missing problems={newsletter.missing} /> : <Unready newsletter={newsletter} />)}
        {counts && <Progress counts={counts} />}
        <Actions newsletter={newsletter} />
        {counts && counts.inDoubt > 0 && <Doubts id={id} count={counts.inDoubt} canSendAgain={state !== "cancelled"} />}
        {figures && isOver && <Figures figures={figures} />}
        {startedAt && isInArchive && (
          <p>
            <a className="arrow-link" href={`${NEWSLETTERS_PATH}/${id}`} target="_blank" rel="noreferrer">
              {words.run.publicPage}
            </a>
          </p>
        )}
        {counts && counts.refused > 0 && <Refusals id={id} count={counts.refused} />}
        <details className="newsletter-details" onToggle={({ currentTarget }) => setRead(currentTarget.open)}>
          <summary>{words.run.what}</summary>
          {isRead && <EmailPreview id={id} revision={revision} />}
        </details>
      </div>
    </>
  );
}

function StateSentence({ newsletter }: Reported) {
  const { language } = useNewsletters();
  const { state, startAt, endedAt, pausedBecause, waitsFor } = newsletter;
  const timeZone = useTimeZone();
  switch (state) {
    case "scheduled":
      return <p>{words.run.scheduled(startAt ? formatZoned(startAt, timeZone, language) : "…")}</p>;
    case "sending":
      return <p>{waitsFor ? words.run.waitsFor[waitsFor] : words.run.sending}</p>;
    case "paused":
      return (
        pausedBecause && (
          <div>
            <p>
              <strong>{words.pausedBecause[pausedBecause]}</strong>
            </p>
            <p>{words.pauseAdvice[pausedBecause]}</p>
          </div>
        )
      );
    case "cancelled":
      return <p>{words.run.cancelled}</p>;
    default:
      return <p>{endedAt ? formatOwnersMoment(endedAt, language) : words.run.done}</p>;
  }
}

/**
 * Why a newsletter that waits for the owner cannot be sent. It is composed and counted again, because its blocks or its
 * readers may be gone.
 */
function Unready({ newsletter }: Reported) {
  const { problems, query } = useSendingCheck(newsletter, { isRepeated: true });
  return (
    <>
      <LoadState query={query} failed={words.send.loadFailed} />
      <Missing problems={problems} />
    </>
  );
}

const COUNTS = ["sent", "waiting", "inDoubt", "refused", "left"] as const;

function Progress({ counts }: { counts: NonNullable<Newsletter["counts"]> }) {
  const { language } = useNewsletters();
  const done = counts.frozen - counts.waiting;
  const inWords = words.progress(done, counts.frozen, language);
  return (
    <div className="newsletter-progress">
      <label htmlFor="newsletter-progress">{words.run.progressLabel}</label>
      <progress id="newsletter-progress" value={done} max={counts.frozen} aria-valuetext={inWords}>
        {inWords}
      </progress>
      <p className="newsletter-done">{inWords}</p>
      <dl className="newsletter-counts">
        {COUNTS.filter((name) => name === "sent" || counts[name] > 0).map((name) => (
          <div key={name}>
            <dt>{words.counts[name].term}</dt>
            <dd>
              <strong>{formatNumber(counts[name], language)}</strong> {words.counts[name].about}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Actions({ newsletter }: Reported) {
  const { calls, open } = useNewsletters();
  const { notify } = useDashboard();
  const showNow = useShowNewsletter();
  const refresh = useRefresh();
  const [isBusy, run] = useAction();
  const [isStopping, setStopping] = useState(false);
  const { id, state, revision, startedAt, counts, missing, isInArchive } = newsletter;

  /** Shows the newsletter after an action, or the current one if it changed meanwhile. */
  const take = (step: SendingStep) =>
    run(async () => {
      const result: SendResult = await calls.step(id, step);
      if (result.ok) return showNow(result.newsletter);
      const why = result.reason === "not-ready" ? result.missing.map(({ message }) => message) : [words.stateChanged];
      notify("warning", why.join(" "));
      await refresh(id);
    });
  const button = (label: string, step: SendingStep, isMain = false) => (
    <DashboardButton
      className={isMain ? "dashboard-button-main" : undefined}
      isDisabled={isBusy}
      onClick={() => take(step)}
    >
      {label}
    </DashboardButton>
  );

  return (
    <div className="dashboard-buttons newsletter-actions">
      {state === "sending" && button(words.run.pause, "pause")}
      {state === "paused" &&
        missing.length === 0 &&
        button(startedAt ? words.run.resume : words.run.sendNow, "resume", true)}
      {(state === "scheduled" || (state === "paused" && !startedAt)) && button(words.run.toDraft, "unschedule")}
      {(state === "sending" || state === "paused") && (
        <DashboardButton isDisabled={isBusy} onClick={() => setStopping(true)}>
          {words.run.stop}
        </DashboardButton>
      )}
      {(state === "sent" || state === "cancelled") && (
        <DashboardButton
          isDisabled={isBusy}
          onClick={() =>
            run(async () => {
              const copy = await calls.begin({ newsletter: id });
              await refresh();
              open(copy.id);
            })
          }
        >
          {words.run.copy}
        </DashboardButton>
      )}
      {startedAt && (
        <DashboardButton
          isDisabled={isBusy}
          onClick={() =>
            run(async () => {
              const { ok, now } = await calls.edit(id, { revision, isInArchive: !isInArchive });
              if (!ok) notify("warning", words.stateChanged);
              showNow(now);
            })
          }
        >
          {isInArchive ? words.run.takeOff : words.run.putOn}
        </DashboardButton>
      )}
      {state === "cancelled" && !counts && <DeleteButton id={id} />}
      {isStopping && (
        <ConfirmDialog
          question={words.run.stopQuestion}
          verb={words.run.stop}
          wayOut={words.run.stopBack}
          onCancel={() => setStopping(false)}
          onConfirm={() => {
            setStopping(false);
            take("cancel");
          }}
        >
          <p>{words.run.stopAbout}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
