import type { AuditLog, LinkedSignIn, Sessions } from "@porchlight/protocol/admin.ts";
import type { Audit } from "../shared/audit.ts";
import type { Client, Identify, Person } from "../shared/caller.ts";

/**
 * A request to `/auth/v1`. It stays in the words of the wire, so that a hosted auth service can be handed the same
 * request unread and the built-in one reads it itself.
 */
export type AuthRequest = {
  method: string;
  /** What follows `/auth/v1/`, decoded: `token`, `factors/{id}/verify`. */
  path: string;
  /** Query string without its `?`, still encoded, without `apikey`. */
  query: string;
  /** Reads a request header, whatever the case of its name. */
  header: (name: string) => string | undefined;
  /** Body as text, empty when there is none. */
  body: string;
  /** The `apikey` header or query parameter. */
  apikey: string | undefined;
  client: Client;
};

/** Answer to an {@link AuthRequest}, ready for the wire. */
export type AuthResponse = {
  status: number;
  headers: Record<string, string>;
  /** Null when the answer has no body. */
  body: string | null;
};

/** What we ask of any auth service: to answer as Supabase Auth does, and to say who is behind a request. */
export interface AuthService {
  /** The public key that every browser may know: a JWT with the role `anon`, the same after every restart. */
  readonly anonymousKey: string;
  /**
   * Says who makes a request. Never throws for what a client can send.
   *
   * @throws {ProviderError} when a provider knows and gave no answer: that says nothing against whoever asks
   */
  readonly identify: Identify;
  /**
   * Answers one request; what it changed is stored for good when the answer says so.
   *
   * @throws {ProviderError} when a provider is asked and gave no answer
   */
  answer(request: AuthRequest): Promise<AuthResponse>;
  /** What no provider's protocol carries; absent where the provider keeps it to itself. */
  readonly oversight?: AuthOversight;
  readonly isHosted: boolean;
  readonly linkedSignIn: LinkedSignIn;
}

/** Sessions and security events, for the owner. */
export interface AuthOversight {
  /** Sessions of the person who asks, the latest used first. */
  listSessions(person: Person): Promise<Sessions>;
  /** Ends a session of the person who asks. @returns whether there was one */
  endSession(person: Person, sessionId: string, client: Client): Promise<boolean>;
  /** A page of the audit log. @param before entries older than the one with this id */
  auditLog(before?: number): Promise<AuditLog>;
  readonly audit: Audit;
}
