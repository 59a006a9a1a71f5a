import type { MailboxLimit } from "../../../../http/mailbox-limit.ts";
import type { Order } from "../model/order.ts";
import type { Orders } from "../orders/orders.ts";
import { withdrawableLines } from "../orders/withdrawal-rules.ts";
import type { FieldErrors, Form } from "./form.ts";
import { readWithdrawal } from "./withdrawal-page.ts";
import * as words from "./withdrawal-words.ts";
import { atMostCharacters, enterName } from "./words.ts";

/** Longest name, in characters. */
const NAME_MAX_LENGTH = 255;

/** Result of a withdrawal form. */
type WithdrawalResult = { kind: "done" } | { kind: "rejected"; errors: FieldErrors; retryAfterSeconds?: number };

/**
 * Withdraws from the ticked lines. A repeat, as after a double click, succeeds too.
 *
 * @param client the client's key, for which withdrawals are counted
 */
export async function withdrawBy(
  form: Form,
  order: Order,
  client: string,
  { orders, withdrawalLimit, clock }: { orders: Orders; withdrawalLimit?: MailboxLimit | undefined; clock: () => Date },
): Promise<WithdrawalResult> {
  const { name, lines } = readWithdrawal(form);
  const errors: FieldErrors = {
    ...(name === "" && { name: enterName }),
    ...(name.length > NAME_MAX_LENGTH && { name: atMostCharacters(NAME_MAX_LENGTH) }),
    ...(lines.length === 0 && { lines: words.chooseLines }),
  };
  if (Object.keys(errors).length > 0) return { kind: "rejected", errors };

  const isNew = withdrawableLines(order, clock()).some((at) => lines.includes(at));
  const admitted = isNew ? withdrawalLimit?.(client, order.email) : undefined;
  if (admitted?.ok === false) {
    const { retryAfterSeconds } = admitted;
    return { kind: "rejected", errors: { "": words.tooManyWithdrawals }, retryAfterSeconds };
  }
  const change = await orders.withdraw(order.id, { name, lines });
  if (change.ok) return { kind: "done" };
  return { kind: "rejected", errors: { "": change.message } };
}
