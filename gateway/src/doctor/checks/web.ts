import type { Finding } from "@porchlight/protocol/doctor.ts";
import type { Settings } from "../../config/settings.ts";
import { isLoopback } from "../../lib/loopback.ts";
import { about } from "../finding.ts";
import type { Outside } from "../outside/outside.ts";
import type { Requester, Subject } from "../subject.ts";
import { type FetchResult, jsonOf, tryFetch } from "../try-fetch.ts";
import { checkProxyTrust } from "./proxy-trust.ts";
import { checkCertificate, checkHeaders, checkRedirect } from "./web-https.ts";
import { checkRanges, checkSocket } from "./web-passage.ts";

const running = about("web-running", "The site on this machine");
const answers = about("web-answers", "Reaching the site");

/** Requests the site on this machine, then at its public address as a visitor would. */
export async function checkWeb(
  { settings, places }: Subject,
  outside: Outside,
  requester?: Requester,
): Promise<Finding[]> {
  if (!settings || !places) return [];
  const { fetch } = outside;
  const { publicUrl } = settings;
  const here = await checkRunning(settings, fetch);
  const url = new URL(publicUrl);
  if (isLoopback(url.hostname)) {
    return [
      here,
      answers.look(
        "PUBLIC_URL points to this machine, so nobody else can see the site.",
        "To go live, follow docs/running.md and set PUBLIC_URL=https://your.domain",
      ),
    ];
  }

  const health = await tryFetch(fetch, `${publicUrl}/healthz`);
  const isHttps = url.protocol === "https:";
  const [reached, ...others] = await Promise.all([
    checkAnswers(settings, health, fetch),
    isHttps ? checkCertificate(url, outside) : notSecure(),
    // If the address has a port, there is no http:// address that could redirect to it.
    ...(isHttps && url.port === "" ? [checkRedirect(url, fetch)] : []),
  ]);
  const findings = [here, reached, ...others, checkProxyTrust(settings, requester)];
  if (!("response" in health)) return findings;
  return [
    ...findings,
    ...(await checkHeaders(publicUrl, fetch)),
    await checkSocket(publicUrl, outside),
    ...(await checkRanges(publicUrl, places.contentDir, fetch)),
  ];
}

/** The address at which this machine reaches the gateway. */
function ownUrl({ host, port }: Settings): string {
  const reached = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `http://${reached.includes(":") ? `[${reached}]` : reached}:${port}`;
}

async function checkRunning(settings: Settings, fetch: Outside["fetch"]): Promise<Finding> {
  const health = await tryFetch(fetch, `${ownUrl(settings)}/healthz`);
  if (!("response" in health)) {
    return running.look(`Nothing answers on port ${settings.port}: ${health.why}.`, "Start it: npm start");
  }
  if (health.response.status === 503) {
    return running.bad("It runs, but cannot write its data file.", "Free some space on the disk of DATA_DIR.");
  }
  return (await isHealth(health.response))
    ? running.good(`It runs on port ${settings.port} and can write its data.`)
    : running.bad(
        `Something other than Porchlight answers on port ${settings.port}.`,
        "Stop that program, or set PORT to another number.",
      );
}

async function checkAnswers(settings: Settings, health: FetchResult, fetch: Outside["fetch"]): Promise<Finding> {
  const { publicUrl } = settings;
  if (!("response" in health)) {
    return answers.bad(
      `${publicUrl} cannot be reached from here: ${health.why}.`,
      "Check that the name points here, that the proxy runs, and that the firewall opens ports 80 and 443. " +
        "Some routers do not let a machine reach itself: try from a phone on another network too.",
    );
  }
  const { status } = health.response;
  if (status === 502 || status === 504) {
    return answers.bad(
      `The proxy at ${publicUrl} answers ${status}: it does not reach Porchlight.`,
      "Start the site, and check that the proxy forwards to its HOST and PORT.",
    );
  }
  if (status !== 503 && !(await isHealth(health.response))) {
    return answers.bad(
      `Something other than Porchlight answers at ${publicUrl} (status ${status}).`,
      "Check where the name points, and that the proxy passes /healthz on.",
    );
  }
  const [here, there] = await Promise.all([anonymousKeyAt(ownUrl(settings), fetch), anonymousKeyAt(publicUrl, fetch)]);
  if (here === undefined || there === undefined) {
    return answers.unknown(
      `A Porchlight answers at ${publicUrl}. Only while this one runs can the check-up tell whether it is the same.`,
      "Start the site, then run the check-up again.",
    );
  }
  return here === there
    ? answers.good(`${publicUrl} reaches this site.`)
    : answers.bad(
        `Another Porchlight answers at ${publicUrl}, not this one.`,
        "Check where the name and the proxy point, and stop the Porchlight that should not run.",
      );
}

function notSecure(): Finding {
  return about("web-https", "https").bad(
    "PUBLIC_URL begins with http://, so others on the network can read your password.",
    "Put Caddy in front of the site: it gets a certificate by itself, and set PUBLIC_URL to https://…",
  );
}

async function isHealth(response: Response): Promise<boolean> {
  const body = await jsonOf(response);
  return response.status === 200 && typeof body === "object" && body !== null && "status" in body;
}

/** The public key that every browser gets. Each site has its own. */
async function anonymousKeyAt(url: string, fetch: Outside["fetch"]): Promise<string | undefined> {
  const config = await tryFetch(fetch, `${url}/config.json`);
  if (!("response" in config)) return undefined;
  const body = await jsonOf(config.response);
  if (typeof body !== "object" || body === null || !("database" in body)) return undefined;
  const { database } = body;
  if (typeof database !== "object" || database === null || !("anonKey" in database)) return undefined;
  return typeof database.anonKey === "string" ? database.anonKey : undefined;
}
