import { valueAt } from "@porchlight/protocol/content-values.ts";
import { useQuery } from "@tanstack/react-query";
import { createContentEditing } from "../../../api/content-editing.ts";
import { useDashboard } from "./dashboard-context.ts";

/** The time zone of the shop, or of this device while the shop names none. */
export function useTimeZone(isNeeded = true): string {
  const { session } = useDashboard();
  const { data } = useQuery({
    queryKey: ["content-time-zone"],
    queryFn: async ({ signal }) =>
      valueAt((await createContentEditing(session.accessToken).open("store/store.yaml", signal)).value, ["timeZone"]) ??
      null,
    enabled: isNeeded,
    gcTime: 0,
  });
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (typeof data !== "string") return own;
  // It may be a draft that is wrong.
  return Intl.supportedValuesOf("timeZone").includes(data) || data === "UTC" ? data : own;
}
