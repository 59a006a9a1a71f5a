import { expect, it } from "vitest";
import { aFile, aSubscriberList, imported, importFile, listRows } from "./import-list.case.ts";

it.each([
  ["Shopify's customers", "Email,Accepts Email Marketing", "yes", "no"],
  ["a spreadsheet", "Email,Opted out", "FALSE", "TRUE"],
  ["a German one", "E-Mail,Newsletter", "Ja", "Nein"],
  ["Substack", "email,email_disabled", "false", "true"],
  ["HubSpot", "Email,Unsubscribed from all email", "No", "Yes"],
  ["a form", "Email,Newsletter", '"Yes, please"', '"No, thanks"'],
  ["a letter", "Email,Opt-in", "Y", "N"],
  ["a German spreadsheet's box", "E-Mail;Newsletter", "WAHR", "FALSCH"],
  ["a French one's", "Courriel;Infolettre", "VRAI", "FAUX"],
  ["a sentence", "Email,Consent", "I agree", "I do not agree"],
  ["a check of addresses", "Email,Email Status", "valid", "hard_bounce"],
  ["MailPoet", "Email,List status,Global status", "Subscribed,Subscribed", "Subscribed,Unsubscribed"],
  [
    "Constant Contact",
    "Email,Email permission status - other,Confirmed Opt-Out Date - other",
    "Express,",
    ",2024-01-01",
  ],
  ["CleverReach", "email,source,activated,deactivated", "form,2020-01-01,", "form,2020-01-01,2021-01-01"],
  ["phpList", "Email,Is this subscriber blacklisted", "0", "1"],
  ["a table of another site", "email,is_active,deleted", "1,0", "1,1"],
  ["Buttondown", "email_address,type,unsubscription_date", "regular,", "unsubscribed,2024-02-02"],
  ["AWeber", "Email,Stop Time,Stop Status", ",", "2021-01-01,unsubscribed"],
  ["HubSpot, by purpose", "Email,Opted out of email: Marketing Information", "false", "true"],
  ["Klaviyo", "Email,Email Marketing Consent,Email Suppressions", "SUBSCRIBED,[]", "SUBSCRIBED,['HARD_BOUNCE']"],
  ["a note", "Email,Notes", "met in Oslo", "Unsubscribed in May"],
  ["columns of one name", "Email,Status,Status", "active,active", "active,unsubscribed"],
])(
  "stores people as unsubscribed if they did not agree to emails or must not get any: %s",
  async (_, heading, yes, no) => {
    const { list } = await imported(
      `${heading}\nann@example.com${heading.includes(";") ? ";" : ","}${yes}\nben@example.com${heading.includes(";") ? ";" : ","}${no}\n`,
    );
    expect(list.map((row) => row.split(" ", 2).join(" "))).toEqual([
      "ann@example.com active",
      "ben@example.com unsubscribed",
    ]);
  },
);

it("stores people as unsubscribed if JSON says that they did not agree or that they opted out", async () => {
  const { list, results } = await imported(
    JSON.stringify([
      { email: "ann@example.com", subscribed: true, unsubscribed_at: null },
      { email: "ben@example.com", subscribed: false },
      { email: "dan@example.com", subscribed: true, opted_out: true },
      { email: "eve@example.com", subscribed: true, email_marketing_status: { state: "unsubscribed" } },
      { email: "gus@example.com", subscribed: true, emailBlacklisted: true },
      { email: "hal@example.com", subscribed: null },
    ]),
    "list.json",
  );
  expect(list.map((row) => row.split(" ")[1])).toEqual(["active", ...Array(4).fill("unsubscribed")]);
  expect(results.at(-1)).toEqual([1, "hal@example.com", "has no answer about emails"]);
});

