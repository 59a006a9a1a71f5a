import type { AuditLog, LinkedSignIn, Sessions } from "@porchlight/protocol/admin.ts";
import type { Audit } from "../shared/audit.ts";
import type { Client, Identify, Person } from "../shared/caller.ts";

/**
 * A request to `/auth/v1`, unparsed, so that a hosted auth service can pass it on unchanged.
 */
export type AuthRequest = {
  method: string;
  /** The path below `/auth/v1/`, decoded: `token`, `factors/{id}/verify`. */
  path: string;
  /** Query string without its `?`, still encoded, without `apikey`. */
  query: string;
  /** Reads a request header. The case of the name does not matter. */
  header: (name: string) => string | undefined;
  /** Body as text, empty when there is none. */
  body: string;
  /** The `apikey` header or query parameter. */
  apikey: string | undefined;
  client: Client;
};

/** Response to an {@link AuthRequest}, ready for the wire. */
export type AuthResponse = {
  status: number;
  headers: Record<string, string>;
  /** Null when the response has no body. */
  body: string | null;
};

/** What we require of any auth service: to answer as Supabase Auth does, and to identify the caller of a request. */
export interface AuthService {
  /** The public key that every browser gets: a JWT with the role `anon`, the same after every restart. */
  readonly anonymousKey: string;
  /**
   * Identifies the caller of a request. Never throws for anything that a client can send.
   *
   * @throws {ProviderError} when the provider fails, which says nothing about the client
   */
  readonly identify: Identify;
  /**
   * Answers one request. A change is stored before the response is sent.
   *
   * @throws {ProviderError} when the provider fails
   */
  answer(request: AuthRequest): Promise<AuthResponse>;
  /** Functions beyond the providers' protocol; absent when the provider does not offer them. */
  readonly oversight?: AuthOversight;
  readonly isHosted: boolean;
  readonly linkedSignIn: LinkedSignIn;
}

/** Sessions and security events, for the owner. */
export interface AuthOversight {
  /** Sessions of the caller, the latest used first. */
  listSessions(person: Person): Promise<Sessions>;
  /** Ends a session of the caller. @returns whether there was one */
  endSession(person: Person, sessionId: string, client: Client): Promise<boolean>;
  /** A page of the audit log. @param before entries older than the one with this id */
  auditLog(before?: number): Promise<AuditLog>;
  readonly audit: Audit;
}
