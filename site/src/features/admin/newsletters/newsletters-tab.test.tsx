import type { Newsletter } from "@porchlight/protocol/newsletters.ts";
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { SAVE_AFTER_MS } from "../shared/save-queue.ts";
import { aNewsletter, openAgain, openNewsletters, someNewsletters } from "./fake-newsletters.case.ts";
import { PROGRESS_MS } from "./queries.ts";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const COUNTS = { frozen: 1_204, sent: 405, refused: 3, inDoubt: 2, left: 2, waiting: 792 };
const SENDING = { state: "sending", startedAt: "2026-03-10T11:00:00Z", counts: COUNTS } as const;
const ADDRESS = { code: "no-postal-address", message: "Your postal address is missing." } as const;
const MAIL = { code: "no-mail-server", message: "The site cannot send emails yet." } as const;

const dialog = () => within(screen.getByRole("dialog"));
const text = (name: string | RegExp) => screen.getByRole<HTMLTextAreaElement>("textbox", { name });

describe("the list", () => {
  test("shows the state of each newsletter and how far it is", async () => {
    await openNewsletters(
      someNewsletters({
        newsletters: [
          aNewsletter({ id: 5, subject: "" }),
          aNewsletter({ id: 4, subject: "Shows", state: "scheduled", startAt: "2026-03-12T14:00:00Z" }),
          aNewsletter({ id: 3, subject: "Out now", ...SENDING }),
          aNewsletter({ id: 2, subject: "Stuck", ...SENDING, state: "paused", pausedBecause: "sign-in" }),
          aNewsletter({ id: 1, subject: "Winter", ...SENDING, state: "sent" }),
        ],
      }),
    );
    const rows = within(screen.getByRole("tabpanel", { name: "Newsletters" })).getAllByRole("listitem");
    const lines = rows.map((row) => row.textContent);
    expect(lines[0]).toMatch(/^No subject yetDraftChanged Mar 10, 2026/);
    expect(lines[1]).toMatch(/^ShowsScheduledMar 12, 2026/);
    expect(lines[2]).toBe("Out nowSending412 of 1,204");
    expect(lines[3]).toBe("StuckPausedThe mail server refused the sign-in · 412 of 1,204");
    expect(lines[4]).toMatch(/^WinterSentMar 10, 2026.* · 405 people$/);
  });

  test("says what is missing before one can be sent, and leads to the place that solves it", async () => {
    const { press, pass } = await openNewsletters(someNewsletters({ missing: [MAIL, ADDRESS] }));
    expect(screen.getByText(MAIL.message)).toBeTruthy();
    await press("Add your address");
    expect(screen.getByLabelText("Address")).toBeTruthy();
    await press("All newsletters");
    await press("Go to the check-up", within(screen.getByRole("region", { name: "Before you can send" })));
    await pass(0);
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Check-up" }));
  });

  test("of a new site says what a newsletter is", async () => {
    await openNewsletters(someNewsletters({ newsletters: [] }));
    expect(screen.getByText("You have not written a newsletter yet.")).toBeTruthy();
  });

  test("that cannot be loaded says so, and can be loaded again", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const { gateway, press, pass } = await openNewsletters(someNewsletters());
    const before = gateway.instead;
    gateway.instead = ({ path }) =>
      path.startsWith("/admin/api/newsletters") ? Promise.reject(new TypeError("No line")) : undefined;
    await press(/^New songs/);
    await pass(3_000);
    expect(screen.getByText("This newsletter could not be loaded.")).toBeTruthy();
    gateway.instead = before;
    await press("Try Again");
    expect(text(/^Subject/).value).toBe("New songs");
  });

  test("an owner who is no longer an admin is led to the sign-in", async () => {
    const { gateway, session, press } = await openNewsletters(someNewsletters());
    gateway.instead = ({ path }) =>
      path.startsWith("/admin/api/newsletters")
        ? Response.json({ code: "token_expired", message: "Sign in again." }, { status: 401 })
        : undefined;
    await press(/^New songs/);
    expect(session.onRejected).toHaveBeenCalled();
  });
});

