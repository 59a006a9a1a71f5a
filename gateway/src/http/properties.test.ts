import { BlockList, isIP } from "node:net";
import { anyText, tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { retryAfterSeconds } from "../lib/provider/retry-after.ts";
import { type Cookie, cookieHeader, readCookie } from "../services/auth/cookies.ts";
import { SPOTIFY_EMBED_SOURCES } from "../services/music/spotify-embed.ts";
import { shopPaySources } from "../services/store/shop-pay.ts";
import { clientAddress, limitKey } from "./client-address.ts";
import { pathBelow } from "./path-below.ts";
import { chooseEncoding, isFresh } from "./prepared.ts";
import { documentHeaders } from "./security-headers.ts";

const text = fc.oneof(anyText(), fc.string());
/** Characters that Node accepts in a header. */
const headerText = fc.string({ unit: "grapheme-ascii" });

/** Maximum value of `Retry-After`, in seconds. */
const A_DAY_S = 86_400;

describe("a visitor's address", () => {
  const proxies = new BlockList();
  proxies.addSubnet("10.0.0.0", 8, "ipv4");
  proxies.addAddress("::1", "ipv6");
  const proxy = fc.ipV4().map((address) => address.replace(/^\d+/, "10"));
  const outside = fc
    .oneof(fc.ipV4(), fc.ipV6())
    .filter(
      (address) => !proxies.check(address, isIP(address) === 4 ? "ipv4" : "ipv6") && !address.startsWith("::ffff:"),
    );
  const said = fc.array(fc.oneof(outside, proxy, headerText), { maxLength: 5 });

  it("is the address that our proxies saw, whatever header the visitor sends", () => {
    fc.assert(
      fc.property(said, outside, fc.array(proxy, { maxLength: 3 }), proxy, (invented, visitor, between, last) => {
        const forwarded = [...invented, visitor, ...between].join(", ");
        expect(clientAddress(last, forwarded, proxies)).toBe(visitor);
      }),
      tries(500),
    );
  });

  it("is the address of the connection if there is no trusted proxy, and is always an address", () => {
    fc.assert(
      fc.property(outside, proxy, headerText, (visitor, last, forwarded) => {
        expect(clientAddress(visitor, forwarded, proxies)).toBe(visitor);
        expect(isIP(clientAddress(last, forwarded, proxies))).not.toBe(0);
      }),
      tries(500),
    );
  });

  it("has the same key in its whole IPv6 network of /56, and another key elsewhere", () => {
    const network = fc.array(fc.nat(0xffff), { minLength: 4, maxLength: 4 });
    const host = fc.tuple(fc.nat(0xff), fc.array(fc.nat(0xffff), { minLength: 4, maxLength: 4 }));
    const written = (groups: number[]) => groups.map((group) => group.toString(16)).join(":");
    fc.assert(
      fc.property(network, host, host, ([a = 0, b = 0, c = 0, d = 0], ...hosts) => {
        const keys = hosts.map(([low, rest]) => limitKey(written([a, b, c, (d & 0xff00) | low, ...rest])));
        expect(keys[1]).toBe(keys[0]);
        const [[low, rest]] = hosts;
        expect(limitKey(written([a, b, c, ((d & 0xff00) | low) ^ 0x100, ...rest]))).not.toBe(keys[0]);
      }),
      tries(300),
    );
  });
});

describe("headers and paths", () => {
  it("any Accept-Encoding header chooses an encoding that it names, or none", () => {
    const part = fc.tuple(
      fc.constantFrom("br", "gzip", "*", "zstd", "identity", " BR "),
      fc.constantFrom("", ";q=0", ";q=0.0", ";q=1", "; q=0.5", ";q=zz"),
    );
    const list = fc.array(part).map((parts) => parts.map(([name, weight]) => name + weight).join(","));
    fc.assert(
      fc.property(fc.oneof(list, headerText), (accepted) => {
        const chosen = chooseEncoding(accepted);
        if (chosen !== "identity") expect(accepted.toLowerCase()).toContain(chosen);
        expect(chooseEncoding(`${accepted},br;q=0`.replaceAll(/br(?!;q=0)/gi, "x"))).not.toBe("br");
      }),
      tries(500),
    );
  });

  it("If-None-Match matches our ETag among others", () => {
    const tag = fc.stringMatching(/^(W\/)?"[\w-]{1,22}"$/);
    fc.assert(
      fc.property(fc.array(tag, { maxLength: 4 }), tag, (others, etag) => {
        const bare = (one: string) => one.replace(/^W\//, "");
        expect(isFresh({ status: 200, etag }, [...others, etag].join(", "))).toBe(true);
        expect(isFresh({ status: 200, etag }, others.join(", "))).toBe(others.some((one) => bare(one) === bare(etag)));
        expect(isFresh({ status: 404, etag }, etag)).toBe(false);
      }),
      tries(300),
    );
  });

  it("our cookie is found among any others", () => {
    const cookie: Cookie = { name: "porchlight-device", path: "/auth/v1", sameSite: "Strict" };
    const value = fc.stringMatching(/^[\w-]{1,40}$/);
    const others = fc.array(fc.stringMatching(/^[a-oq-z]{1,9}=[^;\r\n]{0,9}$/), { maxLength: 3 });
    fc.assert(
      fc.property(
        others,
        value,
        others,
        fc.constantFrom("https://artist.example", "http://localhost:4000"),
        (before, value, after, site) => {
          const [pair = ""] = cookieHeader(cookie, value, 60, site).split(";");
          expect(readCookie([...before, pair, ...after].join("; "), cookie, site)).toBe(value);
          expect(readCookie([...before, ...after].join("; "), cookie, site)).toBeUndefined();
        },
      ),
      tries(300),
    );
    fc.assert(
      fc.property(text, (header) => void readCookie(header, cookie, "https://artist.example")),
      tries(300),
    );
  });

  it("Retry-After is a number of whole seconds, or ignored", () => {
    const said = fc.oneof(
      headerText,
      fc.nat().map(String),
      fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
      fc.double().map(String),
    );
    fc.assert(
      fc.property(said, (value) => {
        const seconds = retryAfterSeconds(new Headers({ "Retry-After": value }));
        if (seconds !== undefined) expect(seconds).toBe(Math.min(Number(value.trim()), A_DAY_S));
      }),
      tries(300),
    );
  });

  it("a path below a mount is decoded from its percent signs", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (name) => {
        expect(pathBelow("/audio/", `https://artist.example/audio/${encodeURIComponent(name)}?v=1`)).toBe(
          // Browsers resolve these two names, encoded or not.
          name === "." ? "" : name === ".." ? "" : name,
        );
      }),
      tries(300),
    );
    const rough = fc.string({ unit: fc.constantFrom("%", "2", "f", "/", "é", "?", "#"), maxLength: 9 });
    fc.assert(
      fc.property(rough, (path) => {
        expect(() => pathBelow("/audio/", `https://artist.example/audio/${path}`)).not.toThrow();
      }),
      tries(300),
    );
  });
});

