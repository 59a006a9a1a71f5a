import { aSite } from "@porchlight/fixtures/pages.ts";
import type { LinkedSignIn } from "@porchlight/protocol/admin.ts";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openAuth } from "../../api/auth.ts";
import { answersTooLate } from "../../api/too-late.case.ts";
import { Admin } from "./admin.tsx";
import type { Arrival } from "./arrival.ts";
import {
  type Answers,
  aFactor,
  aSession,
  authError,
  type FakeGateway,
  fakeGateway,
  noNetwork,
} from "./fake-gateway.case.ts";
import { type AdminSession, SignedOut } from "./session.ts";

const TOKEN = "/auth/v1/token?grant_type=password";
const REFRESH = "/auth/v1/token?grant_type=refresh_token";

let user: ReturnType<typeof userEvent.setup>;
let session: AdminSession | undefined;
let key = "";
let count = 0;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  user = userEvent.setup({ delay: null, advanceTimers: vi.advanceTimersByTime });
  session = undefined;
  count += 1;
  // The client speaks up when two of one name are opened on a page.
  key = `admin-test-${count}`;
});
afterEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

/** Opens the desk and waits until it has asked the other tabs. */
async function openDesk({
  answers = {},
  arrival,
  linkedSignIn = "google",
}: {
  answers?: Answers;
  arrival?: Arrival;
  linkedSignIn?: LinkedSignIn;
} = {}): Promise<FakeGateway> {
  const gateway = fakeGateway(answers);
  const open = async () => ({ ...(await openAuth(key)), linkedSignIn });
  render(
    <Admin
      site={aSite()}
      arrival={arrival}
      openAuth={open}
      renderDashboard={(opened) => {
        session = opened;
        return <h1>Admin Dashboard</h1>;
      }}
    />,
  );
  expect(screen.getByRole("status").textContent).toBe("Loading...");
  await act(() => vi.advanceTimersByTimeAsync(300));
  return gateway;
}

/** As after an earlier visit in this tab. */
function keepSession(kept: object = aSession()) {
  sessionStorage.setItem(key, JSON.stringify(kept));
}

const password = () => screen.getByLabelText<HTMLInputElement>("Password");
const alert = async () => (await screen.findByRole("alert")).textContent;
const shows = (title: string) => screen.findByRole("heading", { level: 1, name: title });
const heading = () => screen.getByRole("heading", { level: 1 }).textContent;
const press = (name: string) => user.click(screen.getByRole("button", { name }));

async function logIn(text = "correct horse battery") {
  await user.type(password(), text);
  await press("Login");
  await act(() => vi.advanceTimersByTimeAsync(500));
}

