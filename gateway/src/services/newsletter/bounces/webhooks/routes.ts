import { Hono } from "hono";
import type { Bounces } from "../bounces.ts";
import { createMailgunWebhook } from "./mailgun.ts";
import { createPostmarkWebhook } from "./postmark.ts";
import { createSesWebhook } from "./ses.ts";
import type { Webhook } from "./webhook.ts";

/** Path of the addresses to which providers report. */
export const BOUNCE_WEBHOOKS_PATH = "/webhooks/bounces";
/** Rate limit for each client. It is high, because a provider reports a whole newsletter from a few addresses. */
export const WEBHOOK_RATE = { burst: 1_000, perSecond: 20 };

type WebhooksDeps = {
  bounces: Bounces;
  sesTopic: string | undefined;
  postmarkSecret: string | undefined;
  mailgunKey: string | undefined;
  fetch: typeof globalThis.fetch;
  clock: () => Date;
};

/** Routes under {@link BOUNCE_WEBHOOKS_PATH}. Each exists only with its setting. */
export function createBounceWebhooks({
  bounces,
  sesTopic,
  postmarkSecret,
  mailgunKey,
  fetch,
  clock,
}: WebhooksDeps): Hono {
  const app = new Hono();
  const webhooks: [path: string, webhook: Webhook | undefined][] = [
    ["/ses", sesTopic === undefined ? undefined : createSesWebhook({ topic: sesTopic, fetch, clock })],
    ["/postmark", postmarkSecret === undefined ? undefined : createPostmarkWebhook(postmarkSecret)],
    ["/mailgun", mailgunKey === undefined ? undefined : createMailgunWebhook({ key: mailgunKey, clock })],
  ];
  for (const [path, webhook] of webhooks) {
    if (!webhook) continue;
    app.post(path, async (c) => {
      const {
        status,
        bounces: reported = [],
        settle,
      } = await webhook({
        body: await c.req.text(),
        authorization: c.req.header("Authorization"),
        secret: c.req.header("X-Webhook-Secret"),
      });
      try {
        await bounces.takeFromProvider(reported);
        settle?.(true);
      } catch (error) {
        settle?.(false);
        throw error;
      }
      return c.body(null, status);
    });
  }
  return app;
}
