import {
  CHECK_GROUPS,
  type CheckUp,
  checkUpText,
  countStatuses,
  type Finding,
  statusesInWords,
} from "@porchlight/protocol/doctor.ts";
import { DOCTOR_MESSAGES } from "@porchlight/protocol/doctor-messages.ts";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { runCheckUp } from "../../../api/doctor.ts";
import { useCopy } from "../../../ui/use-copy.ts";
import { DashboardButton } from "../shared/dashboard-button.tsx";
import { LoadNote } from "../shared/load-note.tsx";
import { Moment } from "../shared/moment.tsx";
import type { AdminSession } from "../shared/session.ts";
import { FindingItems, mostUrgentFirst, URGENCY } from "./findings.tsx";
import { ReceivedEmail } from "./received-email.tsx";
import * as words from "./words.ts";
import "./doctor.css";

/** Id of the panel's heading, the target of buttons elsewhere. */
export const CHECK_UP_HEADING = "check-up-heading";

/** Runs a check-up of the site when the owner presses its button. Source: docs/product.md §2, Admin. */
export function CheckUpPanel({ session }: { session: AdminSession }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["check-up"],
    queryFn: async ({ signal }) => runCheckUp(await session.accessToken(), signal),
    // A check-up sends requests to other servers, so only the owner starts it. The report stays until the next one.
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const isFailed = error !== null && !isFetching;

  return (
    <section aria-labelledby={CHECK_UP_HEADING}>
      <h2 id={CHECK_UP_HEADING} tabIndex={-1}>
        {words.title}
      </h2>
      <p className="check-up-note dashboard-note">{DOCTOR_MESSAGES.explained}</p>
      <DashboardButton isDisabled={isFetching} onClick={() => !isFetching && refetch()}>
        {data ? words.runAgain : words.run}
      </DashboardButton>
      <div className="check-up-state" role="status">
        {isFetching && <p>{DOCTOR_MESSAGES.running}</p>}
        {data && !isFetching && <Summary report={data} />}
      </div>
      {isFailed && <LoadNote onRetry={refetch}>{DOCTOR_MESSAGES.failed}</LoadNote>}
      {data && (
        <div className="check-up" aria-busy={isFetching}>
          <CheckUpGroups groups={data.groups} />
          <CheckUpText report={data} />
        </div>
      )}
      <ReceivedEmail session={session} />
    </section>
  );
}

function Summary({ report }: { report: CheckUp }) {
  const counts = countStatuses(report);
  const isWell = counts.bad === 0 && counts.look === 0;
  const well = counts.unknown === 0 ? DOCTOR_MESSAGES.allGood : DOCTOR_MESSAGES.allGoodButUnknown;
  return (
    <p>
      {isWell && <strong>{well}</strong>} {statusesInWords(counts)} {words.made}
      <Moment iso={report.madeAt} />
    </p>
  );
}

/** The findings by group. The most urgent groups and findings come first. */
function CheckUpGroups({ groups }: Pick<CheckUp, "groups">) {
  return groups
    .map(({ id, findings }) => ({ id, findings: mostUrgentFirst(findings) }))
    .toSorted((one, other) => urgencyOf(one.findings) - urgencyOf(other.findings))
    .map(({ id, findings }) => (
      <div key={id} className="check-up-group">
        <h3 id={`check-up-${id}`}>{CHECK_GROUPS[id]}</h3>
        <ul aria-labelledby={`check-up-${id}`}>
          <FindingItems findings={findings} />
        </ul>
      </div>
    ));
}

/** Returns the urgency of the first finding, which is the most urgent one. */
function urgencyOf([first]: readonly Finding[]): number {
  return first ? URGENCY[first.status] : URGENCY.good;
}

const COPIED = { none: "", copied: DOCTOR_MESSAGES.copied, marked: DOCTOR_MESSAGES.marked } as const;

/** The report as plain text, for an email to support. */
function CheckUpText({ report }: { report: CheckUp }) {
  const details = useRef<HTMLDetailsElement>(null);
  const text = checkUpText(report);
  const { element, copy, result } = useCopy<HTMLPreElement>(text, () => {
    if (details.current) details.current.open = true;
  });

  return (
    <div className="check-up-text">
      <div className="dashboard-buttons">
        <DashboardButton onClick={copy}>{words.copy}</DashboardButton>
        <p role="status">{COPIED[result]}</p>
      </div>
      <details ref={details}>
        <summary>{words.plainText}</summary>
        <pre ref={element}>{text}</pre>
      </details>
    </div>
  );
}
