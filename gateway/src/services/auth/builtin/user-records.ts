import type { User } from "./users.ts";

/** A second step as on the wire. Source: auth-js, `Factor`. */
export type WireFactor = {
  id: string;
  friendly_name?: string;
  factor_type: "totp" | "phone";
  status: "verified" | "unverified";
  phone?: string;
  created_at: string;
  updated_at: string;
};

/** A sign-in method as on the wire. Source: auth-js, `UserIdentity`. */
export type WireIdentity = {
  /** The provider's own id of the person. */
  id: string;
  /** Our id of the link, a UUID. */
  identity_id: string;
  user_id: string;
  identity_data: Record<string, unknown>;
  provider: string;
  email?: string;
  created_at: string;
  last_sign_in_at: string;
  updated_at: string;
};

/** Records of a user besides the row itself. Every request reads them, so each method must be quick. */
export interface UserRecords {
  /** All factors, verified or not, the oldest first. */
  factorsOf(userId: string): WireFactor[];
  /** The email identity, then the linked ones. */
  identitiesOf(user: User): WireIdentity[];
  /** Whether the user has to pass a second step. */
  hasVerifiedFactor(userId: string): boolean;
}

/** The identity that every user has: address and password. It cannot be unlinked. */
export function emailIdentity(user: User): WireIdentity {
  return {
    id: user.id,
    identity_id: user.id,
    user_id: user.id,
    identity_data: { sub: user.id, email: user.email, email_verified: true },
    provider: "email",
    email: user.email,
    created_at: user.createdAt,
    last_sign_in_at: user.lastSignInAt ?? user.createdAt,
    updated_at: user.updatedAt,
  };
}
