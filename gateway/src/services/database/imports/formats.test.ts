import { expect, it } from "vitest";
import { csvFile } from "../exports/csv-file.ts";
import { jsonFile } from "../exports/json-file.ts";
import { aFile, aSubscriberList, importFile, listRows } from "./import-list.case.ts";
import { openList } from "./list-records.ts";
import { stageList } from "./staged-list.ts";
import { isUnclear } from "./unread-columns.ts";

/** Imports a file into an empty list. @returns the rows of the list then, and the result of each row of the file */
async function imported(contents: string | Buffer, name?: string) {
  const { data } = aSubscriberList();
  const results = await importFile(data, aFile(contents, name));
  return { list: listRows(data), results };
}

const GHOST =
  "id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers";
const MAILCHIMP = "Email Address,First Name,Last Name,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP";

it("Mailchimp's subscribed contacts are imported with their times and names", async () => {
  const { list } = await imported(
    `${MAILCHIMP},LAST_CHANGED,LEID,EUID,NOTES,TAGS
S1@Example.com,, ,2,2023-04-21 11:16:57,,2023-04-21 11:18:00,,2023-04-21 11:18:00,1,a,,
s2@example.com, Dolor , de  la Cruz ,2,"",,2018-02-12 10:54:27,,,2,b,,"""Editors"",""Tour"""
`,
    "subscribed_email_audience_export_1a2b3c.csv",
  );
  expect(list).toEqual([
    "s1@example.com active import:mailchimp 2023-04-21T11:16 –|–",
    "s2@example.com active import:mailchimp 2018-02-12T10:54 Dolor|de la Cruz",
  ]);
});

it("Mailchimp's columns can be in the owner's language", async () => {
  const { list } = await imported(
    "Emailadresse,Vorname,Nachname,MEMBER_RATING,OPTIN_TIME,LEID,EUID\npeter@example.ch,Peter,Müller,4,2018-02-12 17:59:31,1,a\n",
  );
  expect(list).toEqual(["peter@example.ch active import:mailchimp 2018-02-12T17:59 Peter|Müller"]);
  const { list: dutch } = await imported("E-mailadres,LEID,EUID\npiet@example.nl,1,a\n");
  expect(dutch).toEqual(["piet@example.nl active import:mailchimp 2026-03-01T12:00 –|–"]);
});

it("Mailchimp's unsubscribed and cleaned contacts are imported as unsubscribed", async () => {
  const { list } = await imported(
    `${MAILCHIMP},UNSUB_TIME,UNSUB_REASON,LEID,EUID\nu1@example.com,,,,2018-02-12 10:54:27,,,,2018-07-23 12:19:27,,1,a\n`,
  );
  expect(list).toEqual(["u1@example.com unsubscribed import:mailchimp 2018-02-12T10:54 –|–"]);
  const cleaned = await imported(`${MAILCHIMP},CLEAN_TIME,LEID,EUID\nc1@example.com,,,1,,,,,2020-03-23 17:30:05,1,a\n`);
  expect(cleaned.list[0]).toMatch(/^c1@example.com unsubscribed /);
});

it("if no column names the group of Mailchimp's contacts, the file's name does", async () => {
  const contents = `${MAILCHIMP},LEID,EUID\nu1@example.com,,,,,,,,1,a\n`;
  const unsubscribed = await imported(contents, "unsubscribed_members_export_1a.csv");
  expect(unsubscribed.list[0]).toMatch(/^u1@example.com unsubscribed /);
  const never = await imported(contents, "nonsubscribed_members_export_1a.csv");
  expect(never).toEqual({ list: [], results: [[2, "u1@example.com", "never joined that list"]] });
});

it("Ghost's members are imported as active if they want emails", async () => {
  const { list } =
    await imported(`id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers\r
1,sam@example.com,Sam Member,Early,true,false,,2022-04-06T07:42:08.000Z,,"vip,gold",\r
2,no@example.com,,,false,,,2022-04-07T07:42:08.000Z,,,\r
3,gone@example.com,,,true,,,2022-04-07T07:42:08.000Z,2023-01-01T00:00:00.000Z,,`);
  expect(list).toEqual([
    "sam@example.com active import:ghost 2022-04-06T07:42 Sam|Member",
    "no@example.com unsubscribed import:ghost 2022-04-07T07:42 –|–",
    "gone@example.com unsubscribed import:ghost 2022-04-07T07:42 –|–",
  ]);
});