it("rejects JSON with more fields than are read, because one of them could say who did not agree", async () => {
  const fields = Array.from({ length: 200 }, (_, at) => [`field${at}`, "1"]);
  const entry = { email: "ann@example.com", ...Object.fromEntries(fields), opted_out: true };
  await expect(imported(JSON.stringify([entry]), "list.json")).rejects.toThrow(/has more than 200 names of fields/);
});

it.each([
  ["phpList", "email,confirmed,blacklisted", "1,0", "0,0"],
  ["phpList in words", "Email,Is the email of this subscriber confirmed", "1", "0"],
  ["a table with accounts", "email,active,email_verified", "true,true", "true,false"],
  ["a time", "email,consent,verified", "yes,2024-05-01 10:00:00", "yes,"],
  ["a zero time", "email,consent,verified", "yes,2024-05-01", "yes,0000-00-00 00:00:00"],
])("refuses people whose address was never confirmed: %s", async (_, heading, yes, no) => {
  const { list, results } = await imported(`${heading}\nann@example.com,${yes}\nben@example.com,${no}\n`);
  expect(list).toEqual([expect.stringMatching(/^ann@example.com active/)]);
  expect(results.at(-1)).toEqual([3, "ben@example.com", "never confirmed"]);
});

it.each([
  ["NOT_SUBSCRIBED", "never confirmed"],
  ["2024-01-01", "has an answer about emails that is neither yes nor no"],
  ["News of the lake", "has an answer about emails that is neither yes nor no"],
  ["Yes, but by post", "has an answer about emails that is neither yes nor no"],
  ["maybe", "has an answer about emails that is neither yes nor no"],
  ["3", "has an answer about emails that is neither yes nor no"],
  ["✓✗", "never confirmed"],
  ["null", "has no answer about emails"],
  ...["!yes", "¬yes", "yes ✗", "yes?", "~ yes", "-1", "<1", "≠1", "1-", "y\u0336e\u0336s\u0336", "\u202eon\u202c"].map(
    (answer) => [answer, "has an answer about emails that is neither yes nor no"] as const,
  ),
] as [answer: string, reason: string][])("refuses a person if the consent column says %j", async (answer, reason) => {
  const { list, results } = await imported(`Email,Consent\nann@example.com,SUBSCRIBED\nben@example.com,"${answer}"\n`);
  expect(list).toEqual([expect.stringMatching(/^ann@example.com active/)]);
  expect(results.at(-1)).toEqual([3, "ben@example.com", reason]);
});

it.each(["Yes!", "yes.", "Si\u0301", "opted-in", "YES, PLEASE", "☑\ufe0f"])("reads %j as a yes", async (answer) => {
  const { list } = await imported(`Email,Consent\nann@example.com,"${answer}"\n`);
  expect(list).toEqual([expect.stringMatching(/^ann@example.com active/)]);
});

it.each(["!no", "no ✗", "≠0", "n\u0336o\u0336", "2024-05-01"])(
  "reads %j in a column of people who unsubscribed as unsubscribed",
  async (cell) => {
    const { list } = await imported(`Email,Consent,Opt out\nann@example.com,yes,"${cell}"\nben@example.com,yes,no\n`);
    expect(list.map((row) => row.split(" ", 2).join(" "))).toEqual([
      "ann@example.com unsubscribed",
      "ben@example.com active",
    ]);
  },
);

it("refuses an address if any of its rows is refused because of its answer, in either order", async () => {
  const rows = ["ann@example.com,yes", "ANN@example.com,withdrawn"];
  for (const order of [rows, rows.toReversed()]) {
    const { list, results } = await imported(`Email,Consent\n${order.join("\n")}\nben@example.com,yes\n`);
    expect(list).toEqual([expect.stringMatching(/^ben@example.com active/)]);
    expect(results.map(([, , reason]) => reason).toSorted()).toEqual([
      "added",
      "has an answer about emails that is neither yes nor no",
      expect.stringMatching(/^is refused in line [23]$/),
    ]);
  }
  const { list } = await imported(
    "Email,Consent\nann@example.com,yes\nann@example.com,withdrawn\nann@example.com,no\n",
  );
  expect(list).toEqual([expect.stringMatching(/^ann@example.com unsubscribed/)]);
});

