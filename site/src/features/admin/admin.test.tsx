import { aSite } from "@porchlight/fixtures/pages.ts";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { answersTooLate } from "../../api/too-late.case.ts";
import {
  alert,
  heading,
  key,
  openDashboard,
  password,
  press,
  session,
  shows,
  storeSession,
  user,
} from "./admin.case.tsx";
import { Admin } from "./admin.tsx";
import { aFactor, aSession, authError, noNetwork } from "./fake-gateway.case.ts";
import { SignedOut } from "./shared/session.ts";

const TOKEN = "/auth/v1/token?grant_type=password";
const REFRESH = "/auth/v1/token?grant_type=refresh_token";

async function logIn(text = "correct horse battery") {
  await user.type(password(), text);
  await press("Login");
  await act(() => vi.advanceTimersByTimeAsync(500));
}

describe("the login", () => {
  test("has the texts of docs/product.md §2, and needs a password that is not blank", async () => {
    const gateway = await openDashboard();
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
    // Some keyboards submit a form without its button.
    const { form } = password();
    if (form) fireEvent.submit(form);
    expect(login.textContent).toBe("Login");
    expect(gateway.bodiesOf(TOKEN)).toEqual([]);
  });

  test("the right password opens the dashboard after at least 500 ms", async () => {
    const gateway = await openDashboard({ handlers: { [`POST ${TOKEN}`]: () => Response.json(aSession()) } });
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

  test("a successful login is announced for five seconds, in a region that was already there", async () => {
    await openDashboard({ handlers: { [`POST ${TOKEN}`]: () => Response.json(aSession()) } });
    const region = document.querySelector("[aria-live=polite]");
    expect(region?.textContent).toBe("");
    await logIn();
    expect(heading()).toBe("Admin Dashboard");
    expect(document.querySelector("[aria-live=polite]")).toBe(region);
    expect(region?.textContent).toBe("Login successful");
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(region?.textContent).toBe("");
  });

  test("a wrong password is reported and cleared, and the field gets the focus", async () => {
    await openDashboard({ handlers: { [`POST ${TOKEN}`]: () => authError(400, "invalid_credentials") } });
    await logIn("guess");
    expect(await alert()).toBe("Invalid password");
    expect(password().value).toBe("");
    expect(document.activeElement).toBe(password());
    expect(sessionStorage.getItem("admin-authenticated")).toBeNull();
  });

  test("after too many attempts, the page says how long to wait", async () => {
    const busy = () => authError(429, "over_request_rate_limit", {}, { "Retry-After": "42" });
    await openDashboard({ handlers: { [`POST ${TOKEN}`]: busy } });
    await logIn();
    expect(await alert()).toBe("Too many attempts. Please wait 42 seconds, then try again.");
  });

  test.each([
    ["no network", noNetwork],
    ["an error of the gateway", () => authError(503, "unavailable")],
  ])("%s is reported, and the password stays in its field", async (_, answer) => {
    await openDashboard({ handlers: { [`POST ${TOKEN}`]: answer } });
    await logIn();
    expect(await alert()).toBe("Something went wrong. Please try again.");
    expect(password().value).toBe("correct horse battery");
  });

  test("pressing Enter twice sends one request", async () => {
    const gateway = await openDashboard({ handlers: { [`POST ${TOKEN}`]: () => Response.json(aSession()) } });
    await user.type(password(), "correct horse battery{Enter}{Enter}");
    await act(() => vi.advanceTimersByTimeAsync(500));
    expect(gateway.bodiesOf(TOKEN)).toHaveLength(1);
  });

  test("an account without the admin role cannot log in", async () => {
    await openDashboard({ handlers: { [`POST ${TOKEN}`]: () => Response.json(aSession({ role: "fan" })) } });
    await logIn();
    expect(heading()).toBe("Admin Access");
    expect(await alert()).toBe("This account may not open the dashboard.");
  });

  test("Google is offered only if it is enabled", async () => {
    await openDashboard({ handlers: { "GET /auth/v1/settings": () => Response.json({ external: { google: true } }) } });
    expect(screen.getByRole("button", { name: "Continue with Google" })).toBeTruthy();
  });

  test("another provider is not called Google", async () => {
    await openDashboard({
      linkedSignIn: "other",
      arrival: { by: "error", code: "signup_disabled" },
      handlers: { "GET /auth/v1/settings": () => Response.json({ external: { google: true } }) },
    });
    expect(screen.getByRole("button", { name: "Continue with a linked account" })).toBeTruthy();
    expect(await alert()).toContain("That account is not linked to this dashboard.");
  });
});

describe("the session", () => {
  test("is restored on reload", async () => {
    storeSession();
    await openDashboard();
    expect(heading()).toBe("Admin Dashboard");
    expect(await session?.accessToken()).toContain(".r1");
    expect(screen.queryByText("Login successful")).toBeNull();
  });

  test("is refreshed shortly before it expires", async () => {
    storeSession(aSession({ expiresIn: 60 }));
    const gateway = await openDashboard({
      handlers: { [`POST ${REFRESH}`]: () => Response.json(aSession({ refreshToken: "r2" })) },
    });
    expect(heading()).toBe("Admin Dashboard");
    expect(await session?.accessToken()).toContain(".r2");
    expect(gateway.bodiesOf(REFRESH)).toEqual([{ refresh_token: "r1" }]);
  });

  test("leads to the login if it has expired and cannot be refreshed", async () => {
    storeSession(aSession({ expiresIn: -10 }));
    await openDashboard({ handlers: { [`POST ${REFRESH}`]: () => authError(400, "refresh_token_not_found") } });
    expect(heading()).toBe("Admin Access");
    expect(sessionStorage.getItem(key)).toBeNull();
  });

  test("stays stored if it expires without a network, and the owner can try again", async () => {
    storeSession(aSession({ expiresIn: -10 }));
    // The client warns that it could not refresh.
    vi.mocked(console.warn).mockImplementation(() => {});
    await openDashboard({ handlers: { [`POST ${REFRESH}`]: noNetwork } });
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(heading()).toBe("The site cannot be reached");
    expect(screen.getByText(/You are still signed in/)).toBeTruthy();
    expect(sessionStorage.getItem(key)).not.toBeNull();
    answersTooLate(() => Response.json({}));
    await press("Try Again");
    expect(await alert()).toBe("Something went wrong. Please try again.");
    expect(screen.getByRole("button", { name: "Try Again" }).getAttribute("aria-disabled")).toBe("false");
  });

  test("leads to the login if it was ended elsewhere", async () => {
    storeSession();
    await openDashboard({ handlers: { "GET /auth/v1/user": () => authError(403, "session_not_found") } });
    await act(async () => session?.onRejected());
    expect(heading()).toBe("Admin Access");
    expect(screen.getByText("Your session has ended. Please log in again.")).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(screen.queryByText("Your session has ended. Please log in again.")).toBeNull();
    await expect(session?.accessToken()).rejects.toBeInstanceOf(SignedOut);
  });

  test("needs a code if a second step was added elsewhere", async () => {
    storeSession();
    const { user: person } = aSession({ factors: [aFactor()] });
    await openDashboard({ handlers: { "GET /auth/v1/user": () => Response.json(person) } });
    await act(async () => session?.onRejected());
    expect(heading()).toBe("Enter the code");
  });

  test("leaves nothing stored after Logout, and the login has the focus", async () => {
    storeSession();
    const gateway = await openDashboard();
    await act(async () => session?.signOut());
    expect(heading()).toBe("Admin Access");
    expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
    expect(sessionStorage.getItem(key)).toBeNull();
    expect(sessionStorage.getItem("admin-authenticated")).toBeNull();
    expect(gateway.bodiesOf("/auth/v1/logout")).toHaveLength(1);
  });
});

test("an error of the provider is shown above the login", async () => {
  await openDashboard({ arrival: { by: "error", code: "signup_disabled" } });
  await shows("Admin Access");
  expect(await alert()).toContain("That Google account is not linked to this dashboard.");
});

test("if the gateway does not respond, the owner can try again", async () => {
  vi.mocked(console.warn).mockImplementation(() => {});
  vi.stubGlobal("fetch", noNetwork);
  render(
    <Admin
      site={aSite()}
      arrival={undefined}
      openAuth={() => Promise.reject(new Error("no response"))}
      renderDashboard={() => null}
    />,
  );
  expect(await screen.findByRole("heading", { name: "The site cannot be reached" })).toBeTruthy();
});
