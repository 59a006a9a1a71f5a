import { ADMIN_PATH } from "@porchlight/protocol/admin.ts";
import { useEffect } from "react";

const load = () => import("./edit-link/edit-link.ts");

/**
 * Runs beside the dashboard. When the owner goes from there to a public page, a link leads to the form of what that
 * page shows. `/admin?view=/shop` goes to a page at once. After a reload the site shows what was published since then.
 */
export function FollowOwner() {
  useEffect(() => {
    if (document.querySelector(".edit-link")) load().then(({ removeEditLink }) => removeEditLink());
    const page = new URLSearchParams(location.search).get("view");
    if (page?.startsWith("/")) {
      history.replaceState(history.state, "", page === "/" ? "/" : `/#${page}`);
      dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
    }
    return () => {
      // After the logout, the address is still the dashboard's.
      if (location.pathname === ADMIN_PATH && !location.hash.startsWith("#/")) return;
      load().then(
        ({ showEditLink }) => showEditLink(),
        (error: unknown) => console.warn("The link to the form could not be loaded", error),
      );
    };
  }, []);
  return null;
}