describe("a new newsletter", () => {
  test.each([
    ["An empty page", undefined, undefined],
    ["A release", "Long Point", { release: "long-point" }],
    ["A show", "March 5, 2027: The Grad Club", { show: "2027-kingston" }],
    ["A copy of an earlier newsletter", "New songs", { newsletter: 12 }],
  ])("begins with %s", async (source, which, from) => {
    const { user, gateway, press, pass } = await openNewsletters(someNewsletters());
    await press("New newsletter");
    await user.click(dialog().getByLabelText(source));
    await pass(50);
    if (which) await user.selectOptions(dialog().getByRole("combobox"), which);
    await press("Begin", dialog());
    const request = gateway.requests.find(({ method, path }) => method === "POST" && path === "/admin/api/newsletters");
    expect(request?.body).toEqual(from ? { from } : {});
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(location.search).toBe("?newsletters=13");
    expect(document.activeElement?.tagName).toBe("H2");
  });

  test("does not begin from a release before one is chosen", async () => {
    const { user, gateway, press, pass } = await openNewsletters(someNewsletters());
    await press("New newsletter");
    await user.click(dialog().getByLabelText("A release"));
    await pass(50);
    await press("Begin", dialog());
    expect(gateway.requests.some(({ method }) => method === "POST")).toBe(false);
  });
});

