import { type CheckUp, countStatuses, statusesInWords } from "@porchlight/protocol/doctor.ts";
import { DOCTOR_MESSAGES } from "@porchlight/protocol/doctor-messages.ts";
import { useQuery } from "@tanstack/react-query";
import { runCheckUp } from "../../../api/doctor.ts";
import { DashboardButton } from "../shared/dashboard-button.tsx";
import { LoadNote } from "../shared/load-note.tsx";
import { Moment } from "../shared/moment.tsx";
import type { AdminSession } from "../shared/session.ts";
import { CheckUpGroups } from "./check-up-groups.tsx";
import { CheckUpText } from "./check-up-text.tsx";
import * as words from "./words.ts";
import "./doctor.css";

/** Id of the panel's heading, the target of buttons elsewhere. */
export const CHECK_UP_HEADING = "check-up-heading";

/** Runs a check-up of the site when the owner presses its button. Source: docs/product.md §2, Admin. */
export function CheckUpPanel({ session }: { session: AdminSession }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["check-up"],
    queryFn: async ({ signal }) => runCheckUp(await session.accessToken(), signal),
    // It sends requests to others, so only the owner starts it. The report stays until the next one.
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
