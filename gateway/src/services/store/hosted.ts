import type { Logger } from "../../lib/log.ts";
import { ProviderError } from "../../lib/provider/provider-error.ts";
import { OverBudgetError, type Scheduler, type Task } from "../../lib/scheduler.ts";
import { writeJson } from "../../lib/write-json.ts";
import { accessTokenOf } from "./access-token.ts";
import type { StoreAnswer, StoreRequest, StoreService } from "./contract.ts";
import { overBudget, STOREFRONT_HEADERS, WRONG_TOKEN } from "./errors.ts";
import { packWithinBudget } from "./graphql/prepared-answer.ts";
import { createDescriptions } from "./hosted/descriptions.ts";
import { forBrowsers } from "./hosted/for-browsers.ts";
import { judgeAnswer, unreachable, unusable } from "./hosted/judge-answer.ts";
import { createCachedReads } from "./hosted/kept-reads.ts";
import { createProductList } from "./hosted/product-list.ts";
import type { Question } from "./hosted/read-question.ts";
import { type PictureAddress, shopPictures } from "./hosted/shop-pictures.ts";
import { createShopify, type ShopifyAccount, type ShopifyOptions } from "./hosted/shopify.ts";

/** What a shop at Shopify needs. */
export type HostedStoreOptions = ShopifyOptions & {
  shopify: ShopifyAccount;
  /** Where the last good list of products is kept. */
  cacheFile: string;
  /** Where a browser may ask for a picture; undefined where it lies with nobody who may be asked. */
  pictureAddress: PictureAddress;
  clock: () => Date;
  scheduler: Scheduler;
  log: Pick<Logger, "warn" | "info" | "error">;
};

/** An `Accept-Language` as clients send it. */
const LANGUAGE = /^[\w\-,;=.* ]{1,200}$/;

/**
 * A shop at Shopify behind this site's own address and token. Questions that everybody asks alike are put once for all
 * of them and answered from memory for half a minute, longer only while Shopify cannot be asked; nothing of a buyer's is
 * kept.
 */
export function createHostedStore(options: HostedStoreOptions): StoreService & { stop(): Promise<void> } {
  const { shopify: account, clock, scheduler, log, now = () => performance.now() } = options;
  const pictureAddress = shopPictures(options.pictureAddress);
  const shopify = createShopify({ ...options, now });
  const descriptions = createDescriptions(scheduler);
  const list = createProductList({ ...options, shopify, domain: account.domain, descriptions, pictureAddress, clock });
  const accessToken = accessTokenOf(`${account.domain} ${account.accessToken}`);
  const kept = createCachedReads(now);
  const underWay = new Map<string, Promise<StoreAnswer>>();
  // The GraphQL library is not needed by any page.
  const loadReader = () => import("./hosted/read-question.ts");

  async function answer(request: StoreRequest): Promise<StoreAnswer> {
    if (request.accessToken !== accessToken) return WRONG_TOKEN;
    const key = keyOf(request);
    const known = kept.find(key);
    const { readQuestion } = await loadReader();
    try {
      if (known?.isFresh) {
        await packWithinBudget(scheduler, request.client, known.pack);
        return { status: 200, headers: STOREFRONT_HEADERS, body: known.answer };
      }
      return await scheduler.run(request.client, (task) => {
        const question = readQuestion(request.body);
        if ("errors" in question) {
          const { status, errors } = question;
          return { status, headers: STOREFRONT_HEADERS, body: JSON.stringify({ errors }) };
        }
        if (!question.isPublic) return ask(request, question, task).then(({ answer }) => answer);
        // It may have come while this request waited for its time slice.
        const arrived = kept.find(key);
        if (arrived?.isFresh) return { status: 200, headers: STOREFRONT_HEADERS, body: arrived.answer };
        const asking = underWay.get(key) ?? askForAll(key, request, question, task).finally(() => underWay.delete(key));
        underWay.set(key, asking);
        return asking;
      });
    } catch (error) {
      if (error instanceof OverBudgetError) return overBudget(error);
      throw error;
    }
  }

  /** Keeps a good answer. Instead of a bad one the last good one is given, with its age. */
  async function askForAll(key: string, request: StoreRequest, question: Question, task: Task): Promise<StoreAnswer> {
    const { answer, whole } = await ask(request, question, task);
    if (whole) {
      kept.keep(key, whole);
      return answer;
    }
    const known = kept.find(key);
    if (!known) return answer;
    return { status: 200, headers: { ...STOREFRONT_HEADERS, age: String(known.ageSeconds) }, body: known.answer };
  }

  /** Passes a question on; `whole` is there where nothing is wrong with what came back. */
  async function ask(
    { body, language }: StoreRequest,
    { isSafe, isAnsweredBy }: Question,
    task: Task,
  ): Promise<{ answer: StoreAnswer; whole?: Buffer<ArrayBuffer> }> {
    try {
      const said = await shopify.ask(body, { isSafe, language: languageOf(language) });
      await task.resume();
      const verdict = judgeAnswer(said, isAnsweredBy);
      if (verdict.kind === "failed") {
        log.warn({ reason: verdict.said }, "an answer of the shop was not passed on");
        return verdict;
      }
      const { status, headers, content, isWhole } = verdict;
      await forBrowsers(content, { descriptions, pictureAddress });
      const bytes = await writeJson(content, task);
      return { answer: { status, headers, body: bytes }, ...(isWhole && { whole: bytes }) };
    } catch (error) {
      // The provider's circuit tells the log when it begins and ends.
      if (error instanceof ProviderError) return unreachable(error.message, String(error.retryAfterSeconds));
      // Such as one nested so deep that nobody can go through it.
      log.error({ err: error }, "an answer of the shop could not be read");
      return unusable("The answer could not be read.");
    }
  }

  return {
    answer,
    ready(request) {
      const known = request.accessToken === accessToken ? kept.find(keyOf(request)) : undefined;
      return known?.isFresh ? known.prepared : undefined;
    },
    async warmUp() {
      await loadReader();
    },
    products: list.current,
    shopDomain: account.domain,
    accessToken,
    apiVersion: account.apiVersion,
    async stop() {
      shopify.stop();
      await list.settled();
    },
  };
}

/** A question by its own text: a client writes the same one the same way every time. */
function keyOf({ body, language }: StoreRequest): string {
  return `${languageOf(language) ?? ""}\n${body}`;
}

function languageOf(language: string | undefined): string | undefined {
  return language !== undefined && LANGUAGE.test(language) ? language : undefined;
}
