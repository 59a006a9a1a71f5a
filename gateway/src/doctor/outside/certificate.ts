import { isIP } from "node:net";
import { connect } from "node:tls";
import { TIMEOUT_MS } from "../try-fetch.ts";
import type { Certificate } from "./outside.ts";

/**
 * The certificate that a server shows. Nothing is sent to it but the wish for one.
 *
 * @throws {Error} when it cannot be reached or speaks no TLS
 */
export function certificateOf(host: string, port: number): Promise<Certificate> {
  return new Promise((resolve, reject) => {
    // One that is not trusted is looked at too: that it has expired is what the owner wants to know.
    const socket = connect({ host, port, rejectUnauthorized: false, ...(isIP(host) === 0 && { servername: host }) });
    socket.setTimeout(TIMEOUT_MS, () => {
      socket.destroy(Object.assign(new Error("The server took too long"), { code: "ETIMEDOUT" }));
    });
    socket.once("error", reject);
    socket.once("secureConnect", () => {
      const { valid_from, valid_to } = socket.getPeerCertificate();
      const fault = socket.authorized ? undefined : errorCodeOf(socket.authorizationError);
      socket.destroy();
      resolve({ validFrom: new Date(valid_from), validTo: new Date(valid_to), ...(fault !== undefined && { fault }) });
    });
  });
}

/** Node has a code here, or an error that carries one. */
function errorCodeOf(error: unknown): string {
  if (error instanceof Error && "code" in error) return String(error.code);
  return String(error);
}
