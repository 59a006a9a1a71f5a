import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { EmailDialog } from "./email-dialog.tsx";

/** A response of the mailing list. `null` is a network failure. */
type Answer = { result: string; msg: string } | string | null;

/** Sends these responses to sign-ups when the test calls `arrive`. The last one repeats. */
function listAnswers(...answers: Answer[]) {
  const requests: URLSearchParams[] = [];
  const waiting: (() => void)[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    const url = new URL(path, "https://artist.example");
    expect(url.pathname).toBe("/mailing-list/subscribe/post-json");
    requests.push(url.searchParams);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    await new Promise<void>((resolve) => waiting.push(resolve));
    if (answer === null) throw new TypeError("Failed to fetch");
    const text = typeof answer === "string" ? answer : `${url.searchParams.get("c")}(${JSON.stringify(answer)})`;
    return new Response(text);
  });
  const arrive = () =>
    act(async () => {
      for (const go of waiting.splice(0)) go();
    });
  return { requests, arrive };
}

const JOINED = { result: "success", msg: "Your address is on the list." };

/** A page with a button that opens the dialog. */
function Page({ variant }: { variant?: "full" | "simple" }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Write to me
      </button>
      {isOpen && (
        <EmailDialog artist="June Marlow" onClose={() => setOpen(false)} {...(variant !== undefined && { variant })} />
      )}
    </>
  );
}

let user: ReturnType<typeof userEvent.setup>;

beforeEach(() => {
  user = userEvent.setup();
});