describe("a draft", () => {
  test("is saved while the owner types, and the preview follows", async () => {
    const fake = someNewsletters();
    const { user, gateway, pass } = await openNewsletters(fake, "New songs");
    await user.type(text(/^Subject/), " ✨");
    expect(screen.getByText("Saving…")).toBeTruthy();
    await pass(SAVE_AFTER_MS);
    expect(fake.newsletters[0]?.subject).toBe("New songs ✨");
    expect(screen.getByText("Saved")).toBeTruthy();
    const previews = () => gateway.requests.filter(({ path }) => path.endsWith("/preview")).length;
    const before = previews();
    await pass(1_000);
    expect(previews()).toBe(before + 1);
    expect(screen.getByText("34 kB. Mail programs cut off what is above 102 kB.")).toBeTruthy();
  });

  test("stores a long subject, emoji and right-to-left letters as they are typed", async () => {
    const subject = `${"שירים חדשים 🎸 ".repeat(30)}`.slice(0, 499).trim();
    const fake = someNewsletters({ newsletters: [aNewsletter({ subject: "" })] });
    const { pass } = await openNewsletters(fake, "No subject yet");
    fireEvent.change(text(/^Subject/), { target: { value: subject } });
    await pass(SAVE_AFTER_MS);
    expect(fake.newsletters[0]?.subject).toBe(subject);
    expect(text(/^Subject/).dir).toBe("auto");
    expect(screen.getByRole("heading", { level: 2, name: subject })).toBeTruthy();
  });

  test("warns an owner who leaves without a connection, and a reload restores the text", async () => {
    const fake = someNewsletters();
    const { user, gateway, pass } = await openNewsletters(fake, "New songs");
    const before = gateway.instead;
    gateway.instead = (request) =>
      request.method === "PATCH" ? Promise.reject(new TypeError("No line")) : before?.(request);
    await user.type(text(/^Text/), ", all of you");
    await pass(SAVE_AFTER_MS);
    expect(screen.getByText("Not saved yet; trying again…")).toBeTruthy();
    const leaving = new Event("beforeunload", { cancelable: true });
    dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
    cleanup();
    expect(fake.newsletters[0]?.body).toBe("Hello");

    const { pass: passAgain } = await openAgain(fake);
    expect(text(/^Text/).value).toBe("Hello, all of you");
    await passAgain(SAVE_AFTER_MS);
    expect(fake.newsletters[0]?.body).toBe("Hello, all of you");
    expect(localStorage.length).toBe(0);
  });

  test.each([
    ["Keep yours", "Hello from here"],
    ["Keep the other", "Hello from there"],
  ])("that another window changed too shows both texts: %s", async (choice, stored) => {
    const fake = someNewsletters();
    const { user, press, pass } = await openNewsletters(fake, "New songs");
    fake.newsletters = [aNewsletter({ revision: 7, body: "Hello from there", preheader: "Theirs" })];
    await user.type(text(/^Text/), " from here");
    await pass(SAVE_AFTER_MS);
    expect(dialog().getByRole("heading", { level: 2 }).textContent).toBe("Text: somebody else changed this too");
    expect(dialog().getByText("Hello from here")).toBeTruthy();
    expect(dialog().getByText("Hello from there")).toBeTruthy();
    await press(choice, dialog());
    await pass(SAVE_AFTER_MS);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(text(/^Text/).value).toBe(stored);
    expect(text(/^Preheader/).value).toBe("Theirs");
    expect(fake.newsletters[0]?.body).toBe(stored);
  });

  test("adopts changes of another window to other fields, without a question", async () => {
    const fake = someNewsletters();
    const { user, pass } = await openNewsletters(fake, "New songs");
    fake.newsletters = [aNewsletter({ revision: 7, subject: "Newer songs" })];
    await user.type(text(/^Text/), "!");
    await pass(2 * SAVE_AFTER_MS);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(fake.newsletters[0]).toMatchObject({ subject: "Newer songs", body: "Hello!" });
    expect(text(/^Subject/).value).toBe("Newer songs");
  });

  test("that another window sent meanwhile shows its progress, and has the last edits when it is a draft again", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const fake = someNewsletters();
    const { user, press, pass } = await openNewsletters(fake, "New songs");
    fake.newsletters = [aNewsletter({ state: "scheduled", startAt: "2026-03-12T14:00:00Z" })];
    await user.type(text(/^Text/), " again");
    await pass(SAVE_AFTER_MS + 100);
    expect(screen.getByText(/Your last change is not in it/)).toBeTruthy();
    await press("Make it a draft again");
    await pass(3 * SAVE_AFTER_MS);
    expect(text(/^Text/).value).toBe("Hello again");
    expect(fake.newsletters[0]).toMatchObject({ state: "draft", body: "Hello again" });
  });

  test("says so when the gateway refuses a text, and the field still has it", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const { user, gateway, pass } = await openNewsletters(someNewsletters(), "New songs");
    const before = gateway.instead;
    const refusal = { code: "bad_request", message: "It is longer than 200000 characters." };
    gateway.instead = (request) =>
      request.method === "PATCH" ? Response.json(refusal, { status: 400 }) : before?.(request);
    await user.type(text(/^Text/), "!");
    await pass(SAVE_AFTER_MS + 50);
    expect(screen.getByText("The last change could not be saved. It is longer than 200000 characters.")).toBeTruthy();
    expect(text(/^Text/).value).toBe("Hello!");
  });

  test("is deleted after a confirmation", async () => {
    const fake = someNewsletters();
    const { press } = await openNewsletters(fake, "New songs");
    await press("Delete");
    await press("Delete", dialog());
    expect(fake.newsletters).toEqual([]);
    expect(screen.getByText("You have not written a newsletter yet.")).toBeTruthy();
  });

  test("is sent as a test with what was typed a moment ago", async () => {
    const fake = someNewsletters();
    const { user, gateway, press } = await openNewsletters(fake, "New songs");
    await user.type(text(/^Text/), "!");
    await press("Send me a test");
    expect(screen.getByText("The test email is on its way to owner@example.com.")).toBeTruthy();
    const order = gateway.requests.filter(({ path }) => /\/12(\/test)?$/.test(path)).map(({ method }) => method);
    expect(order.slice(-2)).toEqual(["PATCH", "POST"]);
    expect(fake.newsletters[0]?.body).toBe("Hello!");
  });

  test("shows the mail server's answer when it refuses the test", async () => {
    const { gateway, press } = await openNewsletters(someNewsletters(), "New songs");
    const before = gateway.instead;
    const message = "The mail server did not take the test email (EAUTH).";
    gateway.instead = (request) =>
      request.path.endsWith("/test")
        ? Response.json({ code: "not_sent", message }, { status: 502 })
        : before?.(request);
    await press("Send me a test");
    expect(screen.getByText(message)).toBeTruthy();
  });

  test("shows what is wrong with a block above its preview", async () => {
    const message = "Line 3, [[release: nothing]]: there is no release nothing.";
    await openNewsletters(someNewsletters({ preview: { problems: [{ code: "bad-block", message }] } }), "New songs");
    expect(within(screen.getByRole("region", { name: "Preview" })).getByText(message)).toBeTruthy();
  });

  test("shows the text part too", async () => {
    const { press } = await openNewsletters(someNewsletters(), "New songs");
    await press("Text only");
    expect(screen.getByText("Hello", { selector: "pre" })).toBeTruthy();
  });
});

