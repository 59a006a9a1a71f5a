import { expect, it } from "vitest";
import { type Cookie, cookieHeader, readCookie } from "./cookies.ts";

const COOKIE: Cookie = { name: "porchlight-visit", path: "/auth/v1/callback", sameSite: "Lax" };

it("over https a cookie has a prefix that only https can set, and the gateway ignores a cookie without it", () => {
  const header = cookieHeader(COOKIE, "secret", 60, "https://artist.example");
  expect(header).toBe(
    "__Secure-porchlight-visit=secret; Path=/auth/v1/callback; Max-Age=60; HttpOnly; SameSite=Lax; Secure",
  );
  const read = (cookies: string | undefined) => readCookie(cookies, COOKIE, "https://artist.example");
  expect(read("other=1; __Secure-porchlight-visit=secret")).toBe("secret");
  expect(["porchlight-visit=planted", "__Secure-porchlight-visit=", "", undefined].map(read)).toEqual(
    Array(4).fill(undefined),
  );
});

it("without https, as on a laptop, a cookie has no prefix", () => {
  const header = cookieHeader(COOKIE, "secret", 60, "http://127.0.0.1:4000");
  expect(header).toBe("porchlight-visit=secret; Path=/auth/v1/callback; Max-Age=60; HttpOnly; SameSite=Lax");
  expect(readCookie("porchlight-visit=secret", COOKIE, "http://127.0.0.1:4000")).toBe("secret");
});