async function open(variant?: "full" | "simple") {
  render(<Page {...(variant !== undefined && { variant })} />);
  await user.click(screen.getByRole("button", { name: "Write to me" }));
  return screen.getByRole("dialog", { name: "Join the list" });
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const button = (name: string) => screen.getByRole("button", { name });

async function fill(values: { first?: string; last?: string; email?: string }) {
  if (values.first) await user.type(field("First name"), values.first);
  if (values.last) await user.type(field("Last name"), values.last);
  if (values.email) await user.type(field("Email"), values.email);
}

const ANN = { first: "Ann", last: "O'Hara", email: "ann@example.com" };

describe("the full form", () => {
  test("sends the typed values and shows the list's message, with Close instead of Join", async () => {
    const { requests, arrive } = listAnswers(JOINED);
    await open();
    await fill(ANN);
    await user.click(button("Join"));
    expect(button("Joining...").getAttribute("aria-disabled")).toBe("true");
    await arrive();

    expect(requests.map((query) => Object.fromEntries(query))).toEqual([
      { EMAIL: "ann@example.com", FNAME: "Ann", LNAME: "O'Hara", c: "__jp0" },
    ]);
    expect(screen.getByRole("dialog", { name: "Success!" })).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Success!" }));
    expect(screen.getByRole("status").textContent).toBe("Your address is on the list.");
    expect([...document.querySelectorAll("input")].map(({ value }) => value)).toEqual(["", "", ""]);
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Write to me", "Close"]);

    await user.click(button("Close"));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test.each([
    ["the first name", { ...ANN, first: "" }, "First name"],
    ["a first name that is not blank", { ...ANN, first: "  " }, "First name"],
    ["the last name", { ...ANN, last: "" }, "Last name"],
    ["the email", { ...ANN, email: "" }, "Email"],
    ["an @", { ...ANN, email: "ann.example.com" }, "Email"],
  ])("without %s nothing is sent, no message shows, and the focus moves to its field", async (_, values, missing) => {
    const { requests } = listAnswers(JOINED);
    await open();
    await fill(values);
    await user.click(button("Join"));
    expect(requests).toEqual([]);
    expect(screen.queryByRole("alert")).toBeNull();
    expect(document.activeElement).toBe(field(missing));
  });

  test("has attributes for autofill and keyboards", async () => {
    await open();
    expect(field("First name").autocomplete).toBe("given-name");
    expect(field("Last name").autocomplete).toBe("family-name");
    expect(field("Email").autocomplete).toBe("email");
    expect(field("Email").inputMode).toBe("email");
    expect(field("Email").required).toBe(true);
  });

  test("a double click, or pressing Enter twice, sends one sign-up", async () => {
    const { requests, arrive } = listAnswers(JOINED);
    await open();
    await fill(ANN);
    await user.dblClick(button("Join"));
    await user.type(field("Email"), "{Enter}{Enter}");
    await arrive();
    expect(requests.length).toBe(1);
    expect(screen.getByRole("heading", { name: "Success!" })).toBeTruthy();
  });
});

describe("the simple variant", () => {
  test("asks only for the email", async () => {
    const { requests, arrive } = listAnswers(JOINED);
    await open("simple");
    expect(screen.getAllByRole("textbox")).toHaveLength(1);
    await user.type(field("Email"), "ann@example.com{Enter}");
    await arrive();
    expect(Object.fromEntries(requests[0] ?? [])).toEqual({
      EMAIL: "ann@example.com",
      FNAME: "",
      LNAME: "",
      c: "__jp0",
    });
    expect(screen.getByRole("heading", { name: "Success!" })).toBeTruthy();
  });

  test("sends nothing without an @", async () => {
    const { requests } = listAnswers(JOINED);
    await open("simple");
    await user.type(field("Email"), "ann{Enter}");
    expect(requests).toEqual([]);
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

describe("a sign-up that fails", () => {
  test.each<[string, Answer, string]>([
    ["an error", { result: "error", msg: "Email already subscribed" }, "Email already subscribed"],
    ["an error with a field", { result: "error", msg: "0 - Please enter a value" }, "Please enter a value"],
    ["an error without a message", { result: "error", msg: "" }, "Failed to subscribe. Please try again."],
    ["a network failure", null, "Failed to fetch"],
    ["a page in place of a response", "<!doctype html>", "The mailing list responded with status 200"],
    [
      "a call of another function",
      'alert({"result":"success","msg":""})',
      "The mailing list responded with status 200",
    ],
  ])("shows a message, leaves the typed values, and can be retried: %s", async (_, answer, message) => {
    const { requests, arrive } = listAnswers(answer, JOINED);
    await open();
    await fill(ANN);
    await user.click(button("Join"));
    await arrive();
    expect(screen.getByRole("alert").textContent).toBe(message);
    expect(field("Email").value).toBe("ann@example.com");
    // The focus stays on the button.
    expect(document.activeElement).toBe(button("Join"));

    await user.click(button("Join"));
    expect(screen.queryByRole("alert")).toBeNull();
    await arrive();
    expect(requests.length).toBe(2);
    expect(screen.getByRole("heading", { name: "Success!" })).toBeTruthy();
  });

  test.each(["error", "success"])("shows markup in the list's message as text: %s", async (result) => {
    const msg = `<img src="x" onerror="alert(1)"><b>Hello</b>`;
    const { arrive } = listAnswers({ result, msg });
    const dialog = await open();
    await fill(ANN);
    await user.click(button("Join"));
    await arrive();
    expect(dialog.querySelector("img, b")).toBeNull();
    expect(dialog.textContent).toContain(msg);
  });
});

describe("the dialog", () => {
  test("closes by Close and by Escape", async () => {
    await open();
    await user.click(button("Close"));
    expect(screen.queryByRole("dialog")).toBeNull();
    await user.click(button("Write to me"));
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("can be closed while a sign-up runs, and reopens with empty fields", async () => {
    const { arrive } = listAnswers(JOINED);
    await open();
    await fill(ANN);
    await user.click(button("Join"));
    await user.keyboard("{Escape}");
    await arrive();
    expect(screen.queryByRole("dialog")).toBeNull();
    await user.click(button("Write to me"));
    expect(field("Email").value).toBe("");
    expect(button("Join")).toBeTruthy();
  });

  test.each([
    ["the first field with a mouse", true, () => field("First name")],
    [
      "the heading on touch screens, because a keyboard would cover the dialog",
      false,
      () => screen.getByRole("heading", { name: "Join the list" }),
    ],
  ])("focuses %s", async (_, isFine, expected) => {
    vi.stubGlobal("matchMedia", () => ({ matches: isFine }));
    await open();
    expect(document.activeElement).toBe(expected());
    vi.unstubAllGlobals();
  });
});
