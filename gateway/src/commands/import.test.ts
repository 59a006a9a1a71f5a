import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openDataFile } from "../data/data-file.ts";
import { addSubscriber, emailsIn } from "../data/data-folder.case.ts";
import { aDataFile } from "../testing/a-data-file.ts";
import { aTestFolder } from "../testing/gateway-process.ts";
import { type Ended, runCommand } from "./run-command.case.ts";

/** Runs the command as npm does, in a folder without a `.env`. */
function run(dataDir: string, ...words: string[]): Promise<Ended> {
  return runCommand("import", words, { settings: { DATA_DIR: dataDir } });
}

it("npm run import prints what would happen, does it while the site runs, and writes the refused rows to a file", async () => {
  const dir = aTestFolder();
  const site = aDataFile({ dir });
  await addSubscriber(site, "here@example.com");
  const file = join(aTestFolder(), "fans.csv");
  const fans = Array.from({ length: 12 }, (_, at) => `fan${at}@example.com,Fan ${at},2024-05-06,yes`);
  writeFileSync(
    file,
    ["email,name,date,consent", ...fans, "here@example.com,,,yes", '=HYPERLINK("x"),=1+1,'].join("\n"),
  );

  const first = await run(dir, file);
  expect(first).toMatchObject({ code: 2, err: "" });
  expect(first.out.split("\n")).toEqual([
    `${file} is read as a plain list: its addresses are in "email", and nothing names the program that exported it.`,
    "Its encoding is UTF-8, and commas separate its values.",
    'Read: "email" as the address, "name" as the name, "date" as the date of joining, "consent" as the consent to emails.',
    "",
    "12 to be added",
    ...fans.slice(0, 10).map((_, at) => {
      const line = `line ${at + 2}`.padEnd(7);
      return `  ${line}  fan${at}@example.com  Fan ${at}  2024-05-06`;
    }),
    "  and 2 more",
    "",
    "1 on the list already: left as they are",
    expect.stringMatching(/^ {2}line 14 {2}here@example\.com {4}\d{4}-\d\d-\d\d$/),
    "",
    "1 refused",
    '  line 15  =HYPERLINK("x")  =1+1  has no valid email address',
    "",
    "refused: 1 × has no valid email address",
    `Nothing was changed. To do it: npm run import -- ${file} --write`,
    "",
  ]);
  expect(emailsIn(site)).toEqual(["here@example.com"]);

  const second = await run(dir, file, "--write");
  expect(second).toMatchObject({ code: 2, err: "" });
  expect(second.out).toContain("Done. Checked: all 13 addresses are on the list.");
  expect(emailsIn(site)).toHaveLength(13);
  const refused = `${file}.refused.csv`;
  expect(readFileSync(refused, "utf8")).toBe(
    'line,reason,email,name,date,consent\r\n15,has no valid email address,"\'=HYPERLINK(""x"")",\'=1+1,,\r\n',
  );
  expect(statSync(refused).mode & 0o777).toBe(0o600);

  // The command does not overwrite an existing file.
  expect((await run(dir, file, "--write")).out).toContain(`The refused rows are in ${file}.refused-2.csv`);
  expect(emailsIn(site)).toHaveLength(13);
});

it("npm run import says how it reads ambiguous dates, and follows --dates", async () => {
  const dir = aTestFolder();
  openDataFile({ dir }).close();
  const file = join(aTestFolder(), "fans.csv");
  writeFileSync(file, "email,date\nann@example.com,03/02/2024\n");

  const guessed = await run(dir, file, "--everyone-agreed");
  expect(guessed.out).toContain("ann@example.com    2024-03-02\n");
  expect(guessed.out).toContain("nothing in the file says so: if the day is first, add --dates day-first\n");

  const dayFirst = await run(dir, file, "--everyone-agreed", "--dates", "day-first");
  expect(dayFirst.out).toContain("ann@example.com    2024-02-03\n");
  expect(dayFirst.out).toContain("are read with the day first, as February 3\n");
  expect(dayFirst.out).toContain(`To do it: npm run import -- ${file} --everyone-agreed --dates day-first --write\n`);

  writeFileSync(
    file,
    "email,date\nann@example.com,03/02/2024\nben@example.com,13/02/2024\ncy@example.com,02/14/2024\n",
  );
  const mixed = await run(dir, file, "--everyone-agreed");
  expect(mixed.out).toContain("some dates have the day first and some the month");
  expect(mixed.out).toContain("1 row with a date that cannot be read: stored with today's date\n");
});

