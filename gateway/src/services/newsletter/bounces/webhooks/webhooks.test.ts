import { createHmac, sign } from "node:crypto";
import { expect, test } from "vitest";
import { aCertificate } from "../../../../doctor/outside/a-certificate.case.ts";
import { createCpuBudget } from "../../../../http/cpu-budget.ts";
import { createScheduler } from "../../../../lib/scheduler.ts";
import { aGateway } from "../../../../testing/gateway-in-memory.ts";
import { ANN, aBounceSite, BEN } from "../a-bounce-site.case.ts";
import { BOUNCE_WEBHOOKS_PATH, createBounceWebhooks } from "./routes.ts";

const TOPIC = "arn:aws:sns:eu-west-1:123456789012:bounces";
const CERTIFICATE_URL =
  "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-9c6465fa7f48f5cacd23014631ec1136.pem";
const POSTMARK_SECRET = "a secret of my own";
const MAILGUN_KEY = "0123456789abcdef0123456789abcdef";
const HOUR_MS = 60 * 60_000;

/** A site with webhooks, and a fake Amazon that answers only at its own addresses. */
async function aSite({ certificateAt = CERTIFICATE_URL } = {}) {
  const site = await aBounceSite();
  const valid = { from: new Date("2026-01-01T00:00:00Z"), to: new Date("2027-01-01T00:00:00Z") };
  const { cert, key } = aCertificate({ name: "sns.amazonaws.com", ...valid });
  const opened: string[] = [];
  const fetch = async (input: string | URL | Request) => {
    const url = String(input);
    opened.push(url);
    return url === certificateAt
      ? new Response(cert)
      : new Response(url.includes("ConfirmSubscription") ? "" : "no", {
          status: url.includes("ConfirmSubscription") ? 200 : 404,
        });
  };
  const { bounces, clock } = site;
  const webhooks = createBounceWebhooks({
    bounces,
    sesTopic: TOPIC,
    postmarkSecret: POSTMARK_SECRET,
    mailgunKey: MAILGUN_KEY,
    fetch,
    clock,
  });
  const post = async (provider: string, body: unknown, headers: Record<string, string> = {}) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return (await webhooks.request(`/${provider}`, { method: "POST", body: text, headers })).status;
  };

  /** A message of SNS, signed as Amazon does. */
  const sns = (fields: Record<string, string>, version = "2") => {
    const message: Record<string, string> = {
      Type: "Notification",
      MessageId: "22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324",
      TopicArn: TOPIC,
      Timestamp: clock().toISOString(),
      SignatureVersion: version,
      SigningCertURL: CERTIFICATE_URL,
      ...fields,
    };
    const names = ["Message", "MessageId", "Subject", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"];
    const text = names.flatMap((name) => (name in message ? [`${name}\n${message[name]}\n`] : [])).join("");
    const algorithm = version === "1" ? "sha1" : "sha256";
    return { ...message, Signature: sign(algorithm, Buffer.from(text), key).toString("base64") };
  };
  return { ...site, webhooks, post, sns, opened };
}

/** What SES says about a bounce. */
const sesBounce = (
  email: string,
  { type = "Permanent", subType = "General", status = "5.1.1", source = "hello@artist.example" } = {},
) =>
  JSON.stringify({
    notificationType: "Bounce",
    bounce: {
      bounceType: type,
      bounceSubType: subType,
      reportingMTA: "dns; email.example.com",
      bouncedRecipients: [
        { emailAddress: email, ...(status && { status, action: "failed", diagnosticCode: `smtp; 550 ${status}` }) },
      ],
      timestamp: "2026-12-01T12:59:38.237Z",
    },
    mail: { timestamp: "2026-12-01T12:59:38.237Z", source, messageId: "00000138111222aa", destination: [email] },
  });

const sesComplaint = (email: string, complaintFeedbackType?: string) =>
  JSON.stringify({
    notificationType: "Complaint",
    complaint: { complainedRecipients: [{ emailAddress: email }], complaintFeedbackType },
    mail: { source: "hello@artist.example" },
  });

const mailgun = (
  event: object,
  { at = Date.parse("2026-12-02T09:00:00Z"), token = "e0b5477167110d68991efc6b9f89f0a1", key = MAILGUN_KEY } = {},
) => {
  const timestamp = String(at / 1_000);
  const signature = createHmac("sha256", key)
    .update(timestamp + token)
    .digest("hex");
  return { signature: { timestamp, token, signature }, "event-data": event };
};

