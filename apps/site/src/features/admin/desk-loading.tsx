import { ADMIN_MESSAGES } from "@porchlight/protocol/admin-messages.ts";
import "../../ui/styles/light.css";
import "./desk-loading.css";

/** What stands where the desk will be; also the page that the gateway answers with. */
export function DeskLoading() {
  return (
    <p className="desk-loading" role="status">
      {ADMIN_MESSAGES.loading}
    </p>
  );
}
