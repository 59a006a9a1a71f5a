import type { AddressQuery } from "../../shared/address-query.ts";

/** Finds the addresses that asked for emails about new shows near a town, and confirmed it. */
export function townFansQuery(town: string): AddressQuery {
  return {
    sql: "SELECT email FROM show_reminders WHERE town = ? AND confirmed_at IS NOT NULL AND email IS NOT NULL",
    values: [town],
  };
}

/** The towns that somebody asked about. */
export const TOWNS_QUERY =
  "SELECT DISTINCT town FROM show_reminders WHERE town IS NOT NULL AND confirmed_at IS NOT NULL AND email IS NOT NULL";
