import { expect, it } from "vitest";
import { csvFile } from "../exports/csv-file.ts";
import { jsonFile } from "../exports/json-file.ts";
import { aFile, imported, MAILCHIMP, somePages, written } from "./import-list.case.ts";
import { openList } from "./list-records.ts";
import { stageList } from "./staged-list.ts";
import { isUnclear } from "./unread-columns.ts";

const GHOST =
  "id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers";

/** Whether an import of a file needs the owner's word that everyone agreed, and the columns that are the reason. */
async function unclearIn(contents: string, name?: string) {
  const list = await openList(aFile(contents, name));
  const staged = await stageList(list);
  staged.close();
  return isUnclear(list, staged) ? staged.unread.map(({ name, example }) => `${name}: ${example}`) : "clear";
}

it.each([
  ["only addresses", "Email\nann@example.com\n", []],
  ["a form's question", "Email,May we send you our newsletter?\nann@example.com,Yes\nben@example.com,Rather not\n"],
  ...["!subscribed", "¬ Consent", "Opt-in ❌", "C\u0336onsent", "(Consent)"].map((name): [string, string] => [
    `signs around a name, ${name}`,
    `Email,${name}\nann@example.com,yes\n`,
  ]),
  ["a column in words of its own", "Email,Consent,Remarks\nann@example.com,yes,\nben@example.com,yes,wants out\n"],
  ["accounts", "email,active\nann@example.com,true\n"],
  ["a status of anything", "Email,Status\nann@example.com,active\n"],
  ["an unknown status", "Email,Consent,Estado\nann@example.com,yes,rechazado\n"],
  ["people who did not opt out", "Email,Opt out\nann@example.com,no\n", []],
  ["consent to something else", "Email,Photo consent\nann@example.com,yes\n"],
  ["a column without a name", "Email,,Consent\nann@example.com,but not emails,yes\n"],
  ["no names of columns", "ann@example.com,yes\nben@example.com,rather not\n"],
  ["JSON", '[{"email": "ann@example.com", "consent": true, "wishes": "none"}]'],
  ["fields in JSON of an unknown program", 'Email,Consent,Attributes\nann@example.com,yes,"{""news"": ""out""}"\n'],
  ["some columns of Keila", "Email,First name,Last name,External ID\nann@example.com,Ann,Lee,7\n"],
  ["some columns of Bandcamp", "Email,Fullname,Date added,Country\nann@example.com,Ann,,Oslo\n", []],
  ["some columns of Bandcamp's", "email,date,country,postal code\nann@example.com,,,1\n", []],
  ["a group of Mailchimp's that nothing names", `${MAILCHIMP},LEID,EUID\nann@example.com,,,,,,,,1,a\n`, []],
  ["people in two columns", "Email,Consent,Email\nann@example.com,yes,ben@example.com\n"],
  ["a word that also means a member", "Email,Iscritto\nann@example.com,sì\n"],
  ["consent that may be for privacy rules", "E-Mail,Einwilligung\nann@example.com,ja\n"],
  ["another tool's file with a column of the owner", `${GHOST},off\n1,ann@example.com,,,true,,,,,,,x\n`],
] as [name: string, contents: string, columns?: string[]][])(
  "needs the owner's word that everyone agreed: %s",
  async (_, contents, columns) => {
    expect(await unclearIn(contents)).toEqual(columns ?? [expect.any(String)]);
  },
);

it.each([
  [
    "a column of consent beside names, dates and places",
    "Email,Name,City,Date,Consent\nann@example.com,Ann,Oslo,,yes\n",
  ],
  [
    "remarks about people who do not become active",
    "Email,Consent,Remarks\nann@example.com,no,x\nben@example.com,yes,\n",
  ],
  ["a question mark", "Email,Newsletter?\nann@example.com,yes\n"],
  ["a column that is empty", "Email,Consent,Remarks\nann@example.com,yes, \n"],
  ["a status that is known", "Email,Consent,Estado\nann@example.com,yes,activo\n"],
  ["nobody who would become active", "Email,Remarks,Opt out\nann@example.com,x,yes\nben@example,x,\n"],
  ["Ghost", `${GHOST}\n1,ann@example.com,,A note,true,false,cus_1,,,vip,gold\n`],
  ["Keila", 'Email,First name,Last name,Data,Status\nann@example.com,Ann,Lee,"{""a"":1}",active\n'],
  ["Bandcamp", "email,fullname,date added,country,postal code,num purchases\nann@example.com,Ann,,Oslo,1,2\n"],
  [
    "Shopify's customers",
    "Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Zip,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags\n'1,Ann,Lee,ann@example.com,yes,Lee,'123,'1,no,1.00,2,A note,no,vip\n",
  ],
  [
    "Substack",
    "email,active_subscription,expiry,email_disabled,created_at\nann@example.com,true,2027-01-01,false,2024-01-01\n",
  ],
])("needs no word of the owner: %s", async (_, contents) => {
  expect(await unclearIn(contents)).toBe("clear");
});

