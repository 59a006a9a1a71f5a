import type { Finding } from "@porchlight/protocol/doctor.ts";
import { parseMailingListResponse } from "@porchlight/protocol/mailing-list.ts";
import { about } from "../../finding.ts";
import type { Outside } from "../../outside/outside.ts";
import { isTemporary, textOf, tryFetch } from "../../try-fetch.ts";

const mailchimp = about("provider-mailchimp", "Mailchimp");
const CALLBACK = "checkUp";

/** Sends the form without an address. The response says what is missing, and nobody joins the list. */
export async function checkMailchimp(subscribeUrl: string, fetch: Outside["fetch"]): Promise<Finding[]> {
  const address = new URL(subscribeUrl);
  address.pathname = address.pathname.replace(/\/post$/, "/post-json");
  address.searchParams.set("c", CALLBACK);
  const result = await tryFetch(fetch, address.href);
  const next = "Copy MAILCHIMP_SUBSCRIBE_URL again from the code of the embedded form.";
  if (!("response" in result)) return [mailchimp.bad(`It cannot be reached: ${result.why}.`, next)];
  const { response } = result;
  if (isTemporary(response.status)) {
    await response.body?.cancel();
    return [mailchimp.look(`It does not work at the moment (status ${response.status}).`, "Try again in a while.")];
  }
  const answer = parseMailingListResponse((await textOf(response)) ?? "", CALLBACK);
  if (response.status !== 200 || !answer) {
    return [mailchimp.bad(`It does not answer like a sign-up form (status ${response.status}).`, next)];
  }
  return answer.msg === "captcha"
    ? [
        mailchimp.bad(
          "It requires a captcha, which this site cannot show, so it accepts no sign-ups.",
          "Switch the captcha off in the settings of the audience's forms.",
        ),
      ]
    : [mailchimp.good("The form answers.")];
}