describe("the login", () => {
  test("says what docs/product.md §2 says, and waits for something that is not blank", async () => {
    await openDesk();
    expect(heading()).toBe("Admin Access");
    expect(screen.getByText("Enter the admin password to access the dashboard")).toBeTruthy();
    expect(screen.getByText(/secure admin area/)).toBeTruthy();
    expect(password().placeholder).toBe("Enter admin password");
    expect(password().required).toBe(true);
    expect(password().autocomplete).toBe("current-password");
    expect(document.querySelector<HTMLInputElement>('input[autocomplete="username"]')?.value).toBe("owner@example.com");
    expect(document.activeElement).toBe(password());
    const login = screen.getByRole("button", { name: "Login" });
    expect(login.hasAttribute("disabled")).toBe(true);
    await user.type(password(), "   {Enter}");
    expect(login.hasAttribute("disabled")).toBe(true);
  });

  test("the right password opens the dashboard, after 500 ms at least", async () => {
    const gateway = await openDesk({ answers: { [`POST ${TOKEN}`]: () => Response.json(aSession()) } });
    await user.type(password(), "correct horse battery");
    await press("Login");
    expect(screen.getByRole("button", { name: "Verifying..." }).hasAttribute("disabled")).toBe(true);
    await act(() => vi.advanceTimersByTimeAsync(499));
    expect(heading()).toBe("Admin Access");
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(heading()).toBe("Admin Dashboard");
    expect(sessionStorage.getItem("admin-authenticated")).toBe("true");
    expect(gateway.bodiesOf(TOKEN)).toMatchObject([{ email: "owner@example.com", password: "correct horse battery" }]);
    expect(session).toMatchObject({ email: "owner@example.com", id: "s1" });
  });

  test("a wrong password is told so, cleared, and asked for again", async () => {
    await openDesk({ answers: { [`POST ${TOKEN}`]: () => authError(400, "invalid_credentials") } });
    await logIn("guess");
    expect(await alert()).toBe("Invalid password");
    expect(password().value).toBe("");
    expect(document.activeElement).toBe(password());
    expect(sessionStorage.getItem("admin-authenticated")).toBeNull();
  });

  test("too many attempts are told how long to wait", async () => {
    const busy = () => authError(429, "over_request_rate_limit", {}, { "Retry-After": "42" });
    await openDesk({ answers: { [`POST ${TOKEN}`]: busy } });
    await logIn();
    expect(await alert()).toBe("Too many attempts. Please wait 42 seconds, then try again.");
  });

  test.each([
    ["no network", noNetwork],
    ["trouble at the gateway", () => authError(503, "unavailable")],
  ])("%s says that something went wrong and keeps what was typed", async (_, answer) => {
    await openDesk({ answers: { [`POST ${TOKEN}`]: answer } });
    await logIn();
    expect(await alert()).toBe("Something went wrong. Please try again.");
    expect(password().value).toBe("correct horse battery");
  });

  test("pressing Enter twice asks once", async () => {
    const gateway = await openDesk({ answers: { [`POST ${TOKEN}`]: () => Response.json(aSession()) } });
    await user.type(password(), "correct horse battery{Enter}{Enter}");
    await act(() => vi.advanceTimersByTimeAsync(500));
    expect(gateway.bodiesOf(TOKEN)).toHaveLength(1);
  });

  test("an account without the admin's role is turned away", async () => {
    await openDesk({ answers: { [`POST ${TOKEN}`]: () => Response.json(aSession({ role: "fan" })) } });
    await logIn();
    expect(heading()).toBe("Admin Access");
    expect(await alert()).toBe("This account may not open the dashboard.");
  });

  test("Google is offered only where it is switched on", async () => {
    await openDesk({ answers: { "GET /auth/v1/settings": () => Response.json({ external: { google: true } }) } });
    expect(screen.getByRole("button", { name: "Continue with Google" })).toBeTruthy();
  });

  test("another provider is not called Google", async () => {
    await openDesk({
      linkedSignIn: "other",
      arrival: { by: "refusal", code: "signup_disabled" },
      answers: { "GET /auth/v1/settings": () => Response.json({ external: { google: true } }) },
    });
    expect(screen.getByRole("button", { name: "Continue with a linked account" })).toBeTruthy();
    expect(await alert()).toContain("That account is not linked to this desk.");
  });
});

describe("the session", () => {
  test("is restored on reload, and used without asking", async () => {
    keepSession();
    await openDesk();
    expect(heading()).toBe("Admin Dashboard");
    expect(await session?.accessToken()).toContain(".r1");
  });

  test("about to run out, it is refreshed first", async () => {
    keepSession(aSession({ expiresIn: 60 }));
    const gateway = await openDesk({
      answers: { [`POST ${REFRESH}`]: () => Response.json(aSession({ refreshToken: "r2" })) },
    });
    expect(heading()).toBe("Admin Dashboard");
    expect(await session?.accessToken()).toContain(".r2");
    expect(gateway.bodiesOf(REFRESH)).toEqual([{ refresh_token: "r1" }]);
  });

  test("past its end and refused, it leads to the login", async () => {
    keepSession(aSession({ expiresIn: -10 }));
    await openDesk({ answers: { [`POST ${REFRESH}`]: () => authError(400, "refresh_token_not_found") } });
    expect(heading()).toBe("Admin Access");
    expect(sessionStorage.getItem(key)).toBeNull();
  });

  test("past its end without a network, it is kept and can be tried again", async () => {
    keepSession(aSession({ expiresIn: -10 }));
    // The client notes that it could not refresh.
    vi.mocked(console.warn).mockImplementation(() => {});
    await openDesk({ answers: { [`POST ${REFRESH}`]: noNetwork } });
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    vi.mocked(console.warn).mockClear();
    expect(heading()).toBe("The site cannot be reached");
    expect(screen.getByText(/You are still signed in/)).toBeTruthy();
    expect(sessionStorage.getItem(key)).not.toBeNull();
    answersTooLate(() => Response.json({}));
    await press("Try Again");
    expect(await alert()).toBe("Something went wrong. Please try again.");
    expect(screen.getByRole("button", { name: "Try Again" }).hasAttribute("disabled")).toBe(false);
  });

  test("refused by the gateway because it was ended elsewhere, it leads to the login", async () => {
    keepSession();
    await openDesk({ answers: { "GET /auth/v1/user": () => authError(403, "session_not_found") } });
    await act(async () => session?.refused());
    expect(heading()).toBe("Admin Access");
    expect(screen.getByText("Your session has ended. Please log in again.")).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(screen.queryByText("Your session has ended. Please log in again.")).toBeNull();
    await expect(session?.accessToken()).rejects.toBeInstanceOf(SignedOut);
  });

  test("refused because a second step was added elsewhere, it asks for the code", async () => {
    keepSession();
    const { user: person } = aSession({ factors: [aFactor()] });
    await openDesk({ answers: { "GET /auth/v1/user": () => Response.json(person) } });
    await act(async () => session?.refused());
    expect(heading()).toBe("Enter the code");
  });

  test("ended by Logout, it leaves no trace and says so", async () => {
    keepSession();
    const gateway = await openDesk();
    await act(async () => session?.signOut());
    expect(heading()).toBe("Admin Access");
    expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
    expect(sessionStorage.getItem(key)).toBeNull();
    expect(sessionStorage.getItem("admin-authenticated")).toBeNull();
    expect(gateway.bodiesOf("/auth/v1/logout")).toHaveLength(1);
  });
});

