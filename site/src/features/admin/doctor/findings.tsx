import { CHECK_STATUS_WORDS, type CheckStatus, type Finding } from "@porchlight/protocol/doctor.ts";

/** The order of the statuses, the most urgent first. */
export const URGENCY: Readonly<Record<CheckStatus, number>> = { bad: 0, look: 1, unknown: 2, good: 3 };

export function mostUrgentFirst(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((one, other) => URGENCY[one.status] - URGENCY[other.status]);
}

/** Findings as items of a list. */
export function FindingItems({ findings }: { findings: readonly Finding[] }) {
  return findings.map(({ id, title, status, found, next }) => (
    // Several findings may have the same id.
    <li key={`${id} ${found}`} data-status={status}>
      <span className="check-up-status">{CHECK_STATUS_WORDS[status]}</span>
      <div>
        <p>
          <strong>{title}:</strong> {found}
        </p>
        {next !== undefined && <p className="check-up-next">{next}</p>}
      </div>
    </li>
  ));
}
