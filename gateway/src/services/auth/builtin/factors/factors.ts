import type { Reader, Writer } from "../../../../data/statements.ts";
import { AuthError } from "../../auth-error.ts";
import { isUuid } from "../endpoint.ts";
import type { WireFactor } from "../user-records.ts";

/** A second step of a user. Times are ISO 8601, UTC. */
export type Factor = {
  /** A UUID. */
  id: string;
  userId: string;
  friendlyName: string;
  status: "unverified" | "verified";
  createdAt: string;
  updatedAt: string;
} & (
  | {
      type: "totp";
      /** Base32. */
      secret: string;
      /** The latest step whose code was used. */
      lastStep: number | null;
    }
  | {
      type: "phone";
      /** E.164, `+15550100`. */
      phone: string;
    }
);

type FactorRow = {
  id: string;
  user_id: string;
  type: "totp" | "phone";
  friendly_name: string;
  status: "unverified" | "verified";
  secret: string | null;
  phone: string | null;
  last_step: number | null;
  created_at: string;
  updated_at: string;
};

/** Factors of a user, the oldest first. */
export function factorsOf(reader: Reader, userId: string): Factor[] {
  const sql = "SELECT * FROM factors WHERE user_id = ? ORDER BY created_at, id";
  return reader.all<FactorRow>(sql, userId).map(toFactor);
}

/** Whether a user has to pass a second step. */
export function hasVerifiedFactor(reader: Reader, userId: string): boolean {
  const sql = "SELECT 1 FROM factors WHERE user_id = ? AND status = 'verified' LIMIT 1";
  return reader.get(sql, userId) !== undefined;
}

/**
 * Finds a factor of a user.
 *
 * @throws {AuthError} 404 `mfa_factor_not_found`; `validation_failed` when it is not an id
 */
export function findFactor(reader: Reader, userId: string, id: string): Factor {
  if (!isUuid(id)) {
    throw new AuthError(404, "validation_failed", "factor_id must be an UUID");
  }
  const row = reader.get<FactorRow>("SELECT * FROM factors WHERE user_id = ? AND id = ?", userId, id.toLowerCase());
  if (row === undefined) throw new AuthError(404, "mfa_factor_not_found", "Factor not found");
  return toFactor(row);
}

/** Stores a new factor. */
export function addFactor(writer: Writer, factor: Factor): void {
  writer.run(
    `INSERT INTO factors (id, user_id, type, friendly_name, status, secret, phone, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    factor.id,
    factor.userId,
    factor.type,
    factor.friendlyName,
    factor.status,
    factor.type === "totp" ? factor.secret : null,
    factor.type === "phone" ? factor.phone : null,
    factor.createdAt,
    factor.updatedAt,
  );
}

/** Removes a factor, with its open challenges. */
export function removeFactor(writer: Writer, id: string): void {
  writer.run("DELETE FROM factors WHERE id = ?", id);
}

/** The factor as on the wire, without its secret. */
export function wireFactor(factor: Factor): WireFactor {
  return {
    id: factor.id,
    friendly_name: factor.friendlyName,
    factor_type: factor.type,
    status: factor.status,
    ...(factor.type === "phone" && { phone: factor.phone }),
    created_at: factor.createdAt,
    updated_at: factor.updatedAt,
  };
}

function toFactor(row: FactorRow): Factor {
  const common = {
    id: row.id,
    userId: row.user_id,
    friendlyName: row.friendly_name,
    status: row.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
  // The table's CHECK ensures that each type has its own fields.
  return row.type === "totp"
    ? { ...common, type: "totp", secret: row.secret ?? "", lastStep: row.last_step }
    : { ...common, type: "phone", phone: row.phone ?? "" };
}
