import { verify, X509Certificate } from "node:crypto";
import * as v from "valibot";
import { readAtMost } from "../../../../http/bounded-body.ts";
import { jsonOf } from "../../../shared/parse-request.ts";
import type { ProviderBounce } from "../bounces.ts";
import { bounceOf, isComplaint } from "../read-report.ts";
import type { Webhook } from "./webhook.ts";

/** How old a message may be, in milliseconds. Amazon SNS tries for an hour. Source: "Amazon SNS message delivery retries". */
const AGE_MAX_MS = 2 * 60 * 60_000;
const TIMEOUT_MS = 8_000;
const CERTIFICATE_MAX_BYTES = 32 * 1024;
/** Number of certificates that are cached. Amazon uses a few. */
const CERTIFICATES_MAX = 20;

/** Source: docs.aws.amazon.com, "Verifying the signatures of Amazon SNS messages". */
const Message = v.object({
  Type: v.picklist(["Notification", "SubscriptionConfirmation", "UnsubscribeConfirmation"]),
  MessageId: v.string(),
  TopicArn: v.string(),
  Subject: v.nullish(v.string()),
  Message: v.string(),
  Timestamp: v.pipe(v.string(), v.isoTimestamp()),
  Token: v.optional(v.string()),
  SubscribeURL: v.optional(v.string()),
  SignatureVersion: v.picklist(["1", "2"]),
  Signature: v.string(),
  SigningCertURL: v.string(),
});
type Message = v.InferOutput<typeof Message>;

/** Source: docs.aws.amazon.com, "Amazon SNS notification contents for Amazon SES". */
const Addresses = v.pipe(
  v.array(v.object({ emailAddress: v.string(), status: v.optional(v.string()) })),
  v.maxLength(100),
);
const Notification = v.object({
  bounce: v.optional(
    v.object({ bounceType: v.string(), bounceSubType: v.optional(v.string()), bouncedRecipients: Addresses }),
  ),
  complaint: v.optional(v.object({ complaintFeedbackType: v.nullish(v.string()), complainedRecipients: Addresses })),
});

type SesOptions = { topic: string; fetch: typeof globalThis.fetch; clock: () => Date };

/**
 * Messages of Amazon SES through one topic of Amazon SNS. Anybody can make topics there and send signed messages, so
 * the topic has to be the owner's. Only one kind of address in a message is opened: that of an SNS certificate in the
 * topic's region.
 */
export function createSesWebhook({ topic, fetch, clock }: SesOptions): Webhook {
  const [, partition = "", , region = ""] = topic.split(":");
  const host = `sns.${region}.amazonaws.com${partition === "aws-cn" ? ".cn" : ""}`;
  const certificates = new Map<string, X509Certificate>();

  async function findCertificate(address: string): Promise<X509Certificate | undefined> {
    const url = URL.parse(address);
    if (url?.origin !== `https://${host}` || url.username !== "" || url.search !== "") return undefined;
    if (!/^\/SimpleNotificationService-[\da-f]{1,64}\.pem$/.test(url.pathname)) return undefined;
    const known = certificates.get(url.href);
    if (known) return known;
    const response = await fetch(url.href, { redirect: "error", signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) return undefined;
    const certificate = new X509Certificate(await readAtMost(response, CERTIFICATE_MAX_BYTES));
    if (certificates.size >= CERTIFICATES_MAX) certificates.clear();
    certificates.set(url.href, certificate);
    return certificate;
  }

  async function isGenuine(message: Message): Promise<boolean> {
    const now = clock().getTime();
    if (message.TopicArn !== topic || Math.abs(now - Date.parse(message.Timestamp)) > AGE_MAX_MS) return false;
    let certificate: X509Certificate | undefined;
    try {
      certificate = await findCertificate(message.SigningCertURL);
    } catch {
      // No certificate is at this address. Amazon sends the message again.
    }
    if (!certificate || Date.parse(certificate.validFrom) > now || Date.parse(certificate.validTo) < now) return false;
    const algorithm = message.SignatureVersion === "1" ? "RSA-SHA1" : "RSA-SHA256";
    const signature = Buffer.from(message.Signature, "base64");
    return verify(algorithm, Buffer.from(signedText(message)), certificate.publicKey, signature);
  }

  return async ({ body }) => {
    const parsed = v.safeParse(Message, jsonOf(body));
    if (!parsed.success) return { status: 400 };
    const message = parsed.output;
    if (!(await isGenuine(message))) return { status: 403 };
    if (message.Type === "SubscriptionConfirmation") {
      // The address is ours, not the message's.
      const query = new URLSearchParams({ Action: "ConfirmSubscription", TopicArn: topic, Token: message.Token ?? "" });
      const response = await fetch(`https://${host}/?${query}`, {
        redirect: "error",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      return { status: response.ok ? 200 : 503 };
    }
    return { status: 200, bounces: message.Type === "Notification" ? readNotification(message.Message) : [] };
  };
}

/** Names and values, each on a line, by name. */
function signedText(message: Message): string {
  const names = (
    message.Type === "Notification"
      ? ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"]
      : ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"]
  ) as (keyof Message)[];
  return names.flatMap((name) => (message[name] == null ? [] : [`${name}\n${message[name]}\n`])).join("");
}

function readNotification(text: string): ProviderBounce[] {
  const parsed = v.safeParse(Notification, jsonOf(text));
  if (!parsed.success) return [];
  const { bounce, complaint } = parsed.output;
  const bounced = (bounce?.bouncedRecipients ?? []).flatMap(({ emailAddress: email, status }) => {
    // The address bounced before, perhaps in an outage. SES did not try again: `Suppressed`, `OnAccountSuppressionList`.
    if (bounce?.bounceSubType?.includes("Suppress"))
      return [{ kind: "soft" as const, reason: "suppressed", email, text }];
    const isPermanent = bounce?.bounceType === "Permanent";
    // Without a status, a bounce that is not permanent may be an automatic reply.
    if (status === undefined && !isPermanent) return [];
    const result = status === undefined ? { kind: "hard" as const, reason: "permanent" } : bounceOf(status);
    return result ? [{ ...result, email, text }] : [];
  });
  const reason = complaint?.complaintFeedbackType ?? "abuse";
  const complained = isComplaint(reason) ? (complaint?.complainedRecipients ?? []) : [];
  return [
    ...bounced,
    ...complained.map(({ emailAddress: email }) => ({ kind: "complaint" as const, reason, email, text })),
  ];
}
