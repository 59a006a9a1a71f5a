/** Names under which answers about the account are kept. */
export const ACCOUNT_KEYS = {
  providers: ["account", "providers"],
  factors: ["account", "factors"],
  identities: ["account", "identities"],
  sessions: ["account", "sessions"],
  auditLog: ["account", "audit-log"],
} as const;
