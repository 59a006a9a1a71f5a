import { describe, expect, test } from "vitest";
import { DataFileError } from "../../data/data-file-error.ts";
import { ProviderError } from "../../lib/provider/provider-error.ts";
import { expectPlainPage } from "../shared/plain-page/plain-page.case.ts";
import type { UnsubscribeService } from "../shared/unsubscribe.ts";
import { createUnsubscribeService } from "./builtin.ts";
import { createUnsubscribeLinks } from "./links.ts";
import { createUnsubscribeRoutes } from "./routes.ts";

const ANN = "ann@example.com";
const FORM = "application/x-www-form-urlencoded";
const NOT_WHOLE = "This link is not whole";

/** A site with the pages for unsubscribing from a list in memory. */
function aSite(overrides: { artistName?: string; unsubscribing?: UnsubscribeService } = {}) {
  const links = createUnsubscribeLinks({
    secret: () => Buffer.alloc(32, 7).toString("base64url"),
    publicUrl: "https://artist.example",
  });
  const active = new Set([ANN]);
  const disk: { error: Error | undefined } = { error: undefined };
  const errors: unknown[] = [];
  const builtin = createUnsubscribeService({
    links,
    subscribers: {
      async unsubscribe(email) {
        if (disk.error) throw disk.error;
        active.delete(email);
      },
    },
  });
  const routes = createUnsubscribeRoutes({
    unsubscribing: overrides.unsubscribing ?? builtin,
    artistName: () => overrides.artistName ?? "Harbour Line",
    pageTheme: () => ({ stylesheets: ["/assets/every-page.css"], themeColour: "#d83b65", ground: "dusk" }),
    log: { error: (fields: unknown) => errors.push(fields) },
  });

  async function ask(path: string, init?: RequestInit) {
    const response = await routes.request(path.replace(/^\/unsubscribe/, "") || "/", init);
    const html = await response.text();
    const words = html
      .replace(/^.*<body/s, "<body")
      .replace(/<[^>]*>/g, " ")
      .replace(/\s+/g, " ");
    return { status: response.status, headers: response.headers, html, words };
  }

  const linkFor = links.linker();
  return {
    active,
    disk,
    errors,
    ask,
    /** The path of an address's link. */
    pathFor: (email: string) => linkFor(email).replace("https://artist.example", ""),
    tokenFor: (email: string) => linkFor(email).split("?t=")[1] ?? "",
    send: (path: string, fields: [string, string][] | Record<string, string>) =>
      ask(path, { method: "POST", body: new URLSearchParams(fields) }),
  };
}

type Site = ReturnType<typeof aSite>;

/** The form of a page, as a browser would send it. */
function formOn({ html }: { html: string }): { action: string; t: string } {
  const [, action = ""] = /<form[^>]* method="post" action="([^"]*)"/.exec(html) ?? [];
  const [, t = ""] = /<input type="hidden" name="t" value="([^"]*)"/.exec(html) ?? [];
  return { action, t };
}

describe("a link in an email", () => {
  test("shows a form, so that programs that check links change nothing", async () => {
    const { ask, pathFor, active } = aSite();
    for (const method of ["GET", "HEAD", "GET"]) {
      expect((await ask(pathFor(ANN), { method })).status).toBe(200);
    }
    const page = await ask(pathFor(ANN));
    expect(page.words).toContain("Leave the mailing list of Harbour Line?");
    expect(page.words).toContain("a•••@example.com");
    expect(page.html).not.toContain(ANN);
    expect(page.html).toContain("<title>Leave the mailing list · Harbour Line</title>");
    expect(active).toEqual(new Set([ANN]));
  });

  test("unsubscribes the fan after a click on its button, and the next page can be reloaded", async () => {
    const { ask, pathFor, send, active } = aSite();
    const { action, t } = formOn(await ask(pathFor(ANN)));
    const sent = await send(action, { t });
    expect([sent.status, sent.headers.get("Location")]).toEqual([303, "/unsubscribe/done"]);
    expect(active).toEqual(new Set());
    for (let times = 0; times < 2; times += 1) {
      const done = await ask("/unsubscribe/done");
      expect(done.status).toBe(200);
      expect(done.words).toContain("You have left the list");
      expect(done.html).toContain('<a class="arrow-link" href="/">Join again</a>');
    }
  });

  test("shows the same pages to a subscriber, an unsubscribed fan and an address that was never on the list", async () => {
    const { ask, pathFor, tokenFor, send } = aSite();
    const pagesFor = async (email: string) => {
      const [form, sent] = [await ask(pathFor(email)), await send("/unsubscribe", { t: tokenFor(email) })];
      const plain = (html: string) => html.replaceAll(tokenFor(email), "<token>");
      return [form.status, plain(form.html), sent.status, sent.html, sent.headers.get("Location")];
    };
    const first = await pagesFor(ANN);
    expect(await pagesFor(ANN)).toEqual(first);
    expect(await pagesFor("amy@example.com")).toEqual(first);
  });

  test("shows enough of an address for its owner to recognise it", async () => {
    const { ask, pathFor } = aSite();
    const shown = async (email: string) => /<bdi>(.*?)<\/bdi>/.exec((await ask(pathFor(email))).html)?.[1];
    expect(await shown("a@example.com")).toBe("a•••@example.com");
    expect(await shown("👩🏽‍🎤band@example.com")).toBe("👩🏽‍🎤•••@example.com");
    expect(await shown(`<b>@"><script>.example`)).toBe("&lt;•••@&quot;&gt;&lt;script&gt;.example");
  });

  test("shows the artist's name as text, even with markup in it", async () => {
    const { ask, pathFor } = aSite({ artistName: "<i>R & B</i>" });
    const { html } = await ask(pathFor(ANN));
    expect(html).toContain("Leave the mailing list of &lt;i&gt;R &amp; B&lt;/i&gt;?");
    expect(html).not.toContain("<i>");
  });
});

