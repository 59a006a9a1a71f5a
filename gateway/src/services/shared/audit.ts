/** The audit log: several services write to it, auth stores it. */
import type { AuditEvent } from "@porchlight/protocol/admin.ts";
import type { Client } from "./caller.ts";

export type SecurityEvent = {
  event: AuditEvent;
  client: Client;
  /** Never a secret and never a fan's address. */
  details?: Record<string, string | number | boolean>;
};

/** Records a security event and resolves once it is stored. Never rejects, even when it cannot be written. */
export type Audit = (event: SecurityEvent) => Promise<void>;