it.each([
  ...["not subscribed.csv", "non-subscribed_export_1a.csv", "subscribed and nonsubscribed.csv", "fans.csv"],
  "never subscribed_members_export_1a.csv",
])("does not take a file of Mailchimp for the subscribed contacts if it is named %j", async (name) => {
  expect(await unclearIn(`${MAILCHIMP},LEID,EUID\nann@example.com,,,,,,,,1,a\n`, name)).toEqual([]);
});

it("does not ask about listmonk's status column, because its status is that of the address", async () => {
  expect(
    await unclearIn("uuid,email,name,attributes,status,created_at,updated_at\n1,ann@example.com,,{},enabled,,\n"),
  ).toEqual([]);
});

it("needs no word of the owner for the columns with the line and the reason in a file of refused rows", async () => {
  expect(await unclearIn("line,reason,email,consent\n2,has no valid email address,ann@example.com,yes\n")).toBe(
    "clear",
  );
  expect(await unclearIn("email,consent,reason\nann@example.com,yes,wants none\n")).toEqual(["reason: wants none"]);
});

it("rejects a file with several lists, or one inside of another, because it may be of people who unsubscribed", async () => {
  for (const [contents, sentence] of [
    ['{"active": [{"email": "a@example.com"}], "other": [{"email": "b@example.com"}]}', /line 1: a second list begins/],
    ['{"data": {"list": [{"email": "a@example.com"}]}}', /line 1: a list begins inside of another entry/],
    ['[[{"email": "a@example.com"}]]', /line 1: a list begins inside of another entry/],
    ["Email,Consent\na@example.com,yes\nEmail,Opt out\nb@example.com,yes\n", /line 3: a second table begins/],
  ] as const) {
    await expect(imported(contents)).rejects.toThrow(sentence);
  }
  const { results } = await imported("Email,Consent\na@example.com,yes\nEmail,Consent\nb@example.com,yes\n");
  expect(results).toEqual([
    [2, "a@example.com", "added"],
    [3, "Email", "has no valid email address"],
    [4, "b@example.com", "added"],
  ]);
});

it("reads the name of a list in JSON that says that everyone in it unsubscribed", async () => {
  const { list } = await imported(
    '{"count": 1, "unsubscribed": [{"email": "ann@example.com", "consent": true}]}',
    "x.json",
  );
  expect(list).toEqual([expect.stringMatching(/^ann@example.com unsubscribed/)]);
});

it("shows a no from a column that is not understood, because it tells most about the column", async () => {
  expect(await unclearIn("Email,News?\nann@example.com,Yes\nben@example.com,No\ncleo@example.com,Yes\n")).toEqual([
    "News?: No",
  ]);
});

it("needs no word of the owner for our own exports, and for Mailchimp's subscribed contacts", async () => {
  const link = (email: string) => `https://example.com/leave?${email}`;
  for (const format of ["csv", "listmonk"] as const) {
    expect(await unclearIn(await written(csvFile(format, somePages(), link)))).toBe("clear");
  }
  const about = { exportedAt: "2026-01-01T00:00:00Z", exportedBy: "owner@example.com" };
  expect(await unclearIn(await written(jsonFile(somePages(), about, link)), "subscribers.json")).toBe("clear");
  const mailchimp = `${MAILCHIMP},LEID,EUID,NOTES,TAGS\nann@example.com,,,2,,,,,1,a,A note,vip\n`;
  expect(await unclearIn(mailchimp, "subscribed_email_audience_export_1a.csv")).toBe("clear");
});

it("refuses a row of another tool's file that does not say whether the person gets emails", async () => {
  for (const contents of [
    `${GHOST}\n1,ann@example.com,,,,,,,,,`,
    "Email,First name,Last name,Data,Status\nann@example.com,Ann,Lee,,\n",
    "email,active_subscription,expiry,email_disabled,created_at\nann@example.com,true,2027-01-01,,2024-01-01\n",
    "email,First Name,Last Name,status,source,subscribed_at,unsubscribe_url\nann@example.com,,,,,,\n",
  ]) {
    const { list, results } = await imported(contents);
    expect(list).toEqual([]);
    expect(results).toEqual([[2, "ann@example.com", "has no answer about emails"]]);
  }
});