describe("the button of a mail program", () => {
  const ONE_CLICK = { "List-Unsubscribe": "One-Click" };

  test("unsubscribes the fan at once, without a redirect, in both encodings of a form", async () => {
    const asMultipart = new FormData();
    asMultipart.set("List-Unsubscribe", "One-Click");
    for (const body of [new URLSearchParams(ONE_CLICK), asMultipart]) {
      const { ask, pathFor, active } = aSite();
      const { status, words } = await ask(pathFor(ANN), { method: "POST", body });
      expect(status).toBe(200);
      expect(words).toContain("You have left the list");
      expect(active).toEqual(new Set());
    }
  });

  test("is recognised by its body, and any other body sent to a link changes nothing", async () => {
    const { pathFor, send, active } = aSite();
    for (const fields of [{}, { "List-Unsubscribe": "no" }, { x: "y" }] as Record<string, string>[]) {
      const { status, words } = await send(pathFor(ANN), fields);
      expect([status, words.includes(NOT_WHOLE)]).toEqual([400, true]);
    }
    expect(active).toEqual(new Set([ANN]));
  });
});

describe("an invalid link", () => {
  const broken: [what: string, query: (site: Site) => string][] = [
    ["no token", () => ""],
    ["an empty one", () => "t="],
    ["an incomplete one", ({ tokenFor }) => `t=${tokenFor(ANN).slice(0, -3)}`],
    ["one in capitals", ({ tokenFor }) => `t=${tokenFor(ANN).toUpperCase()}`],
    ["a made-up one", () => `t=${Buffer.from(ANN).toString("base64url")}`],
    ["two", ({ tokenFor }) => `t=${tokenFor(ANN)}&t=${tokenFor("ben@example.com")}`],
    ["the same twice", ({ tokenFor }) => `t=${tokenFor(ANN)}&t=${tokenFor(ANN)}`],
    ["a name that only looks like it", ({ tokenFor }) => `T=${tokenFor(ANN)}`],
    ["broken percent signs", () => "t=%E0%A4%A"],
    ["a huge one", () => `t=${"A".repeat(7_000)}`],
  ];
  test.each(broken)("with %s shows the same page and changes nothing", async (_what, query) => {
    const site = aSite();
    const [opened, sent] = [
      await site.ask(`/unsubscribe?${query(site)}`),
      await site.ask("/unsubscribe", { method: "POST", body: query(site), headers: { "Content-Type": FORM } }),
    ];
    const other = await aSite().ask("/unsubscribe?t=nonsense");
    for (const page of [opened, sent]) {
      expect([page.status, page.html]).toEqual([400, other.html]);
      expect(page.words).toContain(NOT_WHOLE);
    }
    expect(site.active).toEqual(new Set([ANN]));
  });

  test("a request with one token in the address and another in the form is rejected", async () => {
    const { send, pathFor, tokenFor, active } = aSite();
    const t = tokenFor("ben@example.com");
    expect((await send(pathFor(ANN), { t, "List-Unsubscribe": "One-Click" })).status).toBe(400);
    expect(active).toEqual(new Set([ANN]));
  });

  test("a body that is not a form, or is too long, is rejected and changes nothing", async () => {
    const { ask, send, tokenFor, active } = aSite();
    const bodies: [string, string][] = [
      ["application/json", JSON.stringify({ t: tokenFor(ANN) })],
      ["text/plain", `t=${tokenFor(ANN)}`],
      ["", `t=${tokenFor(ANN)}`],
      ["multipart/form-data", `t=${tokenFor(ANN)}`],
      ["multipart/form-data; boundary=x", "--x\r\nbroken"],
    ];
    for (const [type, body] of bodies) {
      const page = await ask("/unsubscribe", { method: "POST", body, headers: { "Content-Type": type } });
      expect([type, page.status, page.words.includes("This was not a form")]).toEqual([type, 415, true]);
    }
    const huge = await send("/unsubscribe", { t: tokenFor(ANN), more: "x".repeat(20_000) });
    expect(huge.status).toBe(413);
    expect(active).toEqual(new Set([ANN]));
  });

  test("other methods and other addresses do nothing, and the response lists the allowed methods", async () => {
    const { ask, pathFor, active } = aSite();
    for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS"]) {
      const { status, headers } = await ask(pathFor(ANN), { method });
      expect([method, status, headers.get("Allow")]).toEqual([method, 405, "GET, HEAD, POST"]);
    }
    const { status, headers } = await ask("/unsubscribe/done", { method: "POST", body: "" });
    expect([status, headers.get("Allow")]).toEqual([405, "GET, HEAD"]);
    for (const path of ["/unsubscribe/x", "/unsubscribe/done/x", "/unsubscribe/unsubscribe.css/x"]) {
      expect((await ask(path)).status).toBe(404);
    }
    expect(active).toEqual(new Set([ANN]));
  });
});

