import type { DataFile } from "../../../data/data-file.ts";
import type { Audit } from "../../shared/audit.ts";
import type { AuthOversight } from "../contract.ts";
import type { StoredAuditLog } from "./audit-log.ts";
import { endSessions, listSessions } from "./sessions.ts";

type OversightOptions = { data: DataFile; clock: () => Date; audit: Audit; page: StoredAuditLog["page"] };

/** Sessions and security events from the data file. */
export function createOversight({ data, clock, audit, page }: OversightOptions): AuthOversight {
  return {
    audit,
    auditLog: page,
    async listSessions({ userId, sessionId }) {
      return {
        sessions: listSessions(data.read, userId, clock()).map(
          ({ id, createdAt, lastUsedAt, address, userAgent, aal }) => ({
            id,
            isCurrent: id === sessionId,
            createdAt,
            lastUsedAt,
            address,
            userAgent,
            aal,
          }),
        ),
      };
    },
    async endSession({ userId }, sessionId, client) {
      const ended = await data.write((writer) => endSessions(writer, userId, "local", sessionId));
      if (ended > 0) await audit({ event: "session-ended", client });
      return ended > 0;
    },
  };
}
