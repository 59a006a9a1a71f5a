import { Admin } from "../../features/admin/admin.tsx";
import type { PageProps } from "../screens.tsx";

/** The owner's desk. Its gateway page is an empty shell: nothing of it is known before the owner has signed in. */
export default function AdminPage({ site }: PageProps<"admin">) {
  return <Admin site={site} />;
}
