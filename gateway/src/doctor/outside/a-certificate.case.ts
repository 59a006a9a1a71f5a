import { generateKeyPairSync, sign } from "node:crypto";

/** Tags of DER. Source: ITU-T X.690 §8. */
const TAG = { integer: 0x02, bits: 0x03, oid: 0x06, text: 0x0c, time: 0x17, sequence: 0x30, set: 0x31 } as const;
/** ecdsa-with-SHA256, 1.2.840.10045.4.3.2. Source: RFC 5758 §3.2. */
const ECDSA_SHA256 = Buffer.from("2a8648ce3d040302", "hex");
/** id-at-commonName, 2.5.4.3. Source: RFC 5280, appendix A. */
const COMMON_NAME = Buffer.from("550403", "hex");

/** A self-signed certificate and its key. Source: RFC 5280 §4.1. */
export function aCertificate({ name = "localhost", from, to }: { name?: string; from: Date; to: Date }) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = der(TAG.sequence, der(TAG.oid, ECDSA_SHA256));
  const whose = der(
    TAG.sequence,
    der(TAG.set, der(TAG.sequence, der(TAG.oid, COMMON_NAME), der(TAG.text, Buffer.from(name)))),
  );
  const content = der(
    TAG.sequence,
    der(TAG.integer, Buffer.of(1)),
    algorithm,
    whose,
    der(TAG.sequence, timeOf(from), timeOf(to)),
    whose,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = der(TAG.bits, Buffer.of(0), sign("sha256", content, privateKey));
  const body = der(TAG.sequence, content, algorithm, signature).toString("base64");
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${body.replace(/(.{64})/g, "$1\n")}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...size), content]);
}

function timeOf(date: Date): Buffer {
  const digits = date.toISOString().replace(/\D/g, "");
  return der(TAG.time, Buffer.from(`${digits.slice(2, 14)}Z`));
}