it("listmonk's subscribers are imported as active if they are enabled, and times in Go's notation are read", async () => {
  const { list } = await imported(`uuid,email,name,attributes,status,created_at,updated_at
1,ann@example.com,Ann van Lee,"{""city"": ""Oslo""}",enabled,2023-05-01 10:00:00.123456 +0530 IST,2024-01-01 00:00:00 +0000 UTC
2,ben@example.com,,{},disabled,2023-05-01 10:00:00 +0000 +0000,
3,cleo@example.com,Cleo,"{""first_name"": ""Cléo"", ""subscribed_at"": ""2019-01-01T00:00:00+00:00""}",blocklisted,2023-05-01 10:00:00 +0000 UTC,`);
  expect(list).toEqual([
    "ann@example.com active import:listmonk 2023-05-01T04:30 Ann|van Lee",
    "ben@example.com unsubscribed import:listmonk 2023-05-01T10:00 –|–",
    "cleo@example.com unsubscribed import:listmonk 2019-01-01T00:00 Cléo|–",
  ]);
});

it("Keila's contacts are imported with their status", async () => {
  const { list, results } = await imported(`Email,First name,Last name,Data,External ID,Status
jane@example.com,Jane,Doe,"{""tags"":[""rocket""]}",,active
left@example.com,,,,,unsubscribed
dead@example.com,,,,7,unreachable
odd@example.com,,,,8,sleeping`);
  expect(list).toEqual([
    "jane@example.com active import:keila 2026-03-01T12:00 Jane|Doe",
    "left@example.com unsubscribed import:keila 2026-03-01T12:00 –|–",
    "dead@example.com unsubscribed import:keila 2026-03-01T12:00 –|–",
  ]);
  expect(results.at(-1)).toEqual([5, "odd@example.com", "has a status that is not known here"]);
});

it("Bandcamp's mailing list is imported with American dates, even in UTF-16", async () => {
  const rows = [
    "email,fullname,date added,country,postal code,num purchases",
    "A@Example.com,Ann Lee,1/15/24 3:05pm,United States,11211,2",
    "bob@example.com,,12/1/2023,Canada,,0",
  ];
  const expected = [
    "a@example.com active import:bandcamp 2024-01-15T15:05 Ann|Lee",
    "bob@example.com active import:bandcamp 2023-12-01T00:00 –|–",
  ];
  expect((await imported(rows.join("\n"))).list).toEqual(expected);
  const tabbed = rows.join("\r\n").replaceAll(",", "\t");
  for (const mark of ["\ufeff", ""]) {
    expect((await imported(Buffer.from(mark + tabbed, "utf16le"))).list).toEqual(expected);
    expect((await imported(Buffer.from(mark + tabbed, "utf16le").swap16())).list).toEqual(expected);
  }
});

async function written(pieces: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}

async function* somePages() {
  const ann = { status: "active", source: "website-footer", subscribed_at: "2024-05-06T07:08:09.1+00:00" } as const;
  yield [
    { id: 1, email: "+ann@example.com", ...ann, first_name: "=Ann; -1", last_name: 'O"Lee' },
    { id: 2, email: "=b|en@example.com", ...ann, status: "unsubscribed" as const, first_name: null, last_name: null },
  ];
}

it("our own exports are imported unchanged", async () => {
  const link = (email: string) => `https://example.com/leave?${email}`;
  const about = { exportedAt: "2026-01-01T00:00:00Z", exportedBy: "owner@example.com" };
  const expected = [
    '+ann@example.com active import:porchlight 2024-05-06T07:08 =Ann; -1|O"Lee',
    "=b|en@example.com unsubscribed import:porchlight 2024-05-06T07:08 –|–",
  ];
  expect((await imported(await written(csvFile("csv", somePages(), link)))).list).toEqual(expected);
  const json = await written(jsonFile(somePages(), about, link));
  expect((await imported(json, "subscribers-2026-01-01.json")).list).toEqual(expected);
  expect((await imported(JSON.stringify(JSON.parse(json)), "tight.json")).list).toEqual(expected);
});

