import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { describe, expect, it } from "vitest";
import { aTestFolder } from "../testing/gateway-process.ts";
import { findSlips, loadEnvFile, readEnvFile } from "./env-file.ts";

/** A `.env` that consists of these bytes. */
function anEnvFile(bytes: string | Uint8Array): string {
  const path = join(aTestFolder(), ".env");
  writeFileSync(path, bytes);
  return path;
}

describe("the file .env", () => {
  it("is read as Node reads it, with comments, quotes, values of several lines and any line ends", () => {
    const text = [
      "# Where everything is",
      "",
      "DATA_DIR=/srv/porchlight # stored",
      "  export PORT = 4100",
      "EMPTY=",
      'MAIL_FROM="June # Marlow <june@marlow.example>" # a note',
      "ADMIN_PASSWORD='a porch \"with\" a light'",
      'KEY="first\\nsecond\nthird=3',
      '# no note"',
      "npm_config_x=`it's`",
      "PORT=4200",
    ].join("\n");
    const { values, mistakes } = readEnvFile(anEnvFile(text));
    expect(mistakes).toEqual([]);
    expect(values).toEqual({ ...parseEnv(text) });
    expect(readEnvFile(anEnvFile(text.replaceAll("\n", "\r\n"))).values).toEqual(values);
  });

  it("may begin with a byte order mark, be empty, or be missing", () => {
    expect(readEnvFile(anEnvFile("\uFEFFDATA_DIR=/srv")).values).toEqual({ DATA_DIR: "/srv" });
    expect(readEnvFile(anEnvFile(""))).toEqual({ values: {}, mistakes: [], doubts: [] });
    expect(readEnvFile(join(aTestFolder(), ".env"))).toEqual({ values: {}, mistakes: [], doubts: [] });
  });

  it.each([
    ["PORT=4100\nDATA_DIR: /srv\n", [".env, line 2: DATA_DIR needs = after it, not a colon."]],
    ["hunter2\nPORT=1\nSET x=hunter3\n", [lineMistake(1), lineMistake(3)]],
    ["=hunter2", [lineMistake(1)]],
    ['A=1\nDATA_DIR="/srv\nPORT=4100\n', [".env, line 2: the quotes that open here do not close."]],
    [
      "ADMIN_PASSWORD='it's hunter2'\n",
      [".env, line 1: there is text after the closing quote; put quotes of another kind around the whole value."],
    ],
    [Buffer.from("\uFEFFDATA_DIR=/srv", "utf16le"), [".env, line 1: is saved as UTF-16; save it as UTF-8."]],
  ])("is rejected with the line number if it holds %j, and no value is repeated", (bytes, mistakes) => {
    expect(readEnvFile(anEnvFile(bytes)).mistakes).toEqual(mistakes);
  });

  it.each([
    "ADMIN_PASSWORD=hunter2#1",
    "ADMIN_PASSWORD=hunter2 #1",
    "ADMIN_PASSWORD=#hunter2",
    "  export MAIL_FROM = Hunter #2 <hunter@example.com>",
  ])("gets a warning with the line number if it holds %j, and no value is repeated", (line) => {
    const { doubts, mistakes } = readEnvFile(anEnvFile(`PORT=4100\n${line}\n`));
    expect(mistakes).toEqual([]);
    expect(doubts).toEqual([
      ".env, line 2: the text from the # on is not read; if it belongs to the value, put quotes around the value; if it is a comment, put a space on both sides of the #.",
    ]);
  });

  it.each([
    "PORT=4100 # the usual one",
    "PORT=4100\t## not 4000 #1",
    "PORT=4100 #",
    "PORT= # to come",
    "#PORT=4100#1",
    "ADMIN_PASSWORD='hunter2 #1' #quoted",
    "npm_config_x=1#2",
  ])("gets no warning for %j", (line) => {
    expect(readEnvFile(anEnvFile(line))).toMatchObject({ doubts: [], mistakes: [] });
  });

  it("is rejected if it is a folder", () => {
    const path = join(aTestFolder(), ".env");
    mkdirSync(path);
    expect(readEnvFile(path).mistakes).toEqual([".env is a folder; it must be a file."]);
  });

  it("does not override the environment", () => {
    const environment: NodeJS.ProcessEnv = { PORT: "4000" };
    loadEnvFile(anEnvFile("PORT=4100\nHOST=::1\n"), environment);
    expect(environment).toEqual({ PORT: "4000", HOST: "::1" });
  });
});

it("a name that is close to a setting's counts as misspelt; names of other programs do not", () => {
  const names = ["SMTP_ULR", "smtp_url", "PROT", "STRIPE_SECRET_KEY_FIEL", "DATA-DIR"];
  const others = ["HOME", "PATH", "NODE_ENV", "PORT", "PORT_FILE", "TZ"];
  expect(findSlips([...names, ...others])).toEqual([
    { name: "SMTP_ULR", meant: "SMTP_URL" },
    { name: "smtp_url", meant: "SMTP_URL" },
    { name: "PROT", meant: "PORT" },
    { name: "STRIPE_SECRET_KEY_FIEL", meant: "STRIPE_SECRET_KEY_FILE" },
    { name: "DATA-DIR", meant: "DATA_DIR" },
  ]);
});

function lineMistake(line: number): string {
  return `.env, line ${line}: must be NAME=value, or begin with # if it is a comment.`;
}
