import type { Site } from "@porchlight/protocol/content.ts";
import { DASHBOARD_MESSAGES } from "@porchlight/protocol/dashboard-messages.ts";
import { mailStatusInWords } from "@porchlight/protocol/mail-messages.ts";
import { AccountSettings } from "../account/account-settings.tsx";
import { AuditLog } from "../account/audit-log.tsx";
import { CheckUpPanel } from "../doctor/check-up-panel.tsx";
import { useDashboard } from "../shared/dashboard-context.ts";
import { formatMoment } from "../shared/format.ts";
import { useConfig, useMailStatus } from "../shared/queries.ts";
import { Section } from "../shared/section.tsx";
import { DeleteReminders } from "./delete-reminders.tsx";
import { PeopleFiles } from "./people-files.tsx";
import { useSummary } from "./queries.ts";
import * as words from "./words.ts";
import "./settings-tab.css";

/**
 * The owner's account, the check-up, what the site has about people, collapsed technical details, and a note on
 * deletion. Source: docs/product.md §2, Admin.
 */
export function SettingsTab({ site }: { site: Site }) {
  const { notify, session } = useDashboard();
  const { data: summary } = useSummary();
  const neverOrUnknown = summary ? words.never : words.unknown;
  const { data: mail } = useMailStatus();
  const { data: config } = useConfig();
  const isHosted = config?.services.database === "hosted";

  const { list, unsubscribeLink, removing, hostedShop, https, mail: mailNotes, running } = words.notes;
  const notes = [
    list[isHosted ? "hosted" : "builtin"],
    unsubscribeLink,
    removing,
    ...(config?.services.store.hosted ? [hostedShop] : []),
    https,
    mailNotes[config?.services.auth ?? "builtin"],
    running,
  ];

  return (
    <div className="settings">
      <AccountSettings session={session} site={site} />
      <CheckUpPanel session={session} />
      <PeopleFiles session={session} hasConsent={config?.services.database === "builtin"} />
      <DeleteReminders session={session} />
      <details className="settings-details">
        <summary>{words.technicalDetails}</summary>
        <Section id="system-heading" title={words.systemInfo}>
          <dl className="facts">
            <dt>{words.storageMethod}</dt>
            <dd>{config ? words.storage[config.services.database] : "…"}</dd>
            <dt>{words.format}</dt>
            <dd>
              <WithCode>{words.formatNote}</WithCode>
            </dd>
            <dt>{words.created}</dt>
            <dd>{summary?.created ? formatMoment(summary.created, site.language) : words.unknown}</dd>
            <dt>{words.lastUpdated}</dt>
            <dd>{summary?.lastUpdated ? formatMoment(summary.lastUpdated, site.language) : neverOrUnknown}</dd>
            <dt>{words.emails}</dt>
            <dd>{mail ? mailStatusInWords(mail) : words.unknown}</dd>
          </dl>
        </Section>
        <Section id="production-heading" title={words.productionNotes}>
          <ul className="notes">
            {notes.map((note) => (
              <li key={note}>
                <WithCode>{note}</WithCode>
              </li>
            ))}
          </ul>
        </Section>
        <AuditLog session={session} />
      </details>
      <Section id="danger-heading" title={words.dangerZone} className="danger">
        <p>{words.deletion}</p>
        {config?.services.database === "builtin" && <p>{DASHBOARD_MESSAGES.clearAllBuiltin}</p>}
        <button
          type="button"
          className="dashboard-button danger-button"
          aria-disabled="true"
          onClick={() => notify("warning", DASHBOARD_MESSAGES.clearAllRefused)}
        >
          {words.clearAll}
        </button>
      </Section>
    </div>
  );
}

/** A sentence in which backticks mark code. */
function WithCode({ children }: { children: string }) {
  // The parts of a sentence never change places, so the index can be the key.
  const parts = children.split("`").map((part, at) => ({ part, at }));
  return parts.map(({ part, at }) => (at % 2 === 1 ? <code key={at}>{part}</code> : part));
}
