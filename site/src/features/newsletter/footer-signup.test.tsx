import type { ScreenName } from "@porchlight/protocol/content.ts";
import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { fetchConfig } from "../../api/config.ts";
import { FooterSignup } from "./footer-signup.tsx";

type Sent = { url: string; body: unknown };

/** Answers `/config.json` as the gateway does and an insert with this; `null` stands for a network that is gone. */
function gatewayAnswers(status: number | null, body?: unknown): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    if (url === "/config.json") return Response.json({ database: { url: "https://artist.example", anonKey: "key" } });
    sent.push({ url, body: JSON.parse(String(init?.body)) });
    if (status === null) throw new TypeError("Failed to fetch");
    return new Response(body === undefined ? null : JSON.stringify(body), { status });
  });
  return sent;
}

const refusal = (code: string) => ({ code, message: "refused", details: null, hint: null });

const footerOn = (current: ScreenName) => (
  <FooterSignup artist="June Marlow" contactUrl="https://letters.example/june" current={current} />
);

let user: ReturnType<typeof userEvent.setup>;

beforeEach(() => {
  vi.useFakeTimers();
  user = userEvent.setup({ delay: null, advanceTimers: vi.advanceTimersByTime });
});

function WithHeading({ children }: { children: ReactNode }) {
  return (
    <>
      <h1 tabIndex={-1}>Terms of Service</h1>
      {children}
    </>
  );
}

async function join(email: string) {
  await user.type(screen.getByLabelText("Email"), email);
  await user.click(screen.getByRole("button", { name: "Join" }));
}

test("a stored address is thanked for after 800 ms, and the status line clears after 5 s", async () => {
  const sent = gatewayAnswers(201);
  render(footerOn("terms"));
  await join(" Ann@Example.com ");

  expect(screen.getByRole("button", { name: "Joining..." }).hasAttribute("disabled")).toBe(true);
  expect(screen.getByLabelText("Email").hasAttribute("disabled")).toBe(true);
  await act(() => vi.advanceTimersByTimeAsync(799));
  expect(screen.queryByText("Thank you!")).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.getByText("Thank you!")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
  expect(sent).toMatchObject([
    {
      url: "/rest/v1/newsletter_subscribers",
      body: { email: "ann@example.com", status: "active", source: "website-footer" },
    },
  ]);

  expect(screen.getByRole("status")).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(screen.queryByRole("status")).toBeNull();
  expect(screen.getByText("Thank you!")).toBeTruthy();
});

test("an email already on the list is told so and the form stays", async () => {
  gatewayAnswers(409, refusal("23505"));
  render(footerOn("terms"));
  await join("ann@example.com");
  expect((await screen.findByRole("alert")).textContent).toBe("Email already subscribed");
  expect(document.activeElement).toBe(screen.getByLabelText("Email"));
});

test.each(["ann", "ann@example", "a n@example.com", "@example.com", `${"a".repeat(250)}@b.co`])(
  "%s is no address and nothing is sent",
  async (typed) => {
    const sent = gatewayAnswers(201);
    render(footerOn("terms"));
    await join(typed);
    expect((await screen.findByRole("alert")).textContent).toBe("Please enter a valid email address");
    expect(sent).toEqual([]);
  },
);

test.each([
  ["failed its check", "23514"],
  ["is too long for it", "22001"],
])("an address that only the table refuses, as it %s, is called invalid too", async (_, code) => {
  gatewayAnswers(400, refusal(code));
  render(footerOn("terms"));
  await join("ann@example.com");
  expect((await screen.findByRole("alert")).textContent).toBe("Please enter a valid email address");
});

test("another refusal asks to try again", async () => {
  gatewayAnswers(401, refusal("42501"));
  render(footerOn("terms"));
  await join("ann@example.com");
  expect((await screen.findByRole("alert")).textContent).toBe("Failed to subscribe. Please try again.");
});

