import { expect, it } from "vitest";
import { csvFile } from "../exports/csv-file.ts";
import { jsonFile } from "../exports/json-file.ts";
import {
  aFile,
  aSubscriberList,
  imported,
  importFile,
  listRows,
  MAILCHIMP,
  somePages,
  written,
} from "./import-list.case.ts";
import { openList } from "./list-records.ts";

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

it("reads the title of a spreadsheet that says that everyone in it unsubscribed", async () => {
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
])("the name of a file can say that everyone in it unsubscribed: %s", async (name, contents) => {
  const { list } = await imported(contents, name);
  expect(list).toEqual([expect.stringMatching(/^ben@example.com unsubscribed/)]);
  // A list that its owner has tidied up.
  for (const other of ["subscribed, not unsubscribed.csv", "fans-cleaned.csv"]) {
    const { list: subscribed } = await imported("Email\nann@example.com\n", other);
    expect(subscribed).toEqual([expect.stringMatching(/^ann@example.com active/)]);
  }
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

it("reads a column Data as Keila's fields next to English names, and otherwise as a date", async () => {
  const { plan } = await openList(aFile("Email,First name,Last name,Data\njane@example.com,Jane,Doe,{}\n"));
  expect({ joined: plan.joined, attributes: plan.attributes }).toEqual({ joined: [], attributes: [3] });
  const { list } = await imported("Email,Nome,Data\nlea@example.com,Lea,2021-05-02\n");
  expect(list).toEqual([expect.stringContaining("2021-05-02")]);
});

it("rejects no row because of a column of states or provinces whose name means a status in some languages", async () => {
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
