import type { FastPath } from "../../http/fast-path.ts";
import type { RateLimit } from "../../http/rate-limit.ts";
import type { Scheduler } from "../../lib/scheduler.ts";
import { answerCompressed } from "./answer-compressed.ts";
import type { StoreService } from "./contract.ts";
import { storefrontErrorBody } from "./errors.ts";
import { STOREFRONT_PATH } from "./routes.ts";

/** Requests to the store by one client. Reads and changes both come as POST; most reads are cached and cost little. */
export const STORE_RATE = { burst: 300, perSecond: 20 };

/** Answers most of the store's requests before the routes. */
export function createStoreFastPath(
  store: Pick<StoreService, "answer" | "findPrepared">,
  requests: RateLimit | undefined,
  scheduler: Pick<Scheduler, "run"> | undefined,
): FastPath {
  return {
    handles: (path) => STOREFRONT_PATH.test(path),
    hasRequestsLeft: (client) => requests?.hasLeft(client) ?? true,
    respond({ body, header, client }) {
      // The routes reject a request over the limit.
      if (requests && !requests(client).ok) return undefined;
      const accessToken = header("x-shopify-storefront-access-token");
      const request = { body, accessToken, language: header("accept-language"), client };
      const accepted = header("accept-encoding");
      return (
        store.findPrepared?.(request) ?? ((gone) => answerCompressed(store, scheduler, { ...request, gone }, accepted))
      );
    },
    unexpectedError: storefrontErrorBody("Something went wrong on our side.", "INTERNAL_SERVER_ERROR"),
  };
}