it("our own file for listmonk is imported with the status in its fields", async () => {
  const file = await written(csvFile("listmonk", somePages(), (email) => `https://example.com/leave?${email}`));
  const { list } = await imported(file, "subscribers-2026-01-01-listmonk.csv");
  expect(list.map((row) => row.split(" ", 2).join(" "))).toEqual([
    "+ann@example.com active",
    "=b|en@example.com unsubscribed",
  ]);
});

it("JSON that is cut off or invalid is rejected as a whole", async () => {
  const { data } = aSubscriberList();
  const broken = ['{"subscribers": [{"email": "a@example.com"}', '[{"email": "a@example.com"}}', "[{email: 1}]"];
  for (const contents of broken) {
    await expect(importFile(data, aFile(contents, "list.json"))).rejects.toThrow(
      /is not valid JSON: .* Nothing was changed/,
    );
  }
  expect(listRows(data)).toEqual([]);
});

it.each([
  ["with a heading", "Email\nann@example.com\n"],
  ["without one", "ann@example.com\n"],
  ["from Windows, with semicolons", "Name;E-Mail\r\n;ann@example.com\r\n"],
  ["with Excel's line of the delimiter", 'sep=;\r\nName;"E-Mail"\r\n;ann@example.com\r\n'],
  ["whose column has another name", "who,where\n,ann@example.com\n"],
  ["with a byte order mark", "\ufeffemail\nann@example.com"],
  ["with CR as line end", "email\rann@example.com\r"],
  ["with tabs and blank lines", "\nname\temail\n\t\n\tann@example.com\n\n"],
])("imports a plain list %s", async (_, contents) => {
  const { list } = await imported(contents);
  expect(list).toEqual(["ann@example.com active import:csv 2026-03-01T12:00 –|–"]);
});

it.each([
  ["German", "E-Mail-Adresse;Vorname;Name;Anmeldedatum;Status", "lea@example.com;Lea;van Müller;02.05.2021;abgemeldet"],
  ["French", "Courriel;Prénom;Nom;Date d’inscription;Statut", "lea@example.com;Lea;van Müller;2021-05-02;désabonné"],
  [
    "Spanish",
    "Correo electrónico;Nombre;Apellidos;Fecha de alta;Estado",
    "lea@example.com;Lea;van Müller;2021-05-02;baja",
  ],
  [
    "Italian",
    "Indirizzo e-mail;Nome;Cognome;Data di iscrizione;Stato",
    "lea@example.com;Lea;van Müller;2021-05-02;disiscritto",
  ],
  [
    "Dutch",
    "E-mailadres;Voornaam;Achternaam;Inschrijfdatum;Status",
    "lea@example.com;Lea;van Müller;2021-05-02;uitgeschreven",
  ],
  [
    "Portuguese",
    "Endereço de e-mail;Nome;Sobrenome;Data de inscrição;Situação",
    "lea@example.com;Lea;van Müller;2021-05-02;cancelado",
  ],
])("reads the usual columns and status words in %s", async (_, heading, row) => {
  const { list } = await imported(`${heading}\n${row}\n`);
  expect(list).toEqual(["lea@example.com unsubscribed import:csv 2021-05-02T00:00 Lea|van Müller"]);
});

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
])("refuses whose address was never confirmed: %s", async (_, heading, yes, no) => {
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
] as [answer: string, reason: string][])(
  "refuses a person of whom a column of consent says %j",
  async (answer, reason) => {
    const { list, results } = await imported(
      `Email,Consent\nann@example.com,SUBSCRIBED\nben@example.com,"${answer}"\n`,
    );
    expect(list).toEqual([expect.stringMatching(/^ann@example.com active/)]);
    expect(results.at(-1)).toEqual([3, "ben@example.com", reason]);
  },
);

it.each(["Yes!", "yes.", "Si\u0301", "opted-in", "YES, PLEASE", "☑\ufe0f"])("takes %j for a yes", async (answer) => {
  const { list } = await imported(`Email,Consent\nann@example.com,"${answer}"\n`);
  expect(list).toEqual([expect.stringMatching(/^ann@example.com active/)]);
});

