import { hash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { silentLog } from "../../testing/gateway-in-memory.ts";
import type { ReturnRequest } from "../subscriber-list.ts";
import { createConfirmRoutes } from "./confirm-routes.ts";
import { createUnsubscribeLinks } from "./links.ts";
import { createReturnLinks } from "./return-links.ts";
import { createReturning, returnEmail } from "./returning.ts";

const ASKED = new Date("2026-03-01T12:00:00Z");
const BACK: ReturnRequest = { email: "ann@example.com", source: "website-footer", asked: ASKED };
const SECRET = hash("sha256", "ours", "base64url");
const DAY_MS = 24 * 60 * 60 * 1000;

/** The pages for coming back, so many days after somebody was asked, and who came back. */
function aSite({ days = 0, fails = false } = {}) {
  const cameBack: ReturnRequest[] = [];
  const clock = () => new Date(ASKED.getTime() + days * DAY_MS);
  const links = createReturnLinks({ secret: () => SECRET, publicUrl: "https://artist.example", clock });
  const subscribers = {
    async comeBack(back: ReturnRequest) {
      if (fails) throw new Error("the disk is full");
      cameBack.push(back);
      return true;
    },
  };
  const routes = createConfirmRoutes({
    returning: createReturning({ links, subscribers }),
    artistName: () => "Harbour Line",
    dress: () => ({ stylesheets: [], themeColour: "#d83b65" }),
    log: silentLog,
  });
  const token = new URL(links.linkFor(BACK)).searchParams.get("t") ?? "";
  const open = async (t: string) => routes.request(`/?t=${t}`);
  const confirm = async (t: string) => routes.request("/", { method: "POST", body: new URLSearchParams({ t }) });
  return { cameBack, links, token, open, confirm, routes };
}

describe("the link of a confirmation email", () => {
  it("opens a page that asks, whose form brings the address back", async () => {
    const { cameBack, token, open, confirm, routes } = aSite();
    const page = await open(token);
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(html).toContain("a•••@example.com");
    expect(html).not.toContain("ann@example.com");
    expect(html).toContain(`<input type="hidden" name="t" value="${token}">`);
    expect(cameBack).toEqual([]);

    const confirmed = await confirm(token);
    expect([confirmed.status, confirmed.headers.get("Location")]).toEqual([303, "/confirm/done"]);
    expect(cameBack).toEqual([BACK]);
    expect(await (await routes.request("/done")).text()).toContain("Welcome back");
  });

  it("works for a week", async () => {
    expect((await aSite({ days: 7 }).confirm(aSite().token)).status).toBe(303);
    const late = aSite({ days: 7.01 });
    expect([(await late.open(late.token)).status, (await late.confirm(late.token)).status]).toEqual([400, 400]);
    expect(late.cameBack).toEqual([]);
  });

  it("is nothing else: not cut, not changed, not a link for leaving, and of no other site", async () => {
    const { token, confirm, cameBack } = aSite();
    const leave = createUnsubscribeLinks({ secret: () => SECRET, publicUrl: "https://artist.example" });
    const elsewhere = createReturnLinks({
      secret: () => hash("sha256", "theirs", "base64url"),
      publicUrl: "https://artist.example",
      clock: () => ASKED,
    });
    const others = [
      "",
      "x",
      token.slice(1),
      `${token}A`,
      token.toLowerCase(),
      "A".repeat(5_000),
      new URL(leave.linker()(BACK.email)).searchParams.get("t") ?? "",
      new URL(elsewhere.linkFor(BACK)).searchParams.get("t") ?? "",
    ];
    for (const other of others) expect((await confirm(other)).status, other).toBe(400);
    expect(cameBack).toEqual([]);
  });

  it("can be tried again when nothing could be stored", async () => {
    const { confirm, token } = aSite({ fails: true });
    const answer = await confirm(token);
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "30"]);
    expect(await answer.text()).toContain(token);
  });
});

it("the email names the artist and the link, and says that nothing is to be done by anybody else", () => {
  const email = returnEmail(BACK, "https://artist.example/confirm?t=x", "Harbour Line");
  expect(email.to).toBe("ann@example.com");
  expect(email.subject).toBe("Join the mailing list of Harbour Line again?");
  expect(email.text).toContain("https://artist.example/confirm?t=x");
  expect(email.text).toContain("do nothing");
});
