import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";

/** A payment page in the fake. */
export type FakeSession = {
  id: string;
  object: "checkout.session";
  status: "open" | "complete" | "expired";
  payment_status: "unpaid" | "paid";
  amount_total: number;
  currency: string;
  payment_intent: string | null;
  url: string | null;
  customer_email: string | null;
  metadata: Record<string, string>;
};

/** A refund in the fake. */
type FakeRefund = {
  id: string;
  object: "refund";
  payment_intent: string;
  amount: number;
  currency: string;
  status: "succeeded" | "failed";
  metadata: Record<string, string>;
};

/** A server on this machine with the part of Stripe's API that card payments use. */
export type FakeStripe = {
  url: string;
  sessions: Map<string, FakeSession>;
  /** Payments that the client refunded in full. */
  refunds: string[];
  /** Refunds a payment in Stripe's dashboard: in full, or an amount in the smallest unit. */
  refundAtStripe: (id: string, amount?: number, status?: FakeRefund["status"]) => void;
  /** The refunded amount of a payment page, in the smallest unit. */
  refundedAmount: (id: string) => number;
  /** The buyer's bank returns the last refund of a payment page. @returns the message about it */
  returnRefund: (id: string) => Message;
  /** Received requests: the path, and the decoded body. */
  requests: { path: string; body: URLSearchParams }[];
  /** The buyer pays. @returns the message about it */
  pay: (id: string) => Message;
  /** Any message, with Stripe's signature. */
  message: (type: string, object: object) => Message;
  /** Makes every request fail with this status, and with a message that must not be logged; undefined ends this. */
  failWith: (status: number | undefined) => void;
  close: () => Promise<void>;
};

/** A webhook's body and its `Stripe-Signature`. */
export type Message = { body: string; signature: string };

/** Settings for a fake. */
export const FAKE_SECRETS = { secretKey: "sk_test_porchlight", webhookSecret: "whsec_porchlight" };

/**
 * Starts a fake. Source: docs.stripe.com, API reference: Checkout Sessions, Refunds, Errors, Idempotent requests.
 */
