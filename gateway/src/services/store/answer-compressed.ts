import { isWorthPacking, packJson } from "../../http/compress-json.ts";
import { OverBudgetError, type Scheduler } from "../../lib/scheduler.ts";
import type { StoreRequest, StoreResponse, StoreService } from "./contract.ts";

/**
 * Answers a request, and compresses the response on the client's processor time. A client without time left gets it
 * uncompressed.
 *
 * @param scheduler absent if no client is charged
 * @param accepted the `Accept-Encoding` header
 */
export async function answerCompressed(
  store: Pick<StoreService, "answer">,
  scheduler: Pick<Scheduler, "run"> | undefined,
  request: StoreRequest,
  accepted: string | undefined,
): Promise<StoreResponse> {
  const answer = await store.answer(request);
  if (!isWorthPacking(answer.body, accepted)) return answer;
  const compress = () => packJson(answer.body, accepted);
  try {
    const { body, headers } = scheduler ? await scheduler.run(request.client, compress) : compress();
    return { ...answer, headers: { ...answer.headers, ...headers }, body };
  } catch (error) {
    if (!(error instanceof OverBudgetError)) throw error;
    return answer;
  }
}
