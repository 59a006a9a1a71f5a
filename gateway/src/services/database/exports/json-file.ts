import type { Subscriber } from "@porchlight/protocol/subscriber.ts";

/**
 * Writes the export file in pieces: `subscribers`, `exportedAt`, `exportedBy` and `totalSubscribers`, in this order.
 * Each subscriber is one line and has an unsubscribe link. Source: docs/product.md §3, export file.
 *
 * @param about `exportedAt` in ISO 8601; `exportedBy` an email
 * @param linkFor makes the unsubscribe link of an address
 */
export async function* jsonFile(
  pages: AsyncIterable<readonly Subscriber[]>,
  about: { exportedAt: string; exportedBy: string },
  linkFor: (email: string) => string,
): AsyncGenerator<string> {
  let total = 0;
  for await (const page of pages) {
    const rows = page
      .map((row) => `    ${JSON.stringify({ ...row, unsubscribe_url: linkFor(row.email) })}`)
      .join(",\n");
    if (rows === "") continue;
    yield `${total === 0 ? '{\n  "subscribers": [' : ","}\n${rows}`;
    total += page.length;
  }
  yield total === 0 ? '{\n  "subscribers": []' : "\n  ]";
  const rest = { exportedAt: about.exportedAt, exportedBy: about.exportedBy, totalSubscribers: total };
  const lines = Object.entries(rest).map(([key, value]) => `,\n  ${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  yield `${lines.join("")}\n}\n`;
}