const mailgunBounce = (recipient: string, more: object = {}) => ({
  event: "failed",
  severity: "permanent",
  reason: "bounce",
  recipient,
  "delivery-status": { code: 550, "enhanced-code": "5.1.1", message: "5.1.1 no such user" },
  ...more,
});

const postmark = (Email: string, Type = "HardBounce") => ({ RecordType: "Bounce", ID: 42, Type, TypeCode: 1, Email });
const withSecret = { "X-Webhook-Secret": POSTMARK_SECRET };

test("Amazon SES reports bounces and complaints, and leads back to the newsletter by the return path", async () => {
  const { post, sns, stored, about, data } = await aSite();
  expect(await post("ses", sns({ Message: sesBounce(ANN, { source: about(ANN, 2).returnPath }) }))).toBe(200);
  expect(await post("ses", sns({ Message: sesComplaint(BEN), Subject: "Amazon SES" }, "1"))).toBe(200);
  expect(stored()).toEqual([
    { email: BEN, kind: "complaint", reason: "abuse", isBlocked: true },
    { email: ANN, kind: "hard", reason: "5.1.1", isBlocked: true },
  ]);
  // Without a mark, it counts for the latest newsletter that went to the address.
  expect(data.read.all("SELECT newsletter_id AS id FROM bounces ORDER BY id")).toEqual([{ id: 2 }, { id: 5 }]);
});

test("an address that Amazon SES did not even try counts as one that could not be reached", async () => {
  const { post, sns, stored } = await aSite();
  expect(await post("ses", sns({ Message: sesBounce(ANN, { subType: "OnAccountSuppressionList" }) }))).toBe(200);
  expect(stored()).toMatchObject([{ email: ANN, kind: "soft", reason: "suppressed", isBlocked: false }]);
});

test("an event that is not a bounce at Amazon SES does not count as one here", async () => {
  const { post, sns, stored } = await aSite();
  for (const Message of [
    sesBounce(ANN, { type: "Transient", status: "" }),
    sesComplaint(ANN, "not-spam"),
    sesBounce("stranger@example.test"),
    JSON.stringify({ notificationType: "Delivery", delivery: { recipients: [ANN] } }),
    "Successfully validated SNS topic for Amazon SES event publishing.",
  ]) {
    expect(await post("ses", sns({ Message }))).toBe(200);
  }
  expect(stored()).toEqual([]);
  expect(await post("ses", sns({ Message: sesBounce(ANN, { type: "Transient", status: "5.2.2" }) }))).toBe(200);
  expect(await post("ses", sns({ Message: sesBounce(BEN, { status: "" }) }))).toBe(200);
  expect(stored()).toMatchObject([
    { email: BEN, kind: "hard" },
    { email: ANN, kind: "soft" },
  ]);
});

test("forged, foreign and old messages of SNS change nothing", async () => {
  const { post, sns, stored, pass } = await aSite();
  const Message = sesBounce(ANN);
  const genuine = sns({ Message });
  for (const forged of [
    { ...genuine, Message: sesBounce(BEN) },
    { ...genuine, Signature: "" },
    { ...genuine, SignatureVersion: "1" },
    sns({ Message, TopicArn: "arn:aws:sns:eu-west-1:666666666666:bounces" }),
    sns({ Message, Timestamp: "2026-12-02T06:00:00.000Z" }),
    sns({ Message, Timestamp: "2026-12-02T12:00:00.000Z" }),
  ]) {
    expect(await post("ses", forged)).toBe(403);
  }
  for (const broken of ["", "{}", "[]", "null", "{", { ...genuine, Message: 1 }, { ...genuine, Type: "Other" }]) {
    expect(await post("ses", broken)).toBe(400);
  }
  pass(3 * HOUR_MS);
  expect(await post("ses", genuine)).toBe(403);
  expect(stored()).toEqual([]);
});

test.each([
  "https://sns.eu-west-1.amazonaws.com.attacker.example/SimpleNotificationService-9c64.pem",
  "https://attacker.example/SimpleNotificationService-9c64.pem",
  "http://sns.eu-west-1.amazonaws.com/SimpleNotificationService-9c64.pem",
  "https://sns.eu-west-1.amazonaws.com:8443/SimpleNotificationService-9c64.pem",
  "https://a:b@sns.eu-west-1.amazonaws.com/SimpleNotificationService-9c64.pem",
  "https://sns.us-east-1.amazonaws.com/SimpleNotificationService-9c64.pem",
  "https://sns.eu-west-1.amazonaws.com/?Action=Publish",
  "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-9c64.pem?a=b",
  "https://s3.eu-west-1.amazonaws.com/sns/SimpleNotificationService-9c64.pem",
  "https://169.254.169.254/SimpleNotificationService-9c64.pem",
  "file:///etc/passwd",
  "nonsense",
])("no certificate is read from %s", async (SigningCertURL) => {
  const { post, sns, opened, stored } = await aSite({ certificateAt: SigningCertURL });
  expect(await post("ses", sns({ Message: sesBounce(ANN), SigningCertURL }))).toBe(403);
  expect(opened).toEqual([]);
  expect(stored()).toEqual([]);
});

