import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";

/** A payment page as the fake keeps it. */
export type FakeSession = {
  id: string;
  object: "checkout.session";
  status: "open" | "complete" | "expired";
  payment_status: "unpaid" | "paid";
  amount_total: number;
  currency: string;
  payment_intent: string | null;
  url: string | null;
  metadata: Record<string, string>;
};

/** A server on this machine that speaks the part of Stripe's interface that card payments use. */
export type FakeStripe = {
  url: string;
  sessions: Map<string, FakeSession>;
  /** Payments that were paid back. */
  refunds: string[];
  /** Bodies of requests, decoded, by the path they were sent to. */
  requests: { path: string; body: URLSearchParams; idempotencyKey: string | undefined }[];
  /** The buyer pays; the message that would be sent of it is answered. */
  pay: (id: string) => Message;
  /** Any message, signed as Stripe signs. */
  message: (type: string, object: object) => Message;
  /** From now on every request is answered with this status. */
  failWith: (status: number | undefined) => void;
  close: () => Promise<void>;
};

/** A webhook's body and its `Stripe-Signature`. */
export type Message = { body: string; signature: string };

/** Settings that lead to a fake. */
export const FAKE_SECRETS = { secretKey: "sk_test_porchlight", webhookSecret: "whsec_porchlight" };

/** Starts a fake. Its shapes follow docs.stripe.com, API reference: Checkout Sessions, Refunds, Errors. */
export async function startFakeStripe(): Promise<FakeStripe> {
  const sessions = new Map<string, FakeSession>();
  const byIdempotencyKey = new Map<string, FakeSession>();
  const refunds: string[] = [];
  const requests: FakeStripe["requests"] = [];
  const { webhooks } = new Stripe(FAKE_SECRETS.secretKey);
  let failure: number | undefined;
  let events = 0;

  const server = createServer(async (request, response) => {
    const body = new URLSearchParams(await textOf(request));
    const path = request.url ?? "";
    const idempotencyKey = request.headers["idempotency-key"]?.toString();
    requests.push({ path, body, idempotencyKey });
    if (failure !== undefined) return refuse(response, failure, "the fake was told to fail");
    if (request.headers.authorization !== `Bearer ${FAKE_SECRETS.secretKey}`) {
      return refuse(response, 401, "Invalid API Key provided");
    }
    if (request.method === "POST" && path === "/v1/checkout/sessions") {
      const known = idempotencyKey && byIdempotencyKey.get(idempotencyKey);
      if (known) return answer(response, known);
      const session = sessionFrom(body, sessions.size + 1);
      sessions.set(session.id, session);
      if (idempotencyKey) byIdempotencyKey.set(idempotencyKey, session);
      return answer(response, session);
    }
    const [, id = "", action] = /^\/v1\/checkout\/sessions\/(\w+)(?:\/(expire))?$/.exec(path) ?? [];
    const session = sessions.get(id);
    if (session && action === undefined) return answer(response, session);
    if (session) {
      if (session.status !== "open")
        return refuse(response, 400, 'Only Checkout Sessions with a status in ["open"] can be expired.');
      Object.assign(session, { status: "expired", url: null });
      return answer(response, session);
    }
    if (request.method === "POST" && path === "/v1/refunds") {
      const payment = body.get("payment_intent") ?? "";
      if (refunds.includes(payment)) return refuse(response, 400, "Already refunded", "charge_already_refunded");
      refunds.push(payment);
      return answer(response, {
        id: `re_${refunds.length}`,
        object: "refund",
        status: "succeeded",
        payment_intent: payment,
      });
    }
    return refuse(response, 404, "No such resource", "resource_missing");
  });
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
    metadata: {},
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}

function answer(response: ServerResponse, body: object): void {
  response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}

function refuse(response: ServerResponse, status: number, message: string, code?: string): void {
  const type = status === 401 ? "authentication_error" : status < 500 ? "invalid_request_error" : "api_error";
  response
    // The library would try a failing server again after a pause.
    .writeHead(status, { "Content-Type": "application/json", "Stripe-Should-Retry": "false" })
    .end(JSON.stringify({ error: { type, message, ...(code && { code }) } }));
}
