import type { Finding } from "@porchlight/protocol/doctor.ts";
import { counted } from "../../lib/counted.ts";
import { about } from "../finding.ts";
import type { Outside } from "../outside/outside.ts";
import { certificateErrorInWords, tryFetch, whyUnreachable } from "../try-fetch.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/**
 * Proxies renew a certificate when a third of its lifetime is left. If only a sixth is left, renewing has failed for
 * some time.
 */
const LATE_BELOW = 1 / 6;

/** Checks how long the certificate is valid, and whether browsers trust it. */
export async function checkCertificate(
  { hostname, port }: URL,
  { certificateOf, clock }: Pick<Outside, "certificateOf" | "clock">,
): Promise<Finding> {
  const certificate = about("web-certificate", "Certificate");
  const renew = "The proxy's log says why it gets no new one. Ports 80 and 443 have to be open to everybody.";
  let shown: Awaited<ReturnType<Outside["certificateOf"]>>;
  try {
    shown = await certificateOf(hostname.replace(/^\[|\]$/g, ""), port === "" ? 443 : Number(port));
  } catch (error) {
    return certificate.unknown(
      `The server sent no certificate: ${whyUnreachable(error)}.`,
      "Check that the proxy runs.",
    );
  }
  const { validFrom, validTo, errorCode } = shown;
  const left = validTo.getTime() - clock().getTime();
  if (left <= 0) return certificate.bad("It has expired, so browsers refuse the site.", renew);
  if (errorCode !== undefined)
    return certificate.bad(`Browsers refuse the site: ${certificateErrorInWords(errorCode)}.`, renew);
  const found = `It expires in ${counted(Math.floor(left / DAY_MS), "day")}.`;
  const isLate = left < (validTo.getTime() - validFrom.getTime()) * LATE_BELOW;
  return isLate ? certificate.look(`${found} It should have been renewed by now.`, renew) : certificate.good(found);
}

/** Checks whether a visitor who types the name without https:// is redirected to https. */
export async function checkRedirect({ hostname }: URL, fetch: Outside["fetch"]): Promise<Finding> {
  const redirect = about("web-redirect", "From http to https");
  const next = "Make the proxy redirect http:// to https://. Caddy does so by itself.";
  const result = await tryFetch(fetch, `http://${hostname}/`);
  if (!("response" in result)) return redirect.look(`Nothing answers at http://${hostname}: ${result.why}.`, next);
  const { status, headers } = result.response;
  await result.response.body?.cancel();
  const location = URL.parse(headers.get("Location") ?? "", `http://${hostname}/`);
  if (status >= 300 && status < 400 && location?.protocol === "https:") {
    return redirect.good("Visitors who come by http:// are redirected to https://.");
  }
  return redirect.bad(
    `http://${hostname} answers without https (status ${status}), so others on the network can read everything.`,
    next,
  );
}

/** Checks whether the security headers arrive unchanged. */
export async function checkHeaders(publicUrl: string, fetch: Outside["fetch"]): Promise<Finding[]> {
  const result = await tryFetch(fetch, `${publicUrl}/`, { headers: { Accept: "text/html" } });
  if (!("response" in result)) return [];
  const { headers } = result.response;
  await result.response.body?.cancel();
  const next = "The site sends this header. Make the proxy pass it on, and send none of its own.";
  const checkHeader = (id: string, title: string, isThere: boolean, without: string) =>
    isThere ? about(id, title).good("It arrives as it was sent.") : about(id, title).bad(without, next);
  const policy = headers.get("Content-Security-Policy") ?? "";
  return [
    ...(publicUrl.startsWith("https:")
      ? [
          checkHeader(
            "web-hsts",
            "Strict-Transport-Security",
            Number(/max-age=(\d+)/i.exec(headers.get("Strict-Transport-Security") ?? "")?.[1]) > 0,
            "It does not arrive, so a browser's next visit may begin without https.",
          ),
        ]
      : []),
    checkHeader(
      "web-csp",
      "Content-Security-Policy",
      policy.includes("default-src 'none'"),
      "It does not arrive as it was sent, so an injected script could run in the pages.",
    ),
    checkHeader(
      "web-nosniff",
      "X-Content-Type-Options",
      headers.get("X-Content-Type-Options")?.toLowerCase() === "nosniff",
      "It does not arrive as nosniff, so a browser may run a file as a script.",
    ),
  ];
}
