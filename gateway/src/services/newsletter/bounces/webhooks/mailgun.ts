import { createHmac } from "node:crypto";
import * as v from "valibot";
import { jsonOf } from "../../../shared/parse-request.ts";
import { isSame } from "../../../shared/secrets.ts";
import type { ProviderBounce } from "../bounces.ts";
import { bounceOf } from "../read-report.ts";
import type { Webhook } from "./webhook.ts";

/** How old a request may be, in milliseconds: Mailgun tries for eight hours. Source: documentation.mailgun.com, "Webhooks". */
const AGE_MAX_MS = 9 * 60 * 60_000;
/** Number of tokens that are remembered. Only Mailgun can make valid ones. */
const TOKENS_MAX = 50_000;

/** Source: documentation.mailgun.com, "Securing Webhooks", "Webhook Payloads". */
const Request = v.object({
  signature: v.object({
    timestamp: v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.regex(/^\d{1,12}$/)),
    token: v.pipe(v.string(), v.maxLength(100)),
    signature: v.string(),
  }),
  "event-data": v.object({
    event: v.string(),
    severity: v.nullish(v.string()),
    reason: v.nullish(v.string()),
    recipient: v.nullish(v.string()),
    "delivery-status": v.nullish(v.object({ "enhanced-code": v.nullish(v.string()), message: v.nullish(v.string()) })),
  }),
});
type Event = v.InferOutput<typeof Request>["event-data"];

/** Signed reports of Mailgun. The signature does not cover what a report says, so each one is valid once. */
export function createMailgunWebhook({ key, clock }: { key: string; clock: () => Date }): Webhook {
  const used = new Set<string>();
  /** Tokens of reports that are being stored. */
  const pending = new Set<string>();
  return async ({ body }) => {
    const parsed = v.safeParse(Request, jsonOf(body));
    if (!parsed.success) return { status: 400 };
    const { timestamp, token, signature } = parsed.output.signature;
    const expected = createHmac("sha256", key).update(`${timestamp}${token}`).digest("hex");
    if (!isSame(signature.toLowerCase(), expected)) return { status: 403 };
    // Mailgun does not try again after this status.
    if (Math.abs(clock().getTime() - Number(timestamp) * 1_000) > AGE_MAX_MS || used.has(token)) return { status: 406 };
    // Mailgun tries again after this one.
    if (pending.has(token)) return { status: 503 };
    pending.add(token);
    const settle = (isStored: boolean) => {
      pending.delete(token);
      if (!isStored) return;
      const [oldest] = used;
      if (used.size >= TOKENS_MAX && oldest !== undefined) used.delete(oldest);
      used.add(token);
    };
    return { status: 200, bounces: readEvent(parsed.output["event-data"], body), settle };
  };
}

function readEvent({ event, severity, reason, recipient: email, ...rest }: Event, text: string): ProviderBounce[] {
  if (email == null) return [];
  if (event === "complained" || reason === "suppress-complaint")
    return [{ kind: "complaint", reason: "abuse", email, text }];
  // Mailgun itself retries after temporary failures.
  if (event !== "failed" || severity !== "permanent" || reason === "suppress-unsubscribe") return [];
  // The address bounced before, perhaps in an outage. Mailgun did not try again.
  if (reason === "suppress-bounce") return [{ kind: "soft", reason, email, text }];
  const { "enhanced-code": code, message } = rest["delivery-status"] ?? {};
  const result = bounceOf(code || (message ?? ""));
  return result ? [{ ...result, email, text }] : [];
}
