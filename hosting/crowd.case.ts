import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { send } from "./checks/visitor.ts";
import type { GatewayName, PublicConfig } from "./two-gateways.case.ts";

/** A request of the crowd, in the order of all; its status comes with its answer, 0 where it was broken off. */
export type Asked = {
  number: number;
  method: "GET" | "POST";
  gateway: GatewayName;
  /** Of a sign-up alone. */
  email: string | undefined;
  status: number | undefined;
};

/** What the crowd is told of the site. */
export type VisitorsOptions = { port: number; config: PublicConfig; visitors: Record<GatewayName, string[]> };

const STORE_QUESTION = JSON.stringify({ query: "{ products(first: 5) { nodes { title } } }" });

/**
 * Visitors who read a page, join the list and look around the shop, over and over and all at the same time, each of them
 * one thing after the other.
 */
export function manyVisitors({ port, config, visitors }: VisitorsOptions) {
  const { database, storefront } = config;
  const asked: Asked[] = [];
  const waiting: { until: number; resolve: () => void }[] = [];
  let answers = 0;
  let isOver = false;

  async function ask(
    visitor: { from: string; gateway: GatewayName },
    what: Parameters<typeof send>[0],
    email?: string,
  ) {
    const method = what.method === "POST" ? "POST" : "GET";
    const request: Asked = { number: asked.length, method, gateway: visitor.gateway, email, status: undefined };
    asked.push(request);
    request.status = await send({ ...what, from: visitor.from }).then(
      ({ status }) => status,
      () => 0,
    );
    answers += 1;
    for (const each of waiting) if (each.until <= answers) each.resolve();
  }

  async function visit(from: string, gateway: GatewayName): Promise<void> {
    const visitor = { from, gateway };
    const key = { apikey: database.anonKey, authorization: `Bearer ${database.anonKey}` };
    const json = { "content-type": "application/json" };
    for (let round = 0; !isOver; round += 1) {
      const email = `fan-${from}-${round}@example.com`;
      await ask(visitor, { port, path: "/about" });
      const row = { email, status: "active", source: "website-footer" };
      await ask(
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
      await ask(visitor, {
        port,
        method: "POST",
        path: "/api/2022-10/graphql.json",
        headers: { ...json, "x-shopify-storefront-access-token": storefront.accessToken },
        body: STORE_QUESTION,
      });
    }
  }

  const visits = [
    ...visitors.first.map((from) => visit(from, "first")),
    ...visitors.second.map((from) => visit(from, "second")),
  ];
  return {
    /** Every request so far, the ones under way as well. */
    asked,
    /** Waits for so many more answers. */
    answered: (more: number) =>
      new Promise<void>((resolve) => {
        waiting.push({ until: answers + more, resolve });
      }),
    /** Everybody goes home once they have their answer. */
    async end() {
      isOver = true;
      await Promise.all(visits);
    },
  };
}

/** Whether a request was answered with anything but what was asked for. */
export function hasFailed({ method, email, status }: Asked): boolean {
  if (status === undefined) return false;
  return status !== (method === "POST" && email !== undefined ? 201 : 200);
}
