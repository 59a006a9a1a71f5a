import type { CardPayments } from "./card-payments.ts";

/** How often the processor is asked for payments of which no word has come, in milliseconds. */
const ASK_EVERY_MS = 10 * 60_000;

/**
 * Asks the processor now and then what became of payments of which no message has come: this site was down, or the
 * messages do not arrive. Goods would be held for them for ever.
 *
 * @param every calls something again and again; answers with what ends it
 */
export function askForWord(
  { settleOverdue }: Pick<CardPayments, "settleOverdue">,
  every: (ms: number, run: () => void) => () => void = repeat,
): { stop(): Promise<void> } {
  let underWay: Promise<void> | undefined;
  const ask = () => {
    underWay ??= settleOverdue().finally(() => {
      underWay = undefined;
    });
  };
  const end = every(ASK_EVERY_MS, ask);
  ask();
  return {
    async stop() {
      end();
      await underWay;
    },
  };
}

function repeat(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms);
  timer.unref();
  return () => clearInterval(timer);
}