describe("a block", () => {
  test("is inserted on a line of its own, and the cursor moves behind it", async () => {
    Object.assign(document, { execCommand: () => false });
    const fake = someNewsletters();
    const { user, press, pass } = await openNewsletters(fake, "New songs");
    const field = text(/^Text/);
    field.setSelectionRange(2, 2);
    await press("Insert");
    await user.selectOptions(dialog().getByLabelText("What"), "Button");
    await user.type(dialog().getByLabelText("Words on the button"), "Listen | now");
    await user.type(dialog().getByLabelText("Where it leads"), "/music");
    await press("Insert", dialog());
    await pass(SAVE_AFTER_MS);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(fake.newsletters[0]?.body).toBe("Hello\n\n[[button: Listen now | /music]]\n\n");
    expect(document.activeElement).toBe(field);
  });

  test("of a button gets its https://, and is refused in words if it leads nowhere", async () => {
    Object.assign(document, { execCommand: () => false });
    const fake = someNewsletters({ newsletters: [aNewsletter({ body: "" })] });
    const { user, press, pass } = await openNewsletters(fake, "New songs");
    await press("Insert");
    await user.selectOptions(dialog().getByLabelText("What"), "Button");
    await user.type(dialog().getByLabelText("Words on the button"), "Listen");
    await user.type(dialog().getByLabelText("Where it leads"), "jonasvik");
    await press("Insert", dialog());
    expect(dialog().getByText(/^This is no address/)).toBeTruthy();
    await user.type(dialog().getByLabelText("Where it leads"), ".bandcamp.com");
    await press("Insert", dialog());
    await pass(SAVE_AFTER_MS);
    expect(fake.newsletters[0]?.body.trim()).toBe("[[button: Listen | https://jonasvik.bandcamp.com]]");
  });

  test.each([
    ["Release with its cover", "Long Point", "[[release: long-point]]"],
    ["Songs of a release", "Long Point", "[[tracks: long-point]]"],
    ["Product", "Lake Effect tee", "[[product: tee]]"],
    ["Show", "March 5, 2027: The Grad Club", "[[show: 2027-kingston]]"],
    ["The next shows", undefined, "[[shows]]"],
  ])("%s names what was chosen", async (kind, which, block) => {
    Object.assign(document, { execCommand: () => false });
    const fake = someNewsletters({ newsletters: [aNewsletter({ body: "" })] });
    const { user, press, pass } = await openNewsletters(fake, "New songs");
    await press("Insert");
    await user.selectOptions(dialog().getByLabelText("What"), kind);
    if (which) await user.selectOptions(dialog().getByLabelText(/^Which/), which);
    await press("Insert", dialog());
    await pass(SAVE_AFTER_MS);
    expect(fake.newsletters[0]?.body.trim()).toBe(block);
  });
});

describe("who gets it", () => {
  test("is counted, with the reasons why others get nothing, and again after each choice", async () => {
    const fake = someNewsletters({
      audience: ({ sources, bought }) =>
        sources || bought
          ? { recipients: 1, leftOut: [{ reason: "segment", count: 1_203 }] }
          : { recipients: 1_204, leftOut: [{ reason: "bounced", count: 2 }] },
    });
    const { user, pass } = await openNewsletters(fake, "New songs");
    await pass(400);
    expect(screen.getByText("1,204 people get it")).toBeTruthy();
    expect(screen.getByText("2 whose emails came back")).toBeTruthy();
    await user.click(screen.getByLabelText("Only a part of the list"));
    await pass(50);
    await user.click(screen.getByLabelText("Import: mailchimp"));
    await user.selectOptions(screen.getByLabelText("What they bought"), "Product: Lake Effect tee");
    await user.selectOptions(screen.getByLabelText(/^Town/), "Kingston");
    fireEvent.change(screen.getByLabelText("Joined from"), { target: { value: "2026-01-02" } });
    await pass(1_000);
    expect(fake.newsletters[0]?.segment).toEqual({
      sources: ["import:mailchimp"],
      bought: { product: "tee" },
      town: "Kingston",
      from: "2026-01-02",
    });
    expect(screen.getByText("1 person gets it")).toBeTruthy();
    expect(screen.getByText("1,203 not in this part of the list")).toBeTruthy();
    await user.click(screen.getByLabelText("Everyone on the list"));
    await pass(1_000);
    expect(fake.newsletters[0]?.segment).toEqual({});
  });

  test("says that the first day is after the last", async () => {
    const { user, pass } = await openNewsletters(
      someNewsletters({ newsletters: [aNewsletter({ segment: { from: "2026-03-02" } })] }),
      "New songs",
    );
    await pass(50);
    const last = screen.getByLabelText("Joined until");
    fireEvent.change(last, { target: { value: "2026-03-01" } });
    await user.tab();
    expect(last.getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByText("The first day is after the last.")).toBeTruthy();
  });
});