export async function startFakeStripe(): Promise<FakeStripe> {
  const sessions = new Map<string, FakeSession>();
  /** Earlier requests and their replies, by idempotency key. */
  const replies = new Map<string, { sent: string; reply: Reply }>();
  const refunds: string[] = [];
  const allRefunds: FakeRefund[] = [];
  const requests: FakeStripe["requests"] = [];
  const { webhooks } = new Stripe(FAKE_SECRETS.secretKey);
  let failure: number | undefined;
  let events = 0;

  const server = createServer(async (request, response) => {
    const body = new URLSearchParams(await textOf(request));
    const path = request.url ?? "";
    const idempotencyKey = request.headers["idempotency-key"]?.toString();
    requests.push({ path, body });
    const sent = `${request.method} ${path} ${body}`;
    const known = idempotencyKey === undefined ? undefined : replies.get(idempotencyKey);
    if (known && known.sent !== sent) return send(response, OTHER_PARAMETERS);
    const isKeyRight = request.headers.authorization === `Bearer ${FAKE_SECRETS.secretKey}`;
    const reply = known?.reply ?? (isKeyRight ? replyTo(request.method, path, body) : WRONG_SECRET);
    // Like Stripe, the fake stores errors too.
    if (idempotencyKey !== undefined) replies.set(idempotencyKey, { sent, reply });
    return send(response, reply);
  });

  function replyTo(method: string | undefined, path: string, body: URLSearchParams): Reply {
    if (failure !== undefined) return errorReply(failure, `the fake was told to fail ${body.get("customer_email")}`);
    if (method === "POST" && path === "/v1/checkout/sessions") {
      const session = sessionFrom(body, sessions.size + 1);
      sessions.set(session.id, session);
      return ok(session);
    }
    const [, id = "", action] = /^\/v1\/checkout\/sessions\/(\w+)(?:\/(expire))?$/.exec(path) ?? [];
    const session = sessions.get(id);
    if (session && action === undefined) return ok(session);
    if (session) {
      if (session.status !== "open") {
        return errorReply(400, 'Only Checkout Sessions with a status in ["open"] can be expired.');
      }
      Object.assign(session, { status: "expired", url: null });
      return ok(session);
    }
    const { pathname, searchParams } = new URL(path, "http://fake");
    if (method === "GET" && pathname === "/v1/refunds") {
      const data = allRefunds.filter((refund) => refund.payment_intent === searchParams.get("payment_intent"));
      return ok({ object: "list", has_more: false, data });
    }
    if (method === "POST" && path === "/v1/refunds") {
      const payment = body.get("payment_intent") ?? "";
      const left = amountLeft(payment);
      if (left <= 0) return errorReply(400, "Already refunded", { code: "charge_already_refunded" });
      refunds.push(payment);
      return ok(addRefund(payment, left, "succeeded", metadataFrom(body)));
    }
    return errorReply(404, "No such resource", { code: "resource_missing" });
  }

  function addRefund(
    payment: string,
    amount: number,
    status: FakeRefund["status"],
    metadata: Record<string, string>,
  ): FakeRefund {
    const currency = [...sessions.values()].find(({ payment_intent }) => payment_intent === payment)?.currency ?? "";
    const id = `re_${allRefunds.length + 1}`;
    const refund: FakeRefund = { id, object: "refund", payment_intent: payment, amount, currency, status, metadata };
    allRefunds.push(refund);
    return refund;
  }

  function amountLeft(payment: string): number {
    const paid = [...sessions.values()].find(({ payment_intent }) => payment_intent === payment)?.amount_total ?? 0;
    return allRefunds
      .filter(({ payment_intent, status }) => payment_intent === payment && status === "succeeded")
      .reduce((left, { amount }) => left - amount, paid);
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  function message(type: string, object: object): Message {
    events += 1;
    const body = JSON.stringify({ id: `evt_${events}`, object: "event", type, data: { object } });
    return {
      body,
      signature: webhooks.generateTestHeaderString({ payload: body, secret: FAKE_SECRETS.webhookSecret }),
    };
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sessions,
    refunds,
    requests,
    message,
    pay(id) {
      const session = sessions.get(id);
      if (session?.status !== "open") throw new Error(`${id} cannot be paid`);
      Object.assign(session, { status: "complete", payment_status: "paid", payment_intent: `pi_${id}`, url: null });
      return message("checkout.session.completed", session);
    },
    refundAtStripe(id, amount = amountLeft(`pi_${id}`), status = "succeeded") {
      addRefund(`pi_${id}`, amount, status, {});
    },
    refundedAmount: (id) => (sessions.get(id)?.amount_total ?? 0) - amountLeft(`pi_${id}`),
    returnRefund(id) {
      const refund = allRefunds.findLast(({ payment_intent }) => payment_intent === `pi_${id}`);
      if (!refund) throw new Error(`nothing of ${id} was paid back`);
      refund.status = "failed";
      return message("refund.failed", refund);
    },
    failWith(status) {
      failure = status;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function sessionFrom(body: URLSearchParams, number: number): FakeSession {
  const id = `cs_test_${number}`;
  return {
    id,
    object: "checkout.session",
    status: "open",
    payment_status: "unpaid",
    amount_total: Number(body.get("line_items[0][price_data][unit_amount]")),
    currency: body.get("line_items[0][price_data][currency]") ?? "",
    payment_intent: null,
    url: `https://checkout.stripe.com/c/pay/${id}`,
    customer_email: body.get("customer_email"),
    metadata: metadataFrom(body),
  };
}

function metadataFrom(body: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    [...body].flatMap(([name, value]) => {
      const [, key] = /^metadata\[(\w+)\]$/.exec(name) ?? [];
      return key === undefined ? [] : [[key, value]];
    }),
  );
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}

type Reply = { status: number; text: string };

const WRONG_SECRET = errorReply(401, "Invalid API Key provided", { type: "authentication_error" });
const OTHER_PARAMETERS = errorReply(400, "Keys for idempotent requests can only be used with the same parameters", {
  type: "idempotency_error",
});

function ok(body: object): Reply {
  return { status: 200, text: JSON.stringify(body) };
}

function errorReply(status: number, message: string, more: { type?: string; code?: string } = {}): Reply {
  const type = status < 500 ? "invalid_request_error" : "api_error";
  return { status, text: JSON.stringify({ error: { type, message, ...more } }) };
}

function send(response: ServerResponse, { status, text }: Reply): void {
  response
    // Without this header the library would pause and retry.
    .writeHead(status, { "Content-Type": "application/json", "Stripe-Should-Retry": "false" })
    .end(text);
}