test("a certificate that is missing, broken or expired proves nothing", async () => {
  const missing = await aSite({ certificateAt: "" });
  expect(await missing.post("ses", missing.sns({ Message: sesBounce(ANN) }))).toBe(403);
  const expired = await aSite();
  expired.pass(365 * 24 * HOUR_MS);
  expect(await expired.post("ses", expired.sns({ Message: sesBounce(ANN) }))).toBe(403);
  expect([...missing.stored(), ...expired.stored()]).toEqual([]);
});

test("a subscription is confirmed only at Amazon, whatever address the message names", async () => {
  const { post, sns, opened } = await aSite();
  const confirmation = {
    Type: "SubscriptionConfirmation",
    Message: "You have chosen to subscribe to the topic.",
    Token: "2336412f37f&Action=DeleteTopic",
    SubscribeURL: "http://169.254.169.254/latest/meta-data/",
  };
  expect(await post("ses", { ...sns(confirmation), Token: "another" })).toBe(403);
  expect(opened).toEqual([CERTIFICATE_URL]);
  expect(await post("ses", sns(confirmation))).toBe(200);
  const [, confirmed = ""] = opened;
  const { origin, searchParams } = new URL(confirmed);
  expect(origin).toBe("https://sns.eu-west-1.amazonaws.com");
  expect(searchParams.getAll("Action")).toEqual(["ConfirmSubscription"]);
  expect(searchParams.get("Token")).toBe(confirmation.Token);
});

test("Postmark reports with the secret in a header or as the password of the address", async () => {
  const { post, stored } = await aSite();
  expect(await post("postmark", postmark(ANN), withSecret)).toBe(200);
  const basic = `Basic ${Buffer.from(`postmark:${POSTMARK_SECRET}`).toString("base64")}`;
  expect(await post("postmark", postmark(BEN, "SpamComplaint"), { Authorization: basic })).toBe(200);
  expect(await post("postmark", postmark("fan1@a.test", "SoftBounce"), withSecret)).toBe(200);
  for (const type of ["AutoResponder", "Transient", "Subscribe", "constructor"]) {
    expect(await post("postmark", postmark("fan3@a.test", type), withSecret)).toBe(200);
  }
  expect(await post("postmark", { RecordType: "Delivery", Recipient: ANN }, withSecret)).toBe(200);
  expect(stored()).toMatchObject([
    { email: "fan1@a.test", kind: "soft" },
    { email: BEN, kind: "complaint" },
    { email: ANN, kind: "hard" },
  ]);
});

test("reports without Postmark's secret change nothing", async () => {
  const { post, stored } = await aSite();
  const wrong = Buffer.from(`${POSTMARK_SECRET}:guess`).toString("base64");
  for (const headers of [
    {},
    { "X-Webhook-Secret": "" },
    { "X-Webhook-Secret": "guess" },
    { Authorization: `Basic ${wrong}` },
    { Authorization: `Bearer ${POSTMARK_SECRET}` },
  ]) {
    expect(await post("postmark", postmark(ANN), headers as Record<string, string>)).toBe(403);
  }
  expect(await post("postmark", "{", withSecret)).toBe(400);
  expect(stored()).toEqual([]);
});

test("each failure that Mailgun reports is stored once, and the Message-ID leads back to the email", async () => {
  const { post, stored, about, data } = await aSite();
  const messageId = about(ANN, 3).messageId.slice(1, -1);
  const bounce = mailgunBounce(ANN, { message: { headers: { "message-id": messageId } } });
  expect(await post("mailgun", mailgun(bounce))).toBe(200);
  expect(await post("mailgun", mailgun({ event: "complained", recipient: BEN }, { token: "b" }))).toBe(200);
  const full = { "delivery-status": { code: 552, message: "5.2.2 mailbox full" } };
  expect(await post("mailgun", mailgun(mailgunBounce("fan1@a.test", full), { token: "c" }))).toBe(200);
  for (const [at, event] of [
    mailgunBounce("fan3@a.test", { severity: "temporary" }),
    mailgunBounce("fan3@a.test", { reason: "suppress-unsubscribe" }),
    mailgunBounce("stranger@example.test"),
    { event: "delivered", recipient: "fan3@a.test" },
  ].entries()) {
    expect(await post("mailgun", mailgun(event, { token: `d${at}` }))).toBe(200);
  }
  expect(stored()).toMatchObject([
    { email: "fan1@a.test", kind: "soft", reason: "5.2.2" },
    { email: BEN, kind: "complaint" },
    { email: ANN, kind: "hard", reason: "5.1.1" },
  ]);
  expect(data.read.get("SELECT newsletter_id AS id FROM bounces WHERE email = ?", ANN)).toEqual({ id: 3 });
});