describe("sending", () => {
  test("shows subject and number again, then sends what was typed", async () => {
    const fake = someNewsletters();
    const { user, gateway, press, pass } = await openNewsletters(fake, "New songs");
    await user.type(text(/^Subject/), "!");
    await press("Review and send");
    await pass(100);
    expect(dialog().getByText("New songs!")).toBeTruthy();
    expect(dialog().getByText("1,204 people")).toBeTruthy();
    await press("Send to 1,204 people now", dialog());
    expect(gateway.requests.find(({ path }) => path.endsWith("/send"))?.body).toEqual({ revision: 2 });
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByRole("button", { name: "Pause" })).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole("heading", { level: 2, name: "New songs!" }));
  });

  test("is not offered while something is missing", async () => {
    const fake = someNewsletters({ missing: [ADDRESS] });
    const { press, pass } = await openNewsletters(fake, "New songs");
    await press("Review and send");
    await pass(100);
    expect(dialog().getByText(ADDRESS.message)).toBeTruthy();
    expect(dialog().queryByRole("button", { name: /^Send to/ })).toBeNull();
    await press("Add your address", dialog());
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(location.search).toBe("?newsletters=settings");
  });

  test("to nobody is not possible, and leads to the choice", async () => {
    const fake = someNewsletters({ audience: () => ({ recipients: 0, leftOut: [] }) });
    const { press, pass } = await openNewsletters(fake, "New songs");
    await press("Review and send");
    await pass(100);
    await press("Choose who gets it", dialog());
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Who gets it" }));
  });

  test("of a newsletter that another window changed shows the new version instead", async () => {
    const fake = someNewsletters();
    const { press, pass } = await openNewsletters(fake, "New songs");
    await press("Review and send");
    await pass(100);
    fake.newsletters = [aNewsletter({ revision: 9, subject: "Other songs" })];
    await press("Send to 1,204 people now", dialog());
    expect(fake.newsletters[0]?.state).toBe("draft");
    expect(screen.getByText("The newsletter has changed meanwhile. Here is how it is now.")).toBeTruthy();
    expect(text(/^Subject/).value).toBe("Other songs");
  });

  /** Opens the review with a day and a time. */
  async function reviewLater(typed: string) {
    const fake = someNewsletters();
    const opened = await openNewsletters(fake, "New songs");
    await opened.press("Review and send");
    await opened.pass(100);
    await opened.user.click(dialog().getByLabelText("Later"));
    fireEvent.change(dialog().getByLabelText("Day and time"), { target: { value: typed } });
    return { fake, ...opened };
  }

  test("at a time uses the site's time zone, and names it", async () => {
    const { fake, press } = await reviewLater("2026-03-12T09:00");
    expect(dialog().getByText("Time zone: America/Toronto.")).toBeTruthy();
    expect(dialog().getByText("It goes out on Thursday, March 12, 2026 at 9:00 AM EDT.")).toBeTruthy();
    await press("Schedule it", dialog());
    expect(fake.newsletters[0]).toMatchObject({ state: "scheduled", startAt: "2026-03-12T13:00:00.000Z" });
    expect(screen.getByText(/^It goes out on Thursday, March 12, 2026 at 9:00 AM EDT. Until then/)).toBeTruthy();
  });

  test("at a time that the clocks show twice asks which one", async () => {
    const { fake, user, press } = await reviewLater("2026-11-01T01:30");
    await user.click(dialog().getByLabelText("The second time (EST)"));
    await press("Schedule it", dialog());
    expect(fake.newsletters[0]?.startAt).toBe("2026-11-01T06:30:00.000Z");
  });

  test.each([
    ["2027-03-14T02:30", "Choose a time within a year."],
    ["2026-03-10T07:59", "Choose a time in the future."],
    ["", "Choose a time in the future."],
  ])("at %s is refused: %s", async (typed, problem) => {
    const { fake, press } = await reviewLater(typed);
    await press("Schedule it", dialog());
    expect(dialog().getByRole("alert").textContent).toBe(problem);
    expect(fake.newsletters[0]?.state).toBe("draft");
  });
});

