import { useEffect, useState } from "react";
import { DashboardLoading, DashboardShell } from "../../features/admin/dashboard-loading.tsx";
import { FocusHeading } from "../../features/admin/focus-heading.tsx";
import { type Arrival, takeArrival } from "../../features/admin/sign-in/arrival.ts";
import { readHint } from "../../features/admin/sign-in/hint.ts";
import { Chunk } from "../chunk.tsx";
import type { PageProps } from "../screens.tsx";

const loadDashboardScreen = () => import("../../features/admin/admin.tsx");
const loadDashboard = () => import("../../features/admin/dashboard/dashboard.tsx");

/** The owner's desk. Its gateway page is an empty shell: nothing of it is known before the owner has signed in. */
export default function AdminPage({ site }: PageProps<"admin">) {
  const [arrival, setArrival] = useState<{ taken: Arrival | undefined }>();

  useEffect(() => {
    // At once, whatever becomes of the chunk: a link from a letter opens the desk to whoever reads it.
    setArrival({ taken: takeArrival() });
    // Most likely the dashboard is what shows next; should it not load, that is told when it is asked for.
    if (readHint()) loadDashboard().catch(() => {});
  }, []);

  if (!arrival) return <DashboardShell />;
  return (
    <Chunk load={loadDashboardScreen} waiting={<DashboardLoading />}>
      {({ Admin }) => (
        <Admin
          site={site}
          arrival={arrival.taken}
          renderDashboard={(session, isFirst) => (
            <Chunk load={loadDashboard} waiting={<DashboardLoading />}>
              {({ Dashboard }) => (
                <>
                  <Dashboard session={session} site={site} />
                  {!isFirst && <FocusHeading />}
                </>
              )}
            </Chunk>
          )}
        />
      )}
    </Chunk>
  );
}