it("refuses a row with more values than columns: a comma may have moved the answer of another column into that of consent", async () => {
  const { list, results } = await imported(
    "Email,Name,VIP,Consent\nann@example.com,Lee, Ann,yes,no\nben@example.com,Ben,no,yes,\n",
  );
  expect(list).toEqual([expect.stringMatching(/^ben@example.com active/)]);
  expect(results[0]).toEqual([2, "ann@example.com", "has more values than there are columns"]);
});

it("reads a word such as unsubscribed in a column of names, dates or places, and in the name beside an address", async () => {
  const { list } = await imported(
    "Email,Name,Date,Consent,Country,Phone\na@example.com,UNSUBSCRIBED,,yes\nb@example.com,,unsubscribed,yes\nUnsubscribed <c@example.com>,,,yes\nd@example.com,,,yes\ne@example.com,,,yes,unsubscribed,\nf@example.com,,,yes,,unsubscribed\n",
  );
  expect(list.map((row) => row.split(" ")[1])).toEqual([
    ...["unsubscribed", "unsubscribed", "unsubscribed", "active"],
    ...["unsubscribed", "unsubscribed"],
  ]);
});

it("refuses a person if one of two columns of consent has no yes", async () => {
  const { list, results } = await imported(
    "Email,Consent,Newsletter\nann@example.com,yes,x\nben@example.com,yes,\ncleo@example.com,yes,no\n",
  );
  expect(list.map((row) => row.split(" ", 2).join(" "))).toEqual([
    "ann@example.com active",
    "cleo@example.com unsubscribed",
  ]);
  expect(results[1]).toEqual([3, "ben@example.com", "has no answer about emails"]);
});

it("refuses people whose box was not ticked: a form leaves the cell empty, people write a cross or a dash", async () => {
  const { list, results } = await imported(
    "Email,Newsletter\nann@example.com,x\neve@example.com,✓\nben@example.com,\ncleo@example.com,✗\ndan@example.com,-\n",
  );
  expect(list.map((row) => row.split(" ", 2).join(" "))).toEqual(["ann@example.com active", "eve@example.com active"]);
  expect(results.slice(2)).toEqual([
    [4, "ben@example.com", "has no answer about emails"],
    [5, "cleo@example.com", "never confirmed"],
    [6, "dan@example.com", "never confirmed"],
  ]);
});

it("reads a heading above people who unsubscribed, until the next heading", async () => {
  const { list } = await imported(
    "Email,Name\nann@example.com,Ann\n\nUnsubscribed:,\nben@example.com,Ben\ncleo@example.com,\nStill here,\ndan@example.com,Dan\n",
  );
  expect(list.map((row) => row.split(" ", 2).join(" "))).toEqual([
    "ann@example.com active",
    "ben@example.com unsubscribed",
    "cleo@example.com unsubscribed",
    "dan@example.com active",
  ]);
});

it("reads no number and no state of another tool as an answer about consent", async () => {
  const { list } = await imported(
    "Email,Number of emails sent,Currently subscribed in workflow,Newsletter opens,Email updates sent,SMS subscriber status,News by SMS?,unsubscribe_url\nann@example.com,0,FALSE,0,0,Unsubscribed,No,https://example.com\n",
  );
  expect(list).toEqual([expect.stringMatching(/^ann@example.com active/)]);
});

it("refuses the file of orders: buyers did not ask for emails", async () => {
  const { data } = aSubscriberList();
  const file = aFile("\ufeffOrder,Placed,Email,Product,Payment Status\n1001,2026-01-01,ann@example.com,Tee,paid\n");
  await expect(importFile(data, file)).rejects.toThrow(/holds the orders of a shop. Its buyers did not ask for emails/);
  expect(listRows(data)).toEqual([]);
});
