import { anyText, tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isCallbackName, parseMailingListResponse } from "./mailing-list.ts";

const text = fc.oneof(anyText(), fc.string({ unit: "grapheme" }));

describe("a response of the mailing list", () => {
  it.each([
    'cb({"result":"success","msg":"Thank you"})',
    ' cb( {"result":"success","msg":"Thank you"} );\n',
    '{"result":"success","msg":"Thank you"}',
  ])("is parsed from %j", (text) => {
    expect(parseMailingListResponse(text, "cb")).toEqual({ result: "success", msg: "Thank you" });
  });

  it("is an error with the same message if it has another result", () => {
    expect(parseMailingListResponse('cb({"result":"redirect","msg":"0 - <b>No</b> :)"})', "cb")).toEqual({
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
  ])("is undefined for %j", (text) => {
    expect(parseMailingListResponse(text, "cb")).toBeUndefined();
  });
});

describe("any response of the mailing list", () => {
  const callback = fc.oneof(fc.constantFrom("cb", "$", "_a1"), text);
  const result = fc.constantFrom("success" as const, "error" as const);

  it("is parsed from its call, whatever message it has", () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Za-z_$][\w$]{0,10}$/),
        result,
        text,
        fc.constantFrom("", ";"),
        (name, result, msg, end) => {
          expect(isCallbackName(name)).toBe(true);
          expect(parseMailingListResponse(`${name}(${JSON.stringify({ result, msg })})${end}`, name)).toEqual({
            result,
            msg,
          });
        },
      ),
      tries(500),
    );
  });

  it("is undefined and never runs if it is anything else", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          fc.json(),
          fc.json().map((json) => `cb(${json})`),
        ),
        callback,
        (body, callback) => {
          const response = parseMailingListResponse(body, callback);
          if (response !== undefined) expect(Object.keys(response)).toEqual(["result", "msg"]);
        },
      ),
      tries(500),
    );
  });

  it("calls only a function that has one plain name", () => {
    fc.assert(
      fc.property(text, (name) => {
        if (isCallbackName(name)) expect(() => new Function(`return (${name}) => ${name}`)).not.toThrow(TypeError);
        if (/[^\w$]/.test(name)) expect(isCallbackName(name)).toBe(false);
      }),
      tries(500),
    );
  });
});