test("if nothing can be stored, the page says so, and the fan can send the form again", async () => {
  const { ask, send, tokenFor, pathFor, disk, active, errors } = aSite();
  disk.error = new DataFileError("full", "The disk is full.");
  const page = await send("/unsubscribe", { t: tokenFor(ANN) });
  expect([page.status, page.headers.get("Retry-After")]).toEqual([503, "30"]);
  expect(page.words).toContain("nothing has changed");
  expect(page.html).not.toContain("disk");
  expect(errors).toEqual([{ err: disk.error }]);
  const button = await ask(pathFor(ANN), {
    method: "POST",
    body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
  });
  expect(button.status).toBe(503);
  disk.error = undefined;
  const { action, t } = formOn(page);
  expect((await send(action, { t })).status).toBe(303);
  expect(active).toEqual(new Set());
});

test("while the list's provider is down, the page says so, with Retry-After, and the link works later", async () => {
  const down = new ProviderError("resting", "Supabase does not answer just now.", 4);
  const fail = () => Promise.reject(down);
  const { ask, send, pathFor, tokenFor, errors } = aSite({
    unsubscribing: { hiddenAddressOf: fail, unsubscribe: fail },
  });
  for (const [page, words] of [
    [await ask(pathFor(ANN)), "The list cannot be reached"],
    [await send("/unsubscribe", { t: tokenFor(ANN) }), "Nothing could be stored just now"],
  ] as const) {
    expect([page.status, page.headers.get("Retry-After")]).toEqual([503, "4"]);
    expect(page.words).toContain(words);
    expect(page.html).not.toContain("Supabase");
    expect(formOn(page)).toEqual({ action: "/unsubscribe", t: tokenFor(ANN) });
  }
  expect(errors).toHaveLength(2);
});

test("a text that is longer than any token causes no lookup", async () => {
  const { ask } = aSite({
    unsubscribing: { hiddenAddressOf: () => expect.unreachable(), unsubscribe: () => expect.unreachable() },
  });
  expect((await ask(`/unsubscribe?t=${"a".repeat(2_000)}`)).status).toBe(400);
});

test("every response forbids scripts, frames, caching, indexing and referrers", async () => {
  const { ask, send, pathFor, tokenFor } = aSite();
  const responses = [
    await ask(pathFor(ANN)),
    await send("/unsubscribe", { t: tokenFor(ANN) }),
    await ask("/unsubscribe/done"),
    await ask("/unsubscribe"),
    await ask("/unsubscribe", { method: "DELETE" }),
    await ask("/unsubscribe/x"),
  ];
  expect(responses.map(({ status }) => status)).toEqual([200, 303, 200, 400, 405, 404]);
  for (const response of responses) expectPlainPage(response);
});

test("the pages have the site's stylesheets, colour and icons, and one additional stylesheet", async () => {
  const { ask, pathFor } = aSite();
  const { html } = await ask(pathFor(ANN));
  expect(html).toContain('<link rel="stylesheet" href="/assets/every-page.css">');
  expect(html).toContain('<meta name="theme-color" content="#d83b65">');
  expect(html).toContain('<link rel="manifest" href="/manifest.webmanifest">');
  const address = /href="(\/unsubscribe\/unsubscribe\.css\?v=[^"]+)"/.exec(html)?.[1] ?? "";
  const styles = await ask(address);
  expect([styles.status, styles.headers.get("Content-Type")]).toEqual([200, "text/css; charset=utf-8"]);
  expect(styles.headers.get("Cache-Control")).toContain("immutable");
});
