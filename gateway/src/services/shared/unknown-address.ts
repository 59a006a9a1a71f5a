/**
 * Details of codes about addresses that are the sender's fault, or may be: `5.1.0` does not say whose address is meant.
 * Source: RFC 3463 §3.2.
 */
const SENDER_DETAILS = ["0", "7", "8"];

/**
 * Whether a permanent enhanced status code, `5.{subject}.{detail}`, says that there is no such address, or that its
 * mailbox is closed. Source: RFC 3463 §3.2 and §3.3.
 */
export function isUnknownAddress(subject: string | undefined, detail: string): boolean {
  return (subject === "1" && !SENDER_DETAILS.includes(detail)) || (subject === "2" && detail === "1");
}