describe("a newsletter that is being sent", () => {
  test("shows its progress every two seconds, and nothing is fetched while the page is hidden", async () => {
    const fake = someNewsletters({ newsletters: [aNewsletter(SENDING)] });
    const { gateway, pass } = await openNewsletters(fake, "New songs");
    expect(screen.getByRole("progressbar").getAttribute("aria-valuetext")).toBe("412 of 1,204");
    fake.newsletters = [aNewsletter({ ...SENDING, counts: { ...COUNTS, sent: 505, waiting: 692 } })];
    await pass(PROGRESS_MS);
    expect(screen.getByText("512 of 1,204", { selector: "p" })).toBeTruthy();
    const fetched = () => gateway.requests.filter(({ path }) => path === "/admin/api/newsletters/12").length;
    const hidden = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    document.dispatchEvent(new Event("visibilitychange"));
    const before = fetched();
    await pass(10 * PROGRESS_MS);
    expect(fetched()).toBe(before);
    hidden.mockRestore();
    document.dispatchEvent(new Event("visibilitychange"));
    await pass(PROGRESS_MS);
    expect(fetched()).toBeGreaterThan(before);
  });

  test.each([
    ["server", /^The mail server fails at present/],
    ["retries", /^Everybody was tried/],
  ] as const)("says that it waits for the %s", async (waitsFor, sentence) => {
    await openNewsletters(someNewsletters({ newsletters: [aNewsletter({ ...SENDING, waitsFor })] }), "New songs");
    expect(screen.getByText(sentence)).toBeTruthy();
  });

  test("fetches nothing while another tab of the dashboard is open", async () => {
    const { user, gateway, pass } = await openNewsletters(
      someNewsletters({ newsletters: [aNewsletter(SENDING)] }),
      "New songs",
    );
    await user.click(screen.getByRole("tab", { name: "Overview" }));
    const fetched = () => gateway.requests.filter(({ path }) => path.startsWith("/admin/api/newsletters")).length;
    const before = fetched();
    await pass(10 * PROGRESS_MS);
    expect(fetched()).toBe(before);
  });

  test("is paused, resumed and, after a confirmation, stopped permanently", async () => {
    const fake = someNewsletters({ newsletters: [aNewsletter(SENDING)] });
    const { press } = await openNewsletters(fake, "New songs");
    await press("Pause");
    expect(screen.getByText("Nobody gets it until you resume.")).toBeTruthy();
    await press("Resume");
    expect(fake.newsletters[0]?.state).toBe("sending");
    await press("Stop for good");
    await press("Go on", dialog());
    expect(fake.newsletters[0]?.state).toBe("sending");
    await press("Stop for good");
    await press("Stop for good", dialog());
    expect(fake.newsletters[0]?.state).toBe("cancelled");
    expect(screen.queryByRole("button", { name: /Resume|Pause/ })).toBeNull();
  });

  test("that waits because something is missing names it, and cannot be resumed without it", async () => {
    const paused = aNewsletter({ ...SENDING, state: "paused", pausedBecause: "not-ready" });
    await openNewsletters(someNewsletters({ newsletters: [paused], missing: [ADDRESS] }), "New songs");
    expect(screen.getByText(ADDRESS.message)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Resume" })).toBeNull();
  });

  test("that could not start at its time says why, before and after another attempt", async () => {
    const problem = { code: "bad-block", message: "Line 3, [[shows]]: there are no shows ahead." } as const;
    const paused = aNewsletter({ state: "paused", pausedBecause: "not-ready" });
    const fake = someNewsletters({ newsletters: [paused], preview: { problems: [problem] } });
    const { press, pass } = await openNewsletters(fake, "New songs");
    await pass(50);
    const missing = within(screen.getByRole("region", { name: "Before you can send" }));
    expect(missing.getByText(problem.message)).toBeTruthy();
    expect(missing.queryByRole("button")).toBeNull();
    fake.missing = [ADDRESS];
    await press("Send it now");
    expect(screen.getAllByText(ADDRESS.message)).toHaveLength(2);
    expect(missing.getByRole("button", { name: "Add your address" })).toBeTruthy();
    // The owner solves both elsewhere.
    fake.missing = [];
    fake.preview = {};
    await pass(20_000);
    await pass(50);
    expect(screen.queryByRole("region", { name: "Before you can send" })).toBeNull();
  });

  test("that could not start says if it cannot be checked", async () => {
    const fake = someNewsletters({ newsletters: [aNewsletter({ state: "paused", pausedBecause: "late" })] });
    vi.mocked(console.warn).mockImplementation(() => undefined);
    fake.audience = () => {
      throw new Error("The gateway is busy");
    };
    const { pass } = await openNewsletters(fake, "New songs");
    await pass(10_000);
    expect(screen.getByText("The newsletter could not be checked.")).toBeTruthy();
  });

  test("that could not start because nobody would get it says so", async () => {
    const paused = aNewsletter({ state: "paused", pausedBecause: "not-ready" });
    const audience = () => ({ recipients: 0, leftOut: [] });
    const { pass } = await openNewsletters(someNewsletters({ newsletters: [paused], audience }), "New songs");
    await pass(50);
    expect(screen.getByRole("region", { name: "Before you can send" }).textContent).toContain("Nobody");
  });

  test("lists the recipients in doubt, explains this, and offers two decisions", async () => {
    const fake = someNewsletters({
      newsletters: [aNewsletter({ ...SENDING, state: "sent" })],
      recipients: ["ann@example.com", "ben@example.com"].map((email) => ({
        email,
        state: "in-doubt",
        at: "2026-03-10T11:00:00Z",
      })),
    });
    const { gateway, press, pass } = await openNewsletters(fake, "New songs");
    await pass(50);
    const region = within(screen.getByRole("region", { name: "In doubt" }));
    expect(region.getByText(/The connection broke after the email was handed over/)).toBeTruthy();
    await press("Count as sent: ann@example.com", region);
    const decisions = () => gateway.requests.filter(({ path }) => path.endsWith("/doubts")).map(({ body }) => body);
    expect(decisions()).toEqual([{ decision: "leave", emails: ["ann@example.com"] }]);
    expect(region.queryByText(/ann/)).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "In doubt" }));
    await press("Send again to all", region);
    await press("Cancel", dialog());
    expect(decisions()).toHaveLength(1);
    await press("Send again to all", region);
    await press("Send again", dialog());
    expect(decisions()[1]).toEqual({ decision: "send-again" });
    expect(screen.queryByRole("region", { name: "In doubt" })).toBeNull();
  });

  test("lists the refused recipients with the reason in words", async () => {
    const fake = someNewsletters({
      newsletters: [aNewsletter({ ...SENDING, state: "sent" })],
      recipients: [{ email: "gone@example.com", state: "refused", at: "2026-03-10T11:00:00Z", reason: "5.1.1" }],
    });
    const { user, pass } = await openNewsletters(fake, "New songs");
    await user.click(screen.getByText("Refused (3)"));
    await pass(50);
    expect(screen.getByText("There is no such address (5.1.1)")).toBeTruthy();
  });

  test("that went out shows its figures in a sentence, and its public page if it has one", async () => {
    const figures = { accepted: 405, bounced: 4, unsubscribed: 1, complained: 0, visits: 88 };
    const sent: Newsletter = aNewsletter({ ...SENDING, state: "sent", endedAt: "2026-03-10T11:30:00Z", figures });
    await openNewsletters(someNewsletters({ newsletters: [sent] }), "New songs");
    expect(
      screen.getByText(
        "401 emails arrived as far as we know, 1 reader unsubscribed, and your site had 88 visits through it.",
      ),
    ).toBeTruthy();
    expect(screen.getByRole("link", { name: "Read it on the website" }).getAttribute("href")).toBe("/newsletters/12");
    cleanup();
    await openNewsletters(someNewsletters({ newsletters: [{ ...sent, isInArchive: false }] }), "New songs");
    expect(screen.queryByRole("link", { name: "Read it on the website" })).toBeNull();
  });

  test("that went out can be taken off the website, and put back", async () => {
    const sent: Newsletter = aNewsletter({ ...SENDING, state: "sent", endedAt: "2026-03-10T11:30:00Z" });
    const fake = someNewsletters({ newsletters: [sent] });
    const { press } = await openNewsletters(fake, "New songs");
    await press("Take it off the website");
    expect(screen.queryByRole("link", { name: "Read it on the website" })).toBeNull();
    expect(fake.newsletters[0]?.isInArchive).toBe(false);
    await press("Put it on the website");
    expect(await screen.findByRole("link", { name: "Read it on the website" })).toBeTruthy();
  });
});

