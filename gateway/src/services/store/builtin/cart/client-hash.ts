import { createHmac } from "node:crypto";
import type { DataFile } from "../../../../data/data-file.ts";
import { deriveKey, openListSecret } from "../../../../data/list-secret.ts";

/** Turns a client into a name that can be stored instead of its network address. */
export type HashClient = (client: string) => string;

/**
 * Hashes clients with the site's secret, so that a reader of a backup cannot test addresses against a hash.
 *
 * @throws {DataFileError} when the secret could not be stored
 */
export async function openClientHash(data: DataFile): Promise<HashClient> {
  const secret = await openListSecret(data);
  let known: { secret: string; key: Buffer } | undefined;
  return (client) => {
    const present = secret();
    if (known?.secret !== present) known = { secret: present, key: deriveKey("hashes of clients with carts", present) };
    return createHmac("sha256", known.key).update(client).digest("base64url").slice(0, 22);
  };
}
