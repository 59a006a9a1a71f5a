import type { UnsentOrderLetter } from "./orders.ts";

/**
 * What a mail server did with a letter, after its name: "refused the name and password".
 *
 * @param trouble in a word, as the names of letters' files have it: `EAUTH`, `451`
 */
export function mailTroubleInWords(trouble: string): string {
  switch (trouble) {
    case "EAUTH":
    case "ENOAUTH":
      return "refused the name and password";
    case "sender":
      return "refused the sender";
    case "ETLS":
      return "offered no TLS that can be trusted";
    case "late":
    case "unreadable":
      return "was not asked";
    default:
      if (/^5\d\d$/.test(trouble)) return `refused it for good (${trouble})`;
      if (/^\d{3}$/.test(trouble)) return `answered ${trouble}, not now`;
      return `could not be reached (${trouble})`;
  }
}

/** Tells the owner that a letter about an order has not gone out. */
export function unsentLetterInWords({ to, isGivenUp, trouble }: UnsentOrderLetter): string {
  const letter = `A letter to ${to === "owner" ? "you" : "the buyer"}`;
  if (trouble === undefined) return `${letter} waits for the mail server.`;
  return `${letter} ${isGivenUp ? "could not be delivered" : "waits"}: the mail server ${mailTroubleInWords(trouble)}.`;
}