describe("an answer that comes late", () => {
  const outcomes = [
    ["good news", 201, "Thank you!"],
    ["a refusal", 409, "Email already subscribed"],
  ] as const;

  const heading = () => screen.getByRole("heading", { name: "Terms of Service" });
  /** As a browser does once what had the focus is disabled. */
  const loseFocus = () => {
    heading().focus();
    heading().blur();
  };

  /** Joins from the legal pages, goes on as `meanwhile` does, and waits for the answer. */
  async function joinAndGoOn(status: number, words: string, meanwhile: (rerender: (on: ScreenName) => void) => void) {
    gatewayAnswers(status, status === 409 ? refusal("23505") : undefined);
    const { rerender } = render(footerOn("terms"), { wrapper: WithHeading });
    await user.type(screen.getByLabelText("Email"), "ann@example.com");
    fireEvent.submit(screen.getByLabelText<HTMLInputElement>("Email").form ?? document.body);
    meanwhile((on) => rerender(footerOn(on)));
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(screen.getByText(words)).toBeTruthy();
  }

  test.each(outcomes)("with %s leaves the focus where the visitor went meanwhile", async (_, status, words) => {
    await joinAndGoOn(status, words, () => heading().focus());
    expect(document.activeElement).toBe(heading());
  });

  test.each(outcomes)("with %s does not bring back who reads another screen by now", async (_, status, words) => {
    await joinAndGoOn(status, words, (goTo) => {
      goTo("about");
      loseFocus();
    });
    expect(document.activeElement).toBe(document.body);
  });

  test.each(outcomes)("with %s takes the focus of the form, and does not move the view", async (_, status, words) => {
    const focus = vi.spyOn(HTMLElement.prototype, "focus");
    await joinAndGoOn(status, words, loseFocus);
    expect(document.activeElement?.closest(".signup")).not.toBeNull();
    expect(focus).toHaveBeenLastCalledWith({ preventScroll: true });
  });
});

describe("trouble that the visitor cannot mend", () => {
  beforeEach(() => {
    vi.mocked(console.warn).mockImplementation(() => {});
  });

  test.each([
    ["a dead network", null, undefined],
    ["a server error", 503, refusal("53100")],
    ["an answer that is no error", 400, { hello: "there" }],
  ])("%s says that something went wrong and keeps what was typed", async (_, status, body) => {
    gatewayAnswers(status, body);
    render(footerOn("terms"));
    await join("ann@example.com");
    expect((await screen.findByRole("alert")).textContent).toBe("Something went wrong. Please try again.");
    expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("ann@example.com");
    expect(vi.mocked(console.warn).mock.calls[0]?.[0]).toContain("did not reach the list");
    vi.mocked(console.warn).mockClear();
  });
});

test("Join waits for something that is not blank", async () => {
  const sent = gatewayAnswers(201);
  render(footerOn("terms"));
  const button = screen.getByRole("button", { name: "Join" });
  const field = screen.getByLabelText<HTMLInputElement>("Email");
  expect(field).toMatchObject({ type: "email", required: true });
  expect(button.hasAttribute("disabled")).toBe(true);
  await user.type(field, "   {Enter}");
  expect(button.hasAttribute("disabled")).toBe(true);
  // Some keyboards send a form without its button.
  if (field.form) fireEvent.submit(field.form);
  expect(button.textContent).toBe("Join");
  expect(screen.queryByRole("alert")).toBeNull();
  expect(sent).toEqual([]);
});

test("pressing Enter twice sends one sign-up", async () => {
  const sent = gatewayAnswers(201);
  render(footerOn("terms"));
  await user.type(screen.getByLabelText("Email"), "ann@example.com{Enter}{Enter}");
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(sent.length).toBe(1);
});

test("a page that was open when a provider was plugged in asks for the present key, and joins", async () => {
  let key = "key";
  const keys: (string | null)[] = [];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    if (url === "/config.json") return Response.json({ database: { url: "https://artist.example", anonKey: key } });
    const sent = new Headers(init?.headers).get("apikey");
    keys.push(sent);
    if (sent !== key) return Response.json({ message: "Invalid API key", hint: "" }, { status: 401 });
    return new Response(null, { status: 201 });
  });
  await fetchConfig();
  key = "another";
  render(footerOn("terms"));
  await join("ann@example.com");
  await act(() => vi.advanceTimersByTimeAsync(800));
  expect(screen.getByText("Thank you!")).toBeTruthy();
  expect(keys).toEqual(["key", "another"]);
});
