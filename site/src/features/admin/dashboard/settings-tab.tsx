import type { Site } from "@porchlight/protocol/content.ts";
import { DASHBOARD_MESSAGES } from "@porchlight/protocol/dashboard-messages.ts";
import { mailStatusInWords } from "@porchlight/protocol/mail-messages.ts";
import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { useQuery } from "@tanstack/react-query";
import { fetchConfig } from "../../../api/config.ts";
import { AccountSettings } from "../account/account-settings.tsx";
import { CheckUpPanel } from "../doctor/check-up-panel.tsx";
import { useDashboard } from "../shared/dashboard-context.ts";
import { formatMoment } from "../shared/format.ts";
import { useMailStatus } from "../shared/queries.ts";
import { NO_SUMMARY, useSummary } from "./queries.ts";
import "./settings-tab.css";

const STORAGE = { builtin: "SQLite data file", hosted: "Supabase" } as const;

/**
 * How the list is kept, whether all is well, the owner's account, and what is not to be done here.
 * Source: docs/product.md §2, Admin.
 */
export function SettingsTab({ site }: { site: Site }) {
  const { notify, session } = useDashboard();
  const { data: summary = NO_SUMMARY } = useSummary();
  const { data: mail } = useMailStatus();
  const { data: config } = useQuery({
    queryKey: ["config"],
    queryFn: fetchConfig,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isHosted = config?.services.database === "hosted";

  return (
    <div className="settings">
      <section aria-labelledby="system-heading">
        <h2 id="system-heading">System Info</h2>
        <dl className="facts">
          <dt>Storage method</dt>
          <dd>{config ? STORAGE[config.services.database] : "…"}</dd>
          <dt>Format</dt>
          <dd>
            Table <code>{SUBSCRIBERS_TABLE}</code>, one row for each address; exported as JSON or CSV
          </dd>
          <dt>Created</dt>
          <dd>{summary.created ? formatMoment(summary.created, site.language) : "Unknown"}</dd>
          <dt>Last updated</dt>
          <dd>{summary.lastUpdated ? formatMoment(summary.lastUpdated, site.language) : "Never"}</dd>
          <dt>Emails</dt>
          <dd>{mail ? mailStatusInWords(mail) : "Unknown"}</dd>
        </dl>
      </section>
      <section aria-labelledby="production-heading">
        <h2 id="production-heading">Production Notes</h2>
        <ul className="notes">
          {isHosted ? (
            <li>The list is stored by Supabase. See there that backups are made.</li>
          ) : (
            <li>
              The list is one file. A copy is made every day; <code>npm run backup</code> makes one now. Keep a copy on
              another machine.
            </li>
          )}
          <li>
            Both exports carry each address’s unsubscribe link, <code>unsubscribe_url</code>: put it into every email. A
            fan who follows it stays here as unsubscribed and is left out of CSV files.
          </li>
          <li>
            Removing deletes an address and stores a fingerprint of it that nobody can turn back, so that no import and
            no restored copy brings it back. Copies from before hold the address until they are cleared away.
          </li>
          {config?.services.store.hosted && (
            <li>The shop is hosted by Shopify. Orders, stock and refunds are seen and done there.</li>
          )}
          <li>Serve the site over https only, so that nobody on the way can read your password.</li>
          {config?.services.auth === "hosted" ? (
            <li>
              Supabase sends the mail for a forgotten password. Name your own mail server there, and this site among the
              addresses that its links may lead to.
            </li>
          ) : (
            <li>
              Name a mail server, so that mail for a forgotten password reaches you. Without one it waits in the{" "}
              <code>outbox</code> folder.
            </li>
          )}
          <li>
            <code>docs/running.md</code> leads through going live.
          </li>
        </ul>
      </section>
      <CheckUpPanel session={session} />
      <AccountSettings session={session} site={site} />
      <section className="danger" aria-labelledby="danger-heading">
        <h2 id="danger-heading">Danger Zone</h2>
        <p>Deletion of all data must be done through the database dashboard.</p>
        {config?.services.database === "builtin" && <p>{DASHBOARD_MESSAGES.clearAllBuiltin}</p>}
        <button
          type="button"
          className="dashboard-button danger-button"
          aria-disabled="true"
          onClick={() => notify("warning", DASHBOARD_MESSAGES.clearAllRefused)}
        >
          Clear All Data (Disabled)
        </button>
      </section>
    </div>
  );
}