it.each(["!no", "no ✗", "≠0", "n\u0336o\u0336", "2024-05-01"])(
  "takes %j in a column of people who unsubscribed for unsubscribed",
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

it("refuses whose box was not ticked: a form leaves the cell empty, people write a cross or a dash", async () => {
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

it("reads a line of its own above people who unsubscribed, until the next such line", async () => {
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

it("reads the title of a spreadsheet that says that all in it unsubscribed", async () => {
  const { list } = await imported("Unsubscribed in 2025,\n,\nName,Email\nBen,ben@example.com\n");
  expect(list).toEqual([expect.stringMatching(/^ben@example.com unsubscribed/)]);
});

it("reads the word for a status in a list without names of columns", async () => {
  const { list } = await imported(
    "ann@example.com,subscribed\nunsubscribed@example.com,\nben@example.com,unsubscribed\n",
  );
  expect(list.map((row) => row.split(" ", 2).join(" "))).toEqual([
    "ann@example.com active",
    "unsubscribed@example.com active",
    "ben@example.com unsubscribed",
  ]);
});

it.each([
  ["Copy of unsubscribed_members_export_1a.csv", `${MAILCHIMP},LEID,EUID\nben@example.com,,,,,,,,1,a\n`],
  ["unsubscribed.csv", "Email\nben@example.com\n"],
  ["unsubscribed-subscribers.csv", "Email\nben@example.com\n"],
])("the name of a file tells that all in it unsubscribed: %s", async (name, contents) => {
  const { list } = await imported(contents, name);
  expect(list).toEqual([expect.stringMatching(/^ben@example.com unsubscribed/)]);
  // A list that its owner has tidied up.
  for (const other of ["subscribed, not unsubscribed.csv", "fans-cleaned.csv"]) {
    const { list: subscribed } = await imported("Email\nann@example.com\n", other);
    expect(subscribed).toEqual([expect.stringMatching(/^ann@example.com active/)]);
  }
});

it("refuses the file of orders: buyers did not ask for emails", async () => {
  const { data } = aSubscriberList();
  const file = aFile("\ufeffOrder,Placed,Email,Product,Payment Status\n1001,2026-01-01,ann@example.com,Tee,paid\n");
  await expect(importFile(data, file)).rejects.toThrow(/holds the orders of a shop. Its buyers did not ask for emails/);
  expect(listRows(data)).toEqual([]);
});

it("takes no number and no state of another tool for an answer about consent", async () => {
  const { list } = await imported(
    "Email,Number of emails sent,Currently subscribed in workflow,Newsletter opens,Email updates sent,SMS subscriber status,News by SMS?,unsubscribe_url\nann@example.com,0,FALSE,0,0,Unsubscribed,No,https://example.com\n",
  );
  expect(list).toEqual([expect.stringMatching(/^ann@example.com active/)]);
});

it("finds the names of columns below the title of a spreadsheet", async () => {
  const { list, results } = await imported(
    "My fans 2025,,\n,,\nName,Email,Status\nAnn,ann@example.com,unsubscribed\nBen,ben@example.com,active\n",
  );
  expect(results.map(([line]) => line)).toEqual([4, 5]);
  expect(list.map((row) => row.replace(/ import\S+ \S+/, ""))).toEqual([
    "ann@example.com unsubscribed Ann|–",
    "ben@example.com active Ben|–",
  ]);
});

it("reads a column Name as the full name if no other column holds a name", async () => {
  for (const heading of ["Name", "Nom", "Nombre", "Nome", "Naam", "Vor- und Nachname"]) {
    const { list } = await imported(`Email,${heading}\nlea@example.com,Lea van Müller\n`);
    expect(list).toEqual([expect.stringContaining("Lea|van Müller")]);
  }
  const { list } = await imported("Email,First name,Name\nlea@example.com,,Lea van Müller\n");
  expect(list).toEqual([expect.stringContaining("Lea|van Müller")]);
});

it("reads a column Data as Keila's fields beside English names, and otherwise as a date", async () => {
  const { plan } = await openList(aFile("Email,First name,Last name,Data\njane@example.com,Jane,Doe,{}\n"));
  expect({ joined: plan.joined, attributes: plan.attributes }).toEqual({ joined: [], attributes: [3] });
  const { list } = await imported("Email,Nome,Data\nlea@example.com,Lea,2021-05-02\n");
  expect(list).toEqual([expect.stringContaining("2021-05-02")]);
});

it("rejects no row because of a country's state whose name means a status in some languages", async () => {
  const { list } = await imported("Correo,Estado\nlea@example.com,Sonora\n");
  expect(list).toEqual([expect.stringMatching(/^lea@example.com active /)]);
});

it.each([
  ["with a heading", "Email\n"],
  ["without one", ""],
])("reads addresses in the notations of emails and links, %s", async (_, heading) => {
  const { list } = await imported(
    `${heading}Bob van Lee <Bob@example.org>\n"""Lee, Ann"" <ann@example.org>"\nmailto:x9@example.org?subject=Hi\n<y@example.org>\n`,
  );
  expect(list.map((row) => row.replace(/ active \S+ \S+/, ""))).toEqual([
    "bob@example.org Bob|van Lee",
    "ann@example.org Lee,|Ann",
    "x9@example.org –|–",
    "y@example.org –|–",
  ]);
});

it("ignores the name beside an address if a column has a name", async () => {
  const { list, results } = await imported("Email,Name\nBobby <bob@example.org>,Bob Lee\nBob <nobody>,\n");
  expect(list).toEqual([expect.stringMatching(/^bob@example.org .* Bob\|Lee$/)]);
  expect(results.at(-1)).toEqual([3, "Bob <nobody>", "has no valid email address"]);
});

it("reads Windows-1252 if a file is not UTF-8", async () => {
  const { list } = await imported(Buffer.from("email;name\nzoe@example.com;Zoë Müller\n", "latin1"));
  expect(list).toEqual(["zoe@example.com active import:csv 2026-03-01T12:00 Zoë|Müller"]);
});

it.each([
  ["a Mac's", Buffer.concat([Buffer.from("email,name\nzoe@example.com,Zo"), Buffer.from([0x8e]), Buffer.from(" M\n")])],
  [
    "a Japanese one",
    Buffer.concat([Buffer.from("email,name\nyuki@example.com,"), Buffer.from([0x8d, 0xb2, 0x93, 0xa1])]),
  ],
])("refuses a file in another encoding, %s, so that no name gets wrong letters", async (_, bytes) => {
  await expect(imported(bytes)).rejects.toThrow(/neither UTF-8 nor Windows-1252.*Save it as "CSV UTF-8"/);
});

it("reports the detected format and the reason", async () => {
  const { detected, written } = await openList(
    aFile("email;fullname;date added;country;postal code;num purchases\na@example.com;;;;;1\n"),
  );
  expect(detected).toMatchObject({
    origin: "bandcamp",
    title: "a mailing list of Bandcamp",
    because: ["fullname", "date added", "country", "postal code", "num purchases"],
  });
  expect(written).toEqual({ encoding: "utf-8", delimiter: ";" });
});

/** Whether an import of a file needs the owner's word, and the columns because of which it does. */
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
])("takes no file of Mailchimp's for the subscribed contacts because it is named %j", async (name) => {
  expect(await unclearIn(`${MAILCHIMP},LEID,EUID\nann@example.com,,,,,,,,1,a\n`, name)).toEqual([]);
});

it("names no column of listmonk's as one that could say who agreed: its status is that of the address", async () => {
  expect(
    await unclearIn("uuid,email,name,attributes,status,created_at,updated_at\n1,ann@example.com,,{},enabled,,\n"),
  ).toEqual([]);
});

it("needs no word of the owner because of the line and the reason in a file of refused rows", async () => {
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

it("reads the name of a list in JSON that says that all in it unsubscribed", async () => {
  const { list } = await imported(
    '{"count": 1, "unsubscribed": [{"email": "ann@example.com", "consent": true}]}',
    "x.json",
  );
  expect(list).toEqual([expect.stringMatching(/^ann@example.com unsubscribed/)]);
});

it("shows a no of a column that is not understood, as what says best what the column is about", async () => {
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
