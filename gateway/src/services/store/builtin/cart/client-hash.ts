import { createHmac } from "node:crypto";
import type { DataFile } from "../../../../data/data-file.ts";
import { deriveKey, openListSecret } from "../../../../data/list-secret.ts";

/** Converts a client to a name that can be stored instead of the network address. */
export type HashClient = (client: string) => string;

/**
 * Hashes clients with the site's secret, so that a person with a backup cannot find a client's address by trial.
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
