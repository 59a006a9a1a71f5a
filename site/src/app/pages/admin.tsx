import { useEffect, useState } from "react";
import { DashboardLoading, DashboardShell } from "../../features/admin/dashboard-loading.tsx";
import { FocusHeading } from "../../features/admin/focus-heading.tsx";
import { FollowOwner } from "../../features/admin/follow-owner.tsx";
import { type Arrival, takeArrival } from "../../features/admin/sign-in/arrival.ts";
import { readHint } from "../../features/admin/sign-in/hint.ts";
import { Chunk } from "../chunk.tsx";
import type { PageProps } from "../screens.tsx";

const loadDashboardScreen = () => import("../../features/admin/admin.tsx");
const loadDashboard = () => import("../../features/admin/dashboard/dashboard.tsx");

/** The owner's dashboard. The gateway's HTML for it is an empty shell, because the data needs the owner's sign-in. */
export default function AdminPage({ site }: PageProps<"admin">) {
  const [arrival, setArrival] = useState<{ taken: Arrival | undefined }>();

  useEffect(() => {
    // Runs before the chunk loads: removes an email's link from the address, where anyone could read it and sign in.
    setArrival({ taken: takeArrival() });
    // The dashboard is probably next. A failure shows when it renders.
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
                  <FollowOwner />
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
