import {
  CHECK_GROUPS,
  CHECK_STATUS_WORDS,
  type CheckStatus,
  type CheckUp,
  type Finding,
} from "@porchlight/protocol/doctor.ts";

/** The order of the statuses, the most urgent first. */
const URGENCY: Readonly<Record<CheckStatus, number>> = { bad: 0, look: 1, unknown: 2, good: 3 };

/** The findings by group. The most urgent groups and findings come first. */
export function CheckUpGroups({ groups }: Pick<CheckUp, "groups">) {
  return groups
    .map(({ id, findings }) => ({ id, findings: findings.toSorted(byUrgency) }))
    .toSorted((one, other) => urgencyOf(one.findings) - urgencyOf(other.findings))
    .map(({ id, findings }) => (
      <div key={id} className="check-up-group">
        <h3 id={`check-up-${id}`}>{CHECK_GROUPS[id]}</h3>
        <ul aria-labelledby={`check-up-${id}`}>
          {findings.map((finding) => (
            // Several findings may have one id.
            <FindingItem key={`${finding.id} ${finding.found}`} finding={finding} />
          ))}
        </ul>
      </div>
    ));
}

function FindingItem({ finding: { title, status, found, next } }: { finding: Finding }) {
  return (
    <li data-status={status}>
      <span className="check-up-status">{CHECK_STATUS_WORDS[status]}</span>
      <div>
        <p>
          <strong>{title}:</strong> {found}
        </p>
        {next !== undefined && <p className="check-up-next">{next}</p>}
      </div>
    </li>
  );
}

function byUrgency(one: Finding, other: Finding): number {
  return URGENCY[one.status] - URGENCY[other.status];
}

/** Returns the urgency of the first finding, which is the most urgent one. */
function urgencyOf([first]: readonly Finding[]): number {
  return first ? URGENCY[first.status] : URGENCY.good;
}