describe("the policy of a document", () => {
  it("names each directive once and holds only checksums of scripts and styles", () => {
    const inline = fc.array(fc.oneof(text, fc.constantFrom("'unsafe-inline'", "; script-src *", "\r\nX: y")), {
      maxLength: 4,
    });
    const needs = fc.record({
      inlineScripts: inline,
      inlineStyles: inline,
      sources: fc
        .tuple(fc.option(fc.domain()), fc.boolean())
        .map(([shop, hasSpotify]) => [
          ...(shop ? [shopPaySources(shop)] : []),
          ...(hasSpotify ? [SPOTIFY_EMBED_SOURCES] : []),
        ]),
      isDevelopment: fc.constant(false),
    });
    fc.assert(
      fc.property(needs, (needs) => {
        const policy = documentHeaders(needs)["Content-Security-Policy"] ?? "";
        expect(policy).toMatch(/^[\x20-\x7e]+$/);
        const directives = new Map(policy.split("; ").map((one) => [one.split(" ")[0], one.split(" ").slice(1)]));
        expect(directives.size).toBe(policy.split(";").length);
        expect(directives.get("default-src")).toEqual(["'none'"]);
        const scripts = directives.get("script-src") ?? [];
        expect(scripts.filter((source) => source.startsWith("'sha256-")).length).toBe(needs.inlineScripts.length);
        expect(
          [...directives.values()].flat().filter((source) => /unsafe|\*|^(https?|data|blob):$/.test(source)),
        ).toEqual([]);
      }),
      tries(300),
    );
  });
});
