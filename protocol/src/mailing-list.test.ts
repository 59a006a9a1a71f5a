import { describe, expect, it } from "vitest";
import { parseAnswer } from "./mailing-list.ts";

describe("an answer of the mailing list", () => {
  it.each([
    'cb({"result":"success","msg":"Thank you"})',
    ' cb( {"result":"success","msg":"Thank you"} );\n',
    '{"result":"success","msg":"Thank you"}',
  ])("is read from %j", (text) => {
    expect(parseAnswer(text, "cb")).toEqual({ result: "success", msg: "Thank you" });
  });

  it("is a refusal whatever its result is called, and keeps its message as it is", () => {
    expect(parseAnswer('cb({"result":"redirect","msg":"0 - <b>No</b> :)"})', "cb")).toEqual({
      result: "error",
      msg: "0 - <b>No</b> :)",
    });
  });

  it.each([
    "",
    "cb()",
    'other({"result":"success","msg":""})',
    'cb({"result":"success","msg":""}',
    'cb({"result":"success","msg":""});alert(1)',
    'alert(1);cb({"result":"success","msg":""})',
    "cb({result:'success',msg:''})",
    'cb({"result":true,"msg":""})',
    'cb({"result":"success"})',
    'cb(["success"])',
    "<!doctype html>",
  ])("is no answer in %j", (text) => {
    expect(parseAnswer(text, "cb")).toBeUndefined();
  });
});