describe("the second step", () => {
  const verified = () => Response.json(aSession({ aal: "aal2", factors: [aFactor()], refreshToken: "r2" }));
  const challenge = () => Response.json({ id: "c1", type: "totp", expires_at: 0 });

  test("asks for the app's code, takes a pasted one, and opens the dashboard", async () => {
    keepSession(aSession({ factors: [aFactor()] }));
    const gateway = await openDesk({
      answers: { "POST /auth/v1/factors/f1/challenge": challenge, "POST /auth/v1/factors/f1/verify": verified },
    });
    await shows("Enter the code");
    const field = screen.getByLabelText<HTMLInputElement>("Code from My telephone");
    expect(field.autocomplete).toBe("one-time-code");
    expect(screen.getByRole("button", { name: "Verify" }).hasAttribute("disabled")).toBe(true);
    await user.click(field);
    await user.paste("123 456");
    await press("Verify");
    await shows("Admin Dashboard");
    expect(gateway.bodiesOf("/auth/v1/factors/f1/verify")).toEqual([{ challenge_id: "c1", code: "123456" }]);
  });

  test("a wrong code is told so, and the next one asked for", async () => {
    keepSession(aSession({ factors: [aFactor()] }));
    await openDesk({
      answers: {
        "POST /auth/v1/factors/f1/challenge": challenge,
        "POST /auth/v1/factors/f1/verify": () => authError(422, "mfa_verification_failed"),
      },
    });
    const field = screen.getByLabelText<HTMLInputElement>("Code from My telephone");
    await user.type(field, "000000{Enter}");
    expect(await alert()).toBe("That code is not right. Wait for the next one, then try again.");
    expect(field.value).toBe("");
    expect(document.activeElement).toBe(field);
  });

  test("with a telephone, the code is sent first", async () => {
    const phone = aFactor({ id: "p1", factor_type: "phone", friendly_name: "Bandmate" });
    keepSession(aSession({ factors: [aFactor(), phone] }));
    const gateway = await openDesk({
      answers: {
        "POST /auth/v1/factors/p1/challenge": () => Response.json({ id: "c2", type: "phone", expires_at: 0 }),
        "POST /auth/v1/factors/p1/verify": verified,
      },
    });
    await user.click(screen.getByLabelText("Bandmate"));
    expect(screen.queryByLabelText("Code")).toBeNull();
    await press("Send code");
    await user.type(await screen.findByLabelText("Code"), "654321");
    await press("Verify");
    await shows("Admin Dashboard");
    expect(gateway.bodiesOf("/auth/v1/factors/p1/verify")).toEqual([{ challenge_id: "c2", code: "654321" }]);
  });

  test("Cancel signs out and leads back to the login", async () => {
    keepSession(aSession({ factors: [aFactor()] }));
    await openDesk();
    await press("Cancel");
    await shows("Admin Access");
  });
});

