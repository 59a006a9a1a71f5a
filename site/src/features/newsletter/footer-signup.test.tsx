import type { ScreenName } from "@porchlight/protocol/content.ts";
import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { fetchConfig } from "../../api/config.ts";
import { FooterSignup } from "./footer-signup.tsx";

type Sent = { url: string; body: unknown };

/** Responds to `/config.json` as the gateway does, and to an insert with this status; `null` is a network failure. */
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

const errorBody = (code: string) => ({ code, message: "rejected", details: null, hint: null });

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

test("the thank-you appears 800 ms after a stored sign-up, and its status line disappears after 5 s", async () => {
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

test("for an email that is already on the list, a message appears and the form stays", async () => {
  gatewayAnswers(409, errorBody("23505"));
  render(footerOn("terms"));
  await join("ann@example.com");
  expect((await screen.findByRole("alert")).textContent).toBe("Email already subscribed");
  expect(document.activeElement).toBe(screen.getByLabelText("Email"));
});

test.each(["ann", "ann@example", "a n@example.com", "@example.com", `${"a".repeat(250)}@b.co`])(
  "%s is not an email, and nothing is sent",
  async (typed) => {
    const sent = gatewayAnswers(201);
    render(footerOn("terms"));
    await join(typed);
    expect((await screen.findByRole("alert")).textContent).toBe("Please enter a valid email address");
    expect(sent).toEqual([]);
  },
);

test.each([
  ["failed a check", "23514"],
  ["is too long", "22001"],
])("an email that the table rejects because it %s counts as invalid", async (_, code) => {
  gatewayAnswers(400, errorBody(code));
  render(footerOn("terms"));
  await join("ann@example.com");
  expect((await screen.findByRole("alert")).textContent).toBe("Please enter a valid email address");
});

test("after another error, the message asks to try again", async () => {
  gatewayAnswers(401, errorBody("42501"));
  render(footerOn("terms"));
  await join("ann@example.com");
  expect((await screen.findByRole("alert")).textContent).toBe("Failed to subscribe. Please try again.");
});

describe("a late response", () => {
  const results = [
    ["success", 201, "Thank you!"],
    ["an error", 409, "Email already subscribed"],
  ] as const;

  const heading = () => screen.getByRole("heading", { name: "Terms of Service" });
  /** Browsers remove the focus from a disabled element. */
  const loseFocus = () => {
    heading().focus();
    heading().blur();
  };

  /** Joins on a legal page, runs `meanwhile`, and waits for the response. */
  async function joinAndGoOn(status: number, message: string, meanwhile: (rerender: (on: ScreenName) => void) => void) {
    gatewayAnswers(status, status === 409 ? errorBody("23505") : undefined);
    const { rerender } = render(footerOn("terms"), { wrapper: WithHeading });
    await user.type(screen.getByLabelText("Email"), "ann@example.com");
    fireEvent.submit(screen.getByLabelText<HTMLInputElement>("Email").form ?? document.body);
    meanwhile((on) => rerender(footerOn(on)));
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(screen.getByText(message)).toBeTruthy();
  }

  test.each(results)("with %s leaves the focus where the visitor moved it", async (_, status, message) => {
    await joinAndGoOn(status, message, () => heading().focus());
    expect(document.activeElement).toBe(heading());
  });

  test.each(results)("with %s does not move the focus on another screen", async (_, status, message) => {
    await joinAndGoOn(status, message, (goTo) => {
      goTo("about");
      loseFocus();
    });
    expect(document.activeElement).toBe(document.body);
  });

  test.each(results)("with %s moves the focus within the form, without scrolling", async (_, status, message) => {
    const focus = vi.spyOn(HTMLElement.prototype, "focus");
    await joinAndGoOn(status, message, loseFocus);
    expect(document.activeElement?.closest(".signup")).not.toBeNull();
    expect(focus).toHaveBeenLastCalledWith({ preventScroll: true });
  });
});

describe("a failure that the visitor cannot fix", () => {
  beforeEach(() => {
    vi.mocked(console.warn).mockImplementation(() => {});
  });

  test.each([
    ["a network failure", null, undefined],
    ["a server error", 503, errorBody("53100")],
    ["a response that is not an error body", 400, { hello: "there" }],
  ])("%s shows a message and leaves the typed email", async (_, status, body) => {
    gatewayAnswers(status, body);
    render(footerOn("terms"));
    await join("ann@example.com");
    expect((await screen.findByRole("alert")).textContent).toBe("Something went wrong. Please try again.");
    expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("ann@example.com");
    expect(vi.mocked(console.warn).mock.calls[0]?.[0]).toContain("did not reach the list");
  });
});

test("Join is disabled for a blank email", async () => {
  const sent = gatewayAnswers(201);
  render(footerOn("terms"));
  const button = screen.getByRole("button", { name: "Join" });
  const field = screen.getByLabelText<HTMLInputElement>("Email");
  expect(field).toMatchObject({ type: "email", required: true });
  expect(button.hasAttribute("disabled")).toBe(true);
  await user.type(field, "   {Enter}");
  expect(button.hasAttribute("disabled")).toBe(true);
  // Some keyboards submit a form without its button.
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

test("an open page fetches the new key after a provider was connected, and joins", async () => {
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
