import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { send } from "./checks/visitor.ts";
import type { GatewayName, PublicConfig } from "./two-gateways.case.ts";

/** A request from a visitor. Its status is set when the response arrives. It is 0 if the connection broke. */
type SentRequest = {
  number: number;
  method: "GET" | "POST";
  gateway: GatewayName;
  /** Only for sign-ups. */
  email: string | undefined;
  status: number | undefined;
};

/** The site's public configuration. */
type VisitsOptions = { port: number; config: PublicConfig; visitors: Record<GatewayName, string[]> };

const STORE_QUERY = JSON.stringify({ query: "{ products(first: 5) { nodes { title } } }" });

/**
 * Concurrent visitors who read a page, join the list and browse the shop in a loop.
 */
export function startVisits({ port, config, visitors }: VisitsOptions) {
  const { database, storefront } = config;
  const requests: SentRequest[] = [];
  const waiting: { until: number; resolve: () => void }[] = [];
  let responses = 0;
  let isOver = false;

  async function request(
    visitor: { from: string; gateway: GatewayName },
    what: Parameters<typeof send>[0],
    email?: string,
  ) {
    const method = what.method === "POST" ? "POST" : "GET";
    const sent: SentRequest = { number: requests.length, method, gateway: visitor.gateway, email, status: undefined };
    requests.push(sent);
    sent.status = await send({ ...what, from: visitor.from }).then(
      ({ status }) => status,
      () => 0,
    );
    responses += 1;
    for (const each of waiting) if (each.until <= responses) each.resolve();
  }

  async function visit(from: string, gateway: GatewayName): Promise<void> {
    const visitor = { from, gateway };
    const key = { apikey: database.anonKey, authorization: `Bearer ${database.anonKey}` };
    const json = { "content-type": "application/json" };
    for (let round = 0; !isOver; round += 1) {
      const email = `fan-${from}-${round}@example.com`;
      await request(visitor, { port, path: "/about" });
      const row = { email, status: "active", source: "website-footer" };
      await request(
        visitor,
        {
          port,
          method: "POST",
          path: `/rest/v1/${SUBSCRIBERS_TABLE}`,
          headers: { ...key, ...json },
          body: JSON.stringify(row),
        },
        email,
      );
      await request(visitor, {
        port,
        method: "POST",
        path: "/api/2022-10/graphql.json",
        headers: { ...json, "x-shopify-storefront-access-token": storefront.accessToken },
        body: STORE_QUERY,
      });
    }
  }

  const visits = [
    ...visitors.first.map((from) => visit(from, "first")),
    ...visitors.second.map((from) => visit(from, "second")),
  ];
  return {
    /** Every request so far, including open ones. */
    requests,
    /** Waits for this many more responses. */
    answered: (more: number) =>
      new Promise<void>((resolve) => {
        waiting.push({ until: responses + more, resolve });
      }),
    /** Ends the visits after their open requests. */
    async end() {
      isOver = true;
      await Promise.all(visits);
    },
  };
}

/** Whether a request failed. */
export function hasFailed({ method, email, status }: SentRequest): boolean {
  if (status === undefined) return false;
  return status !== (method === "POST" && email !== undefined ? 201 : 200);
}
