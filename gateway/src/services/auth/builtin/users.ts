import { randomUUID } from "node:crypto";
import type { Reader, Writer } from "../../../data/statements.ts";
import { normaliseEmail } from "../../../lib/email-address.ts";
import type { UserRecords } from "./user-records.ts";

/** A person who may sign in. Times are ISO 8601, UTC. */
export type User = {
  /** A UUID. */
  id: string;
  /** Lower-case. */
  email: string;
  /** PHC string. */
  passwordHash: string;
  /** `admin` administers the site. A user without a role can sign in but sees nothing. */
  role: "admin" | null;
  /** Data that the person's client stores with the account. */
  userMetadata: Record<string, unknown>;
  createdAt: string;
  updatedAt: string;
  lastSignInAt: string | null;
};

type UserRow = {
  id: string;
  email: string;
  password_hash: string;
  role: "admin" | null;
  user_metadata: string;
  created_at: string;
  updated_at: string;
  last_sign_in_at: string | null;
};

/** Finds a user by id. */
export function findUser(reader: Reader, id: string): User | undefined {
  return toUser(reader.get<UserRow>("SELECT * FROM users WHERE id = ?", id));
}

/** Finds a user by email. The case of the email and the space around it do not matter. */
export function findUserByEmail(reader: Reader, email: string): User | undefined {
  return toUser(reader.get<UserRow>("SELECT * FROM users WHERE email = ?", normalEmail(email)));
}

/** Finds the user who administers the site. */
export function findOwner(reader: Reader): User | undefined {
  return toUser(reader.get<UserRow>("SELECT * FROM users WHERE role = 'admin' ORDER BY created_at LIMIT 1"));
}

/** Stores a new user. */
export function addUser(
  writer: Writer,
  { email, passwordHash, role, now }: Pick<User, "email" | "passwordHash" | "role"> & { now: Date },
): User {
  const user: User = {
    id: randomUUID(),
    email: normalEmail(email),
    passwordHash,
    role,
    userMetadata: {},
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    lastSignInAt: null,
  };
  writer.run(
    "INSERT INTO users (id, email, password_hash, role, user_metadata, created_at, updated_at) VALUES (?, ?, ?, ?, '{}', ?, ?)",
    user.id,
    user.email,
    passwordHash,
    role,
    user.createdAt,
    user.updatedAt,
  );
  return user;
}

/** Changes a user. Omitted fields do not change. */
export function changeUser(
  writer: Writer,
  id: string,
  change: Partial<Pick<User, "email" | "passwordHash" | "userMetadata">>,
  now: Date,
): void {
  const { email, passwordHash, userMetadata } = change;
  writer.run(
    `UPDATE users SET email = coalesce(?, email), password_hash = coalesce(?, password_hash),
       user_metadata = coalesce(?, user_metadata), updated_at = ? WHERE id = ?`,
    email === undefined ? null : normalEmail(email),
    passwordHash ?? null,
    userMetadata === undefined ? null : JSON.stringify(userMetadata),
    now.toISOString(),
    id,
  );
}

/** Addresses are stored and compared in this form. */
export function normalEmail(email: string): string {
  return normaliseEmail(email) ?? email.trim().toLowerCase();
}

/** `app_metadata` of a user, as in tokens and responses. A client cannot change it. */
export function appMetadataOf(user: User): Record<string, unknown> {
  return { provider: "email", providers: ["email"], ...(user.role !== null && { role: user.role }) };
}

/** The user as the wire has it. Source: auth-js, `User`. */
export function wireUser(user: User, userRecords: UserRecords): Record<string, unknown> {
  return {
    id: user.id,
    aud: "authenticated",
    role: "authenticated",
    email: user.email,
    email_confirmed_at: user.createdAt,
    confirmed_at: user.createdAt,
    phone: "",
    last_sign_in_at: user.lastSignInAt,
    app_metadata: appMetadataOf(user),
    user_metadata: user.userMetadata,
    identities: userRecords.identitiesOf(user),
    factors: userRecords.factorsOf(user.id),
    created_at: user.createdAt,
    updated_at: user.updatedAt,
    is_anonymous: false,
  };
}

function toUser(row: UserRow | undefined): User | undefined {
  if (row === undefined) return undefined;
  return {
    id: row.id,
    email: row.email,
    passwordHash: row.password_hash,
    role: row.role,
    // Only changeUser above writes this column.
    userMetadata: JSON.parse(row.user_metadata) as Record<string, unknown>,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    lastSignInAt: row.last_sign_in_at,
  };
}
