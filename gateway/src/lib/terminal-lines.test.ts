import { expect, it } from "vitest";
import { createLogger } from "./log.ts";

/** Collects what is written to an output. */
function anOutput(isTTY: boolean) {
  const written: string[] = [];
  const log = createLogger({ isTTY, write: (text: string) => written.push(text) });
  return { log, written };
}

const withoutTime = (text = "") => text.replace(/\d\d:\d\d:\d\d/, "10:02:11");

it("mistakes in the content stand out on a terminal, each on its own line", () => {
  const { log, written } = anOutput(true);
  const reason =
    "artist.json, line 13 (themeColour): must be a colour, such as #d83b65; a colour picker shows yours; line 14 (social): must be a list";
  log.error({ reason }, "an edit in the content folder cannot be used; the last good one stays");
  expect(withoutTime(written[0])).toBe(
    [
      "",
      "10:02:11  ✗ an edit in the content folder cannot be used; the last good one stays",
      "            artist.json, line 13 (themeColour): must be a colour, such as #d83b65; a colour picker shows yours",
      "              line 14 (social): must be a list",
      "",
      "",
    ].join("\n"),
  );
});

it("a warning is a sentence with its fields below", () => {
  const { log, written } = anOutput(true);
  log.warn({ files: ["images/icon.svg"] }, "the artist's icon is missing");
  expect(withoutTime(written[0])).toBe(
    '10:02:11  ! the artist\'s icon is missing\n            files: ["images/icon.svg"]\n',
  );
});

it("an unexpected error has its stack", () => {
  const { log, written } = anOutput(true);
  log.error({ err: new Error("no such thing") }, "a failure was handled by nobody");
  expect(written[0]).toMatch(/Error: no such thing\n +at /);
});

it("a terminal shows no single requests", () => {
  const { log, written } = anOutput(true);
  log.info({ method: "GET", path: "/", status: 200, ms: 1 }, "answered");
  expect(written).toEqual([]);
});

it("text from outside cannot control the terminal", () => {
  const { log, written } = anOutput(true);
  log.warn({ path: "/\u001b[2J\u009b31m" }, "asked\u0007");
  expect(["\u0007", "\u001b", "\u009b"].filter((sign) => written[0]?.includes(sign))).toEqual([]);
});

it("without a terminal, all lines are JSON, including requests", () => {
  const { log, written } = anOutput(false);
  log.info({ path: "/" }, "answered");
  expect(written.map((line) => JSON.parse(line))).toEqual([
    { level: 30, time: expect.any(String), path: "/", msg: "answered" },
  ]);
});