describe("a forgotten password", () => {
  const link = { by: "link", tokenHash: "abc", type: "recovery" } as const;

  test("sends a letter, and says no more about the address than it must", async () => {
    const gateway = await openDesk({ answers: { "POST /auth/v1/recover": () => Response.json({}) } });
    await press("Forgot password?");
    await shows("Forgot your password?");
    expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
    expect(screen.queryByText(/owner@example\.com/)).toBeNull();
    await press("Send the letter");
    expect(await screen.findByText(/the letter is on its way/)).toBeTruthy();
    expect(gateway.bodiesOf("/auth/v1/recover")).toMatchObject([{ email: "owner@example.com" }]);
  });

  test("the code of the letter leads on to a new password", async () => {
    const gateway = await openDesk({
      answers: {
        "POST /auth/v1/recover": () => Response.json({}),
        "POST /auth/v1/verify": () => authError(403, "otp_expired"),
      },
    });
    await press("Forgot password?");
    await press("Send the letter");
    await user.type(await screen.findByLabelText("Code from the letter"), "111111{Enter}");
    expect(await alert()).toContain("That code is not right");
    gateway.answer({ "POST /auth/v1/verify": () => Response.json(aSession()) });
    await user.type(screen.getByLabelText("Code from the letter"), "222222{Enter}");
    await shows("Choose a new password");
  });

  test("the link leads to a new password, which every rule is told of", async () => {
    const gateway = await openDesk({
      arrival: link,
      answers: {
        "POST /auth/v1/verify": () => Response.json(aSession()),
        "PUT /auth/v1/user": () => authError(422, "weak_password", { weak_password: { reasons: ["pwned"] } }),
      },
    });
    expect(gateway.bodiesOf("/auth/v1/verify")).toMatchObject([{ type: "recovery", token_hash: "abc" }]);
    await shows("Choose a new password");
    const field = screen.getByLabelText<HTMLInputElement>("New password");
    await user.type(field, "short{Enter}");
    expect(await alert()).toBe("The password needs at least 12 characters.");
    await press("Show password");
    expect(field.type).toBe("text");
    await user.clear(field);
    await user.type(field, "password1234{Enter}");
    expect(await alert()).toBe("That password is among the first that others would guess. Choose another one.");

    gateway.answer({ "PUT /auth/v1/user": () => Response.json(aSession().user) });
    await user.type(field, "5{Enter}");
    expect(await screen.findByText("Your password is changed. Every other session has ended.")).toBeTruthy();
    await shows("Admin Dashboard");
  });

  test("with a second step, its code comes first", async () => {
    await openDesk({
      arrival: link,
      answers: {
        "POST /auth/v1/verify": () => Response.json(aSession({ factors: [aFactor()] })),
        "POST /auth/v1/factors/f1/challenge": () => Response.json({ id: "c1", type: "totp", expires_at: 0 }),
        "POST /auth/v1/factors/f1/verify": () => Response.json(aSession({ aal: "aal2", factors: [aFactor()] })),
      },
    });
    await user.type(screen.getByLabelText("Code from My telephone"), "123456{Enter}");
    await shows("Choose a new password");
  });

  test("a link that no longer works says so and offers another letter", async () => {
    await openDesk({ arrival: link, answers: { "POST /auth/v1/verify": () => authError(403, "otp_expired") } });
    await shows("This link no longer works");
    expect(screen.getByRole("button", { name: "Send the letter" })).toBeTruthy();
  });

  test("a link met by trouble at the gateway can be tried again", async () => {
    const gateway = await openDesk({ arrival: link, answers: { "POST /auth/v1/verify": noNetwork } });
    await shows("The site cannot be reached");
    gateway.answer({ "POST /auth/v1/verify": () => Response.json(aSession()) });
    await press("Try Again");
    await shows("Choose a new password");
  });
});

test("a provider that refused is told of above the login", async () => {
  await openDesk({ arrival: { by: "refusal", code: "signup_disabled" } });
  await shows("Admin Access");
  expect(await alert()).toContain("That Google account is not linked to this desk.");
});

test("a gateway that gives no answer at all can be tried again", async () => {
  vi.mocked(console.warn).mockImplementation(() => {});
  vi.stubGlobal("fetch", noNetwork);
  render(
    <Admin
      site={aSite()}
      arrival={undefined}
      openAuth={() => Promise.reject(new Error("no answer"))}
      renderDashboard={() => null}
    />,
  );
  expect(await screen.findByRole("heading", { name: "The site cannot be reached" })).toBeTruthy();
  vi.mocked(console.warn).mockClear();
});
