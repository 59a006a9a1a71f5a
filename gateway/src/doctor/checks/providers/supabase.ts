import type { Finding } from "@porchlight/protocol/doctor.ts";
import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import type { SupabaseSettings } from "../../../config/provider-settings.ts";
import { about } from "../../finding.ts";
import type { Outside } from "../../outside/outside.ts";
import { jsonOf, tryFetch } from "../../try-fetch.ts";

const project = about("provider-supabase", "Supabase");
const list = about("provider-supabase-list", "The list at Supabase");

const CHECK_URL = "Check SUPABASE_URL: it is the project's address, such as https://example.supabase.co.";
/** What to do, by status. Source: supabase.com, "HTTP status codes". */
const NEXT: Readonly<Record<number, string>> = {
  402: "Supabase has restricted the project. The project's page there says which limit it exceeded, or what is unpaid.",
  404: CHECK_URL,
  429: "It received too many requests. Wait a while, then run the check-up again.",
  540: "The project is paused. Resume it on its page at Supabase.",
};

/**
 * Requests the project's public settings, which shows that the key is right. Also requests one row of the list, which
 * the project must not return without a sign-in. Source: supabase.com, "Auth" and "REST API".
 */
export async function checkSupabase({ url, anonKey }: SupabaseSettings, fetch: Outside["fetch"]): Promise<Finding[]> {
  const headers = { apikey: anonKey };
  const settings = await tryFetch(fetch, `${url}/auth/v1/settings`, { headers });
  if (!("response" in settings)) {
    return [project.bad(`It cannot be reached: ${settings.why}.`, `${CHECK_URL} A paused project has to be resumed.`)];
  }
  const { status } = settings.response;
  await settings.response.body?.cancel();
  if (status === 401 || status === 403) {
    return [
      project.bad(
        `It refuses the key (status ${status}).`,
        "Copy SUPABASE_ANON_KEY again from the project's API settings.",
      ),
    ];
  }
  if (status !== 200) {
    const next = NEXT[status] ?? "Check the project's page at Supabase, and status.supabase.com.";
    return [project.bad(`It answers ${status}.`, next)];
  }
  return [project.good("It answers and accepts the key."), await checkList(`${url}/rest/v1`, headers, fetch)];
}

async function checkList(url: string, headers: Record<string, string>, fetch: Outside["fetch"]): Promise<Finding> {
  // The query requests no email address, even if the key may read them.
  const rows = await tryFetch(fetch, `${url}/${SUBSCRIBERS_TABLE}?select=id&limit=1`, { headers });
  if (!("response" in rows)) return list.unknown(`It could not be requested: ${rows.why}.`, "Try again.");
  const { status } = rows.response;
  const body = await jsonOf(rows.response);
  if (status === 404) {
    return list.bad(`There is no table ${SUBSCRIBERS_TABLE}.`, "Apply the files in hosting/supabase to the project.");
  }
  if (status !== 200 || !Array.isArray(body)) {
    return list.bad(`Its table answers ${status}.`, "Apply the files in hosting/supabase to the project again.");
  }
  if (body.length > 0) {
    return list.bad(
      "Everybody on the internet can read your list.",
      "Apply the files in hosting/supabase to the project at once: they set its row-level rules.",
    );
  }
  return checkFunctions(url, headers, fetch);
}

/** Checks two functions: one reads unsubscribe links; the other, only for the owner, gives exports their links. */
async function checkFunctions(url: string, headers: Record<string, string>, fetch: Outside["fetch"]): Promise<Finding> {
  const call = (name: string, values: object) =>
    tryFetch(fetch, `${url}/rpc/${name}`, {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/json" },
      body: JSON.stringify(values),
    });
  const [link, secret] = await Promise.all([call("address_of_link", { token: "x" }), call("list_secret", {})]);
  if (!("response" in link) || !("response" in secret)) {
    return list.unknown("Its functions could not be called.", "Try again.");
  }
  const [address] = await Promise.all([jsonOf(link.response), secret.response.body?.cancel()]);
  const ofLink = link.response.status;
  const ofSecret = secret.response.status;
  if ([ofLink, ofSecret].some((status) => status === 429 || status >= 500)) {
    return list.unknown(`Its functions answer ${ofLink} and ${ofSecret}.`, "Try again.");
  }
  if (ofLink !== 200 || address !== null || (ofSecret !== 401 && ofSecret !== 403)) {
    return list.bad(
      `Its functions answer ${ofLink} and ${ofSecret}: people cannot unsubscribe, or exports do not work.`,
      "Apply the files in hosting/supabase to the project again.",
    );
  }
  return list.good("Its table and functions exist, and show nothing to strangers.");
}