describe("settings", () => {
  test("are saved together, and the missing address is no longer requested", async () => {
    const fake = someNewsletters();
    const { user, press } = await openNewsletters(fake);
    await press("Settings", within(screen.getByRole("tabpanel", { name: "Newsletters" })));
    await user.type(screen.getByLabelText("Address"), "\nCanada");
    await user.click(screen.getByLabelText("Ask new subscribers to confirm by email"));
    await user.type(screen.getByLabelText("Emails in an hour"), "200");
    await press("Save");
    expect(fake.settings).toEqual({
      postalAddress: "1 Pier Road\nKingston\nCanada",
      isConfirmed: true,
      welcome: { subject: "", body: "" },
      perHour: 200,
    });
    expect(screen.getByText("The settings are saved.")).toBeTruthy();
  });

  test("that are not saved are asked about before the form is left, and survive the browser's Back", async () => {
    const fake = someNewsletters();
    const { user, press } = await openNewsletters(fake);
    await press("Settings", within(screen.getByRole("tabpanel", { name: "Newsletters" })));
    await user.type(screen.getByLabelText("Address"), "\nCanada");
    await press("All newsletters");
    expect(dialog().getByText("There are changes that are not saved.")).toBeTruthy();
    await press("Cancel", dialog());
    history.replaceState(null, "", "/admin?newsletters=list");
    fireEvent.popState(window);
    expect(screen.queryByLabelText("Address")).toBeNull();
    await press("Settings", within(screen.getByRole("tabpanel", { name: "Newsletters" })));
    expect(screen.getByLabelText<HTMLTextAreaElement>("Address").value).toContain("Canada");
    await press("All newsletters");
    await press("Leave", dialog());
    await press("Settings", within(screen.getByRole("tabpanel", { name: "Newsletters" })));
    expect(screen.getByLabelText<HTMLTextAreaElement>("Address").value).not.toContain("Canada");
  });

  test("a limit that is not a number, or half a welcome email, is not saved", async () => {
    const fake = someNewsletters();
    const { user, press, gateway } = await openNewsletters(fake);
    await press("Settings", within(screen.getByRole("tabpanel", { name: "Newsletters" })));
    await user.type(screen.getByLabelText("Emails in an hour"), "many");
    await user.type(screen.getByLabelText("Subject"), "Welcome");
    await press("Save");
    expect(gateway.requests.some(({ method }) => method === "PUT")).toBe(false);
    expect(screen.getByText("Type a whole number, or leave it empty.")).toBeTruthy();
    expect(screen.getByText("A welcome email needs both, a subject and a text.")).toBeTruthy();
  });

  test("list blocked addresses with the reason, and let one get newsletters again", async () => {
    const fake = someNewsletters({
      bounces: [
        {
          id: 3,
          email: "gone@example.com",
          kind: "hard",
          isBlocked: true,
          at: "2026-03-09T10:00:00Z",
          reason: "5.1.1",
        },
        { id: 2, email: "full@example.com", kind: "soft", isBlocked: false, at: "2026-03-08T10:00:00Z", reason: "" },
      ],
    });
    const { press } = await openNewsletters(fake);
    await press("Settings", within(screen.getByRole("tabpanel", { name: "Newsletters" })));
    const region = within(screen.getByRole("region", { name: "Addresses whose emails came back" }));
    expect(region.getByText(/Not blocked yet/)).toBeTruthy();
    await press("Let it get newsletters again: gone@example.com", region);
    await press("Let it", dialog());
    expect(fake.bounces.map(({ id }) => id)).toEqual([2]);
    expect(region.queryByText(/gone/)).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Addresses whose emails came back" }));
  });
});
