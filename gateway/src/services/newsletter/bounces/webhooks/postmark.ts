import type { Bounce } from "@porchlight/protocol/newsletters.ts";
import * as v from "valibot";
import { jsonOf } from "../../../shared/parse-request.ts";
import { isSame } from "../../../shared/secrets.ts";
import type { Webhook } from "./webhook.ts";

/** Source: postmarkapp.com/developer, "Bounce webhook", "Spam complaint webhook". */
const Report = v.object({ Type: v.string(), Email: v.string() });

/**
 * Types of bounces that count. Postmark itself retries after `Transient`. `AutoResponder` is an automatic reply.
 * Source: postmarkapp.com/developer/api/bounce-api, "Bounce types".
 */
const KINDS: Partial<Record<string, Bounce["kind"]>> = {
  HardBounce: "hard",
  BadEmailAddress: "hard",
  ManuallyDeactivated: "hard",
  SoftBounce: "soft",
  DnsError: "soft",
  SpamNotification: "soft",
  Blocked: "soft",
  Unknown: "soft",
  DMARCPolicy: "soft",
  SpamComplaint: "complaint",
};

/** Reports of Postmark. Postmark signs nothing, but sends a secret: in a header, or as the password of the address. */
export function createPostmarkWebhook(expected: string): Webhook {
  return async ({ body, authorization, secret }) => {
    if (!isSame(secret ?? passwordOf(authorization ?? ""), expected)) return { status: 403 };
    const parsed = v.safeParse(Report, jsonOf(body));
    // Postmark may add other reports, which name no address.
    if (!parsed.success) return { status: jsonOf(body) === undefined ? 400 : 200 };
    const { Type: reason, Email: email } = parsed.output;
    const kind = Object.hasOwn(KINDS, reason) ? KINDS[reason] : undefined;
    return { status: 200, bounces: kind ? [{ kind, reason, email, text: body }] : [] };
  };
}

/** Source: RFC 7617. */
function passwordOf(authorization: string): string {
  const [, encoded = ""] = /^Basic ([\w+/=-]{1,1000})$/i.exec(authorization) ?? [];
  const pair = Buffer.from(encoded, "base64").toString();
  return pair.slice(pair.indexOf(":") + 1);
}