it("npm run import does nothing with a file that does not say who agreed, unless the owner says that everyone did", async () => {
  const dir = aTestFolder();
  openDataFile({ dir }).close();
  const data = () => {
    const opened = openDataFile({ dir });
    onTestFinished(() => opened.close());
    return emailsIn(opened);
  };
  const file = join(aTestFolder(), "fans.csv");
  writeFileSync(
    file,
    "email,News?,Remarks\nann@example.com,Sure,dear\nben@example.com,No way,\ncleo@example.com,Sure,unsubscribed in May\n",
  );
  for (const words of [[], ["--write"]]) {
    expect(await run(dir, file, ...words)).toEqual({
      code: 1,
      out: expect.not.stringContaining("to be added"),
      err: [
        "Nothing was changed. Nothing in the file says for certain who agreed to emails.",
        '  "News?", for example "No way"',
        '  "Remarks", for example "dear"',
        "If one of these columns says who agreed to emails, rename it to 'consent' in the file's first line.",
        "If everyone in the file asked for your emails, add --everyone-agreed.",
        "",
      ].join("\n"),
    });
  }
  expect(data()).toEqual([]);
  const folder = join(aTestFolder(), "new");
  expect(await run(dir, file, "--folder", folder, "--write")).toMatchObject({ code: 1 });
  expect(existsSync(folder)).toBe(false);

  const dry = await run(dir, file, "--everyone-agreed");
  expect(dry).toMatchObject({ code: 0, err: "" });
  expect(dry.out).toContain("You say that everyone in the file agreed to emails.");
  expect(dry.out).toContain(`To do it: npm run import -- ${file} --everyone-agreed --write\n`);

  writeFileSync(
    file,
    "email,consent,Remarks\nann@example.com,Sure,\nben@example.com,No way,\ncleo@example.com,yes,dear\n",
  );
  expect((await run(dir, file)).err).toBe(
    [
      "Nothing was changed. These columns are not understood.",
      '  "Remarks", for example "dear"',
      "If one of these columns says who agreed to emails, rename it to 'consent' in the file's first line.",
      'If none does, add --everyone-agreed. People without a yes in "consent" are still left out.',
      "",
    ].join("\n"),
  );
  const written = await run(dir, file, "--everyone-agreed", "--write");
  expect(written.out).toContain("refused: 1 × has an answer about emails that is neither yes nor no\n");
  expect(written.out).toContain("\n1 added\n");
  expect(written.out).toContain("\n1 unsubscribed in that list: stored as unsubscribed\n");
});

it("npm run import prints its help, and a clear error for wrong arguments and files", async () => {
  const dir = aTestFolder();
  expect(await run(dir, "--help")).toMatchObject({ code: 0, out: expect.stringMatching(/^npm run import -- FILE/) });
  for (const [words, sentence] of [
    [[], "No file is named."],
    [["a.csv", "--wirte"], 'There is no "--wirte".'],
    [["a.csv", "--write=no"], '"--write" takes no value.'],
    [["a.csv", "--folder", "--write"], '"--folder" needs a value.'],
    [["a.csv", "--dates", "american"], 'There is no "--dates american".'],
    [["my", "list.csv"], '"list.csv" is one word too many. Put a name with spaces in quotation marks.'],
  ] as const) {
    const { code, out, err } = await run(dir, ...words);
    expect({ code, out }).toEqual({ code: 64, out: "" });
    expect(err.startsWith(`${sentence}\n\nnpm run import -- FILE`)).toBe(true);
  }
  expect(await run(dir, "/nowhere.csv", "--write")).toEqual({
    code: 1,
    out: "",
    err: "There is no file /nowhere.csv.\n",
  });

  const file = join(aTestFolder(), "fans.csv");
  writeFileSync(file, "email,subscribed_at,Nickname\n");
  openDataFile({ dir: join(dir, "started") }).close();
  expect(await run(join(dir, "started"), file)).toEqual({
    code: 1,
    out: expect.stringContaining(
      'Read: "email" as the address, "subscribed_at" as the date of joining.\nNot read, except for words such as "unsubscribed": "Nickname".\n',
    ),
    err: `${file} has no rows below the names of its columns. Nothing was changed.\n`,
  });

  writeFileSync(file, "ann@example.com\n");
  const { code, err } = await run(dir, file);
  expect({ code, err }).toEqual({
    code: 1,
    err: `There is no data file in ${dir}. Is DATA_DIR right? Has the site run once?\n`,
  });
});

it("npm run import says how many addresses bounced or complained in the other list", async () => {
  const dir = aTestFolder();
  aDataFile({ dir });
  const file = join(aTestFolder(), "fans.csv");
  writeFileSync(file, "email,status\na@example.com,bounced\nb@example.com,bounced\nc@example.com,complained\n");
  const { out } = await run(dir, file, "--write");
  expect(out).toContain("2 rows of addresses whose emails came back in that list: no newsletters, unless you allow it");
  expect(out).toContain("1 row of people who complained about emails of that list: no newsletters");
});
