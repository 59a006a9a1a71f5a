import { expect, it } from "vitest";
import { suppress } from "../builtin/suppression.ts";
import { add, aFile, aSubscriberList, importFile, MAILCHIMP } from "./import-list.case.ts";

const GHOST =
  "id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers";

/** What an import of these files, one after the other, stores about emails that bounced. */
async function bouncesAfter(...files: [contents: string, name?: string][]) {
  const { data } = aSubscriberList();
  for (const [contents, name] of files) await importFile(data, aFile(contents, name));
  return data.read
    .all<Record<string, unknown>>("SELECT email, kind, is_blocking, reason FROM bounces ORDER BY id")
    .map(({ email, kind, is_blocking, reason }) => `${email} ${kind} ${is_blocking} ${reason}`);
}

const MAILCHIMP_CLEANED = `${MAILCHIMP},CLEAN_TIME,CLEAN_CAMPAIGN_TITLE,CLEAN_CAMPAIGN_ID,LEID,EUID
c1@example.com,,,1,,,,,2020-03-23 17:30:05,,,1,a
`;

it.each<[tool: string, contents: string, name: string, bounces: string[]]>([
  [
    "Mailchimp's cleaned contacts",
    MAILCHIMP_CLEANED,
    "cleaned_email_audience_export_1a.csv",
    ["c1@example.com hard 1 import:mailchimp"],
  ],
  [
    "Mailchimp's cleaned contacts, known by the file's name alone",
    `${MAILCHIMP},LEID,EUID\nc1@example.com,,,,,,,,1,a\n`,
    "cleaned_members_export_1a.csv",
    ["c1@example.com hard 1 import:mailchimp"],
  ],
  [
    "Mailchimp's unsubscribed contacts, one of whom complained",
    `${MAILCHIMP},UNSUB_TIME,UNSUB_REASON,LEID,EUID
u1@example.com,,,,,,,,2018-07-23 12:19:27,,1,a
u2@example.com,,,,,,,,2018-07-23 12:19:27,SPAM,1,a
`,
    "unsubscribed_email_audience_export_1a.csv",
    ["u2@example.com complaint 1 import:mailchimp"],
  ],
  [
    "Keila's unreachable contacts",
    "Email,First name,Last name,Data,Status\na@example.com,,,,active\nb@example.com,,,,unreachable\nc@example.com,,,,unsubscribed\n",
    "contacts.csv",
    ["b@example.com hard 1 import:keila"],
  ],
  [
    "a plain list with statuses",
    "email,status\na@example.com,bounced\nb@example.com,complained\nc@example.com,unsubscribed\nd@example.com,active\n",
    "list.csv",
    ["a@example.com hard 1 import:csv", "b@example.com complaint 1 import:csv"],
  ],
  [
    "a plain list with columns of times",
    "email,status,bounced_at,complained\na@example.com,active,2024-01-02,\nb@example.com,active,2024-01-02,yes\nc@example.com,active,,no\n",
    "list.csv",
    ["a@example.com hard 1 import:csv", "b@example.com complaint 1 import:csv"],
  ],
  [
    "Ghost's members, which say nothing about it",
    `${GHOST}\n1,a@example.com,,,false,false,,2024-01-01T00:00:00.000Z,,,\n`,
    "members.csv",
    [],
  ],
  [
    "listmonk's blocklisted subscribers, who need not have bounced",
    "uuid,email,name,attributes,status,created_at,updated_at\n1,a@example.com,A,{},blocklisted,2024-01-01,2024-01-01\n",
    "subscribers.csv",
    [],
  ],
])("emails that came back in %s are known here", async (_tool, contents, name, bounces) => {
  expect(await bouncesAfter([contents, name])).toEqual(bounces);
  // A second import adds nothing.
  expect(await bouncesAfter([contents, name], [contents, name])).toEqual(bounces);
});

it("bounces in another list do not count for people who joined on the website or were removed", async () => {
  const { data } = aSubscriberList();
  add(data, "on@example.com");
  add(data, "left@example.com", "website-footer", "unsubscribed");
  add(data, "earlier@example.com", "import:csv", "unsubscribed");
  data.change((writer) => suppress(writer, ["removed@example.com"], "2026-01-01"));
  const rows = ["on", "left", "earlier", "removed"].map((name) => `${name}@example.com,complained`);
  await importFile(data, aFile(`email,status\n${rows.join("\n")}\n`));
  expect(data.read.all("SELECT email FROM bounces")).toEqual([{ email: "earlier@example.com" }]);
});

it("importing a list again does not undo what the owner allowed", async () => {
  const { data } = aSubscriberList();
  const file = aFile(MAILCHIMP_CLEANED, "cleaned_members_export_1a.csv");
  await importFile(data, file);
  data.change((writer) => writer.run("UPDATE bounces SET lifted_at = 't'"));
  await importFile(data, file);
  expect(data.read.all("SELECT lifted_at FROM bounces")).toEqual([{ lifted_at: "t" }]);
});
