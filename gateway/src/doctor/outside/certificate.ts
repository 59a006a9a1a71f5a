import { isIP } from "node:net";
import { connect } from "node:tls";
import { TIMEOUT_MS } from "../try-fetch.ts";
import type { Certificate } from "./outside.ts";

/**
 * Reads the certificate of a server. Sends nothing but the TLS handshake.
 *
 * @throws {Error} when the server cannot be reached or does not speak TLS
 */
export function certificateOf(host: string, port: number): Promise<Certificate> {
  return new Promise((resolve, reject) => {
    // Reads untrusted certificates too, because the owner wants to know if one has expired.
    const socket = connect({ host, port, rejectUnauthorized: false, ...(isIP(host) === 0 && { servername: host }) });
    socket.setTimeout(TIMEOUT_MS, () => {
      socket.destroy(Object.assign(new Error("The server took too long"), { code: "ETIMEDOUT" }));
    });
    socket.once("error", reject);
    socket.once("secureConnect", () => {
      const { valid_from, valid_to } = socket.getPeerCertificate();
      const errorCode = socket.authorized ? undefined : errorCodeOf(socket.authorizationError);
      socket.destroy();
      resolve({
        validFrom: new Date(valid_from),
        validTo: new Date(valid_to),
        ...(errorCode !== undefined && { errorCode }),
      });
    });
  });
}

/** Node puts either a code here, or an error with a code. */
function errorCodeOf(error: unknown): string {
  if (error instanceof Error && "code" in error) return String(error.code);
  return String(error);
}
