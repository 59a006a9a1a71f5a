/** The audit log. Stands outside the services: several write to it, auth keeps it. */
import type { AuditEvent } from "@porchlight/protocol/admin.ts";
import type { Client } from "./caller.ts";

/** A security event as it happens. */
export type SecurityEvent = {
  event: AuditEvent;
  client: Client;
  /** Never a secret and never a fan's address. */
  details?: Record<string, string | number | boolean>;
};

/** Notes a security event; settles once it is stored. A log that cannot be written stops nobody: it never rejects. */
export type Audit = (event: SecurityEvent) => Promise<void>;
