import { newListSecret } from "../../../data/list-secret.ts";
import { aDataFile } from "../../../testing/a-data-file.ts";
import { createBounces } from "./bounces.ts";
import { emailMarks } from "./email-mark.ts";
import { listBounces } from "./list-bounces.ts";
import type { About } from "./some-reports.case.ts";

export const ADDRESS = "bounces@artist.example";
export const SECRET = newListSecret();
export const ANN = "ann@example.test";
export const BEN = "ben@example.test";

/** A site that has sent five newsletters to Ann, Ben and many others at these domains, who are on its list. */
export async function aBounceSite(domains = ["m.test", "a.test"]) {
  const data = aDataFile();
  let now = Date.parse("2026-12-02T09:00:00Z");
  const others = Array.from({ length: 1_200 }, (_, at) => `fan${at}@${domains[at % domains.length]}`);
  const fans = [ANN, BEN, ...others].map((email, at) => ({ id: at + 1, email }));
  await data.write((writer) => {
    for (const { id, email } of fans) {
      writer.run(
        "INSERT INTO newsletter_subscribers (id, email, status, source, subscribed_at) VALUES (?, ?, 'active', 'a', 't')",
        id,
        email,
      );
    }
    for (const newsletterId of [1, 2, 3, 4, 5]) {
      writer.run(
        `INSERT INTO newsletters (id, subject, preheader, body, created_at, changed_at, started_at, frozen, sent)
         VALUES (?, 'Snow', '', 'It is out.', '', '', ?, 1202, 1202)`,
        newsletterId,
        `2026-12-0${newsletterId}T12:00:00.000Z`,
      );
      for (const { id, email } of fans) {
        writer.run(
          "INSERT INTO newsletter_recipients (newsletter_id, id, domain, email, state) VALUES (?, ?, ?, ?, 'sent')",
          newsletterId,
          id,
          email.split("@")[1] ?? "",
          email,
        );
      }
    }
  });
  const bounces = createBounces({ data, secret: () => SECRET, address: ADDRESS, clock: () => new Date(now) });
  const about = (to: string, newsletterId = 1): About => ({
    to,
    returnPath: bounces.returnPath({ newsletterId, id: 1, domain: "", email: to }) ?? "",
    messageId: `<${emailMarks(SECRET).of(newsletterId, to)}@artist.example>`,
  });
  return {
    data,
    bounces,
    clock: () => new Date(now),
    about,
    pass: (ms: number) => {
      now += ms;
    },
    stored: () => listBounces(data.read).bounces.map(({ id, at, ...rest }) => rest),
  };
}