test("forged, replayed, old and broken reports of Mailgun change nothing", async () => {
  const { post, stored } = await aSite();
  expect(await post("mailgun", mailgun({ event: "opened", recipient: ANN }))).toBe(200);
  // Its signature is valid, and does not cover the event.
  expect(await post("mailgun", mailgun(mailgunBounce(BEN)))).toBe(406);
  const old = { at: Date.parse("2026-12-01T23:00:00Z"), token: "old" };
  expect(await post("mailgun", mailgun(mailgunBounce(ANN), old))).toBe(406);
  expect(await post("mailgun", mailgun(mailgunBounce(ANN), { token: "new", key: "another key" }))).toBe(403);
  for (const broken of ["", "{}", "null", { signature: {}, "event-data": {} }]) {
    expect(await post("mailgun", broken)).toBe(400);
  }
  expect(stored()).toEqual([]);
});

test("a report of Mailgun that could not be stored counts when it comes again", async () => {
  const { bounces, clock, stored } = await aSite();
  let isFull = true;
  const takeFromProvider: typeof bounces.takeFromProvider = async (reported) => {
    if (isFull) throw new Error("The disk is full.");
    await bounces.takeFromProvider(reported);
  };
  const webhooks = createBounceWebhooks({
    bounces: { ...bounces, takeFromProvider },
    sesTopic: undefined,
    postmarkSecret: undefined,
    mailgunKey: MAILGUN_KEY,
    fetch,
    clock,
  }).onError((_, c) => c.body(null, 503));
  const body = JSON.stringify(mailgun(mailgunBounce(ANN, { reason: null })));
  const post = async () => (await webhooks.request("/mailgun", { method: "POST", body })).status;
  expect(await post()).toBe(503);
  isFull = false;
  // The second one comes while the first is being stored.
  expect(await Promise.all([post(), post()])).toEqual([200, 503]);
  expect(await post()).toBe(406);
  expect(stored()).toMatchObject([{ email: ANN }]);
});

test("a provider whose setting is missing has no address", async () => {
  const { bounces, clock } = await aSite();
  const none = { sesTopic: undefined, postmarkSecret: undefined, mailgunKey: undefined };
  const webhooks = createBounceWebhooks({ bounces, ...none, fetch, clock });
  for (const path of ["/ses", "/postmark", "/mailgun"]) {
    expect((await webhooks.request(path, { method: "POST", body: "{}" })).status).toBe(404);
  }
});

test("huge reports are refused unread, and one client cannot send without end", async () => {
  const { webhooks: bounceWebhooks } = await aSite();
  const gateway = await aGateway({ bounceWebhooks, limits: true, now: () => 0 });
  const post = async (body: string) =>
    (
      await gateway.fetch(
        new Request(`https://artist.example${BOUNCE_WEBHOOKS_PATH}/postmark`, { method: "POST", body }),
      )
    ).status;
  expect(await post("a".repeat(300 * 1024))).toBe(413);
  const statuses = new Set<number>();
  for (let at = 0; at < 1_001; at += 1) statuses.add(await post("{}"));
  expect([...statuses]).toEqual([403, 429]);
});

test("reports are charged to their client's processor time, because they are parsed before they are known to be right", async () => {
  const { webhooks: bounceWebhooks } = await aSite();
  let used = 0;
  const cpu = () => {
    used += 300;
    return used;
  };
  const scheduler = createScheduler({ budget: createCpuBudget(() => 0), cpu });
  const gateway = await aGateway({ bounceWebhooks, scheduler });
  const statuses = [];
  for (let at = 0; at < 5; at += 1) {
    const request = new Request(`https://artist.example${BOUNCE_WEBHOOKS_PATH}/mailgun`, { method: "POST", body: "[" });
    statuses.push((await gateway.fetch(request)).status);
  }
  expect(statuses).toEqual([400, 400, 400, 400, 429]);
});
