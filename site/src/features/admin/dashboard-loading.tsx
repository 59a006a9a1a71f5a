import { ADMIN_MESSAGES } from "@porchlight/protocol/admin-messages.ts";
import "../../ui/styles/light.css";
import "./dashboard-loading.css";

/** What stands where the dashboard will be. */
export function DashboardLoading() {
  return (
    <p className="dashboard-loading" role="status">
      {ADMIN_MESSAGES.loading}
    </p>
  );
}

/** The page that the gateway answers with. Where there is no script nothing is on its way, and the page says so. */
export function DashboardShell() {
  return (
    <>
      <DashboardLoading />
      <noscript>
        <p className="dashboard-loading">{ADMIN_MESSAGES.needsScript}</p>
      </noscript>
    </>
  );
}
