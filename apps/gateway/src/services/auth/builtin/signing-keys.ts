import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import type { DataFile } from "../../../data/data-file.ts";

/** How tokens are signed. Clients check it themselves against the published keys. Source: RFC 7518 §3.4. */
export const ALGORITHM = "ES256";

/** Key pairs of this site. */
export type SigningKeys = {
  /** Id of the key that signs. */
  kid: string;
  privateKey: CryptoKey;
  /** Keys that verify, by id. */
  publicKeys: ReadonlyMap<string, CryptoKey>;
};

type KeyRow = { kid: string; private_jwk: string };

/** Reads the key pairs from the data file, making the first one when there is none. */
export async function loadSigningKeys(data: DataFile, now: Date): Promise<SigningKeys> {
  const rows = readRows(data);
  if (rows.length === 0) {
    await storeNewKey(data, now);
    return loadSigningKeys(data, now);
  }
  const pairs = await Promise.all(rows.map(importPair));
  const [newest] = pairs;
  if (newest === undefined) throw new Error("the data file has no signing key");
  return {
    kid: newest.kid,
    privateKey: newest.privateKey,
    publicKeys: new Map(pairs.map(({ kid, publicKey }) => [kid, publicKey])),
  };
}

function readRows(data: DataFile): KeyRow[] {
  return data.read.all<KeyRow>("SELECT kid, private_jwk FROM signing_keys ORDER BY created_at DESC, kid");
}

async function storeNewKey(data: DataFile, now: Date): Promise<void> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  await data.write((writer) =>
    writer.run(
      "INSERT INTO signing_keys (kid, private_jwk, created_at) VALUES (?, ?, ?)",
      kid,
      JSON.stringify(jwk),
      now.toISOString(),
    ),
  );
}

async function importPair({ kid, private_jwk }: KeyRow) {
  // Written by storeNewKey above and by nothing else.
  const jwk = JSON.parse(private_jwk) as JWK;
  const { d: _secret, ...publicJwk } = jwk;
  return { kid, privateKey: await importKey(jwk), publicKey: await importKey(publicJwk) };
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, ALGORITHM);
  // jose answers with bytes for symmetric keys only.
  if (key instanceof Uint8Array) throw new Error("a signing key of the data file is not a key pair");
  return key;
}
