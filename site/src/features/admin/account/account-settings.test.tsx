import { AUDIT_EVENTS, type AuditEntry } from "@porchlight/protocol/admin.ts";
import { auditWords } from "@porchlight/protocol/admin-messages.ts";
import { screen } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { aFactor, aSession, authError, noNetwork } from "../fake-gateway.case.ts";
import {
  anEntry,
  anEvent,
  confirm,
  enrolled,
  linkedOwner,
  onRejected,
  openAccount,
  part,
  press,
  user,
} from "./account.case.tsx";

describe("the password", () => {
  test("can be changed, and the page says that the other sessions have ended", async () => {
    const gateway = await openAccount({ "PUT /auth/v1/user": () => Response.json(aSession().user) });
    await user.type(screen.getByLabelText("Current password"), "the old one");
    await user.type(screen.getByLabelText("New password"), "lanterns on the pier");
    await press("Change the password");
    expect(await screen.findByText("Your password is changed. Every other session has ended.")).toBeTruthy();
    expect(gateway.bodiesOf("/auth/v1/user").at(-1)).toMatchObject({
      password: "lanterns on the pier",
      current_password: "the old one",
    });
    expect(screen.getByLabelText<HTMLInputElement>("New password").value).toBe("");
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Password" }));
  });

  test("must differ from the current one", async () => {
    await openAccount({ "PUT /auth/v1/user": () => authError(422, "same_password") });
    await user.type(screen.getByLabelText("Current password"), "the old one");
    await user.type(screen.getByLabelText("New password"), "lanterns on the pier{Enter}");
    expect((await screen.findByRole("alert")).textContent).toContain("the password you have already");
  });

  // Supabase sends the second code if it checks the current password itself.
  test.each(["invalid_credentials", "current_password_mismatch"])(
    "does not change if the current one is wrong, and the current one has to be typed again (%s)",
    async (code) => {
      await openAccount({ "PUT /auth/v1/user": () => authError(400, code) });
      const present = screen.getByLabelText<HTMLInputElement>("Current password");
      await user.type(present, "not the one");
      await user.type(screen.getByLabelText("New password"), "lanterns on the pier{Enter}");
      expect((await screen.findByRole("alert")).textContent).toBe("The current password is not right.");
      expect([present.value, document.activeElement]).toEqual(["", present]);
      expect(screen.getByLabelText<HTMLInputElement>("New password").value).toBe("lanterns on the pier");
    },
  );
});

test("changing the password needs a new login if the provider requires a recent one", async () => {
  await openAccount({ "PUT /auth/v1/user": () => authError(400, "reauthentication_needed") });
  await user.type(screen.getByLabelText("Current password"), "the old one");
  await user.type(screen.getByLabelText("New password"), "lanterns on the pier{Enter}");
  const words = "Your login is too old for this. Log out, log in again, then change the password.";
  expect((await screen.findByRole("alert")).textContent).toBe(words);
});

describe("the authenticator app", () => {
  test("can be added with a name, a QR code or its key, and a code", async () => {
    const gateway = await openAccount({
      "POST /auth/v1/factors": enrolled,
      "POST /auth/v1/factors/f1/challenge": () => Response.json({ id: "c1", type: "totp", expires_at: 0 }),
      "POST /auth/v1/factors/f1/verify": () => authError(422, "mfa_verification_failed"),
    });
    expect(await screen.findByText("No authenticator app is set up.")).toBeTruthy();
    await press("Add an authenticator app");
    const name = screen.getByLabelText("Name of the app or device");
    await user.clear(name);
    await user.type(name, "Phone{Enter}");
    expect(await screen.findByRole("img", { name: "QR code for the authenticator app" })).toBeTruthy();
    expect(screen.getByText("ABCD EFGH IJ")).toBeTruthy();
    expect(gateway.bodiesOf("/auth/v1/factors")).toEqual([
      { friendly_name: "Phone", factor_type: "totp", issuer: "June Marlow" },
    ]);

    await user.type(screen.getByLabelText("Code that the app shows now"), "000000{Enter}");
    expect((await screen.findByRole("alert")).textContent).toContain("That code is not right");
    const known = aSession({ aal: "aal2", factors: [aFactor({ friendly_name: "Phone" })] });
    gateway.answer({
      "POST /auth/v1/factors/f1/verify": () => Response.json(known),
      "GET /auth/v1/user": () => Response.json(known.user),
    });
    await user.type(screen.getByLabelText("Code that the app shows now"), "123456{Enter}");
    expect(await screen.findByText(/The authenticator app is set up/)).toBeTruthy();
    expect(await screen.findByRole("button", { name: "Remove Phone" })).toBeTruthy();
  });

  test("leaves nothing behind if its setup is cancelled", async () => {
    const removed = vi.fn(() => Response.json({ id: "f1" }));
    await openAccount({ "POST /auth/v1/factors": enrolled, "DELETE /auth/v1/factors/f1": removed });
    await user.click(await screen.findByRole("button", { name: "Add an authenticator app" }));
    await press("Continue");
    await screen.findByText("ABCD EFGH IJ");
    await press("Cancel");
    expect(removed).toHaveBeenCalledOnce();
    expect(screen.getByRole("button", { name: "Add an authenticator app" })).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Second Step" }));
  });

  test("leaves nothing behind if its setup is cancelled before the key has arrived", async () => {
    const removed = vi.fn(() => Response.json({ id: "f1" }));
    const prepared = Promise.withResolvers<Response>();
    await openAccount({ "POST /auth/v1/factors": () => prepared.promise, "DELETE /auth/v1/factors/f1": removed });
    await user.click(await screen.findByRole("button", { name: "Add an authenticator app" }));
    await press("Continue");
    await press("Cancel");
    prepared.resolve(enrolled());
    await vi.waitFor(() => expect(removed).toHaveBeenCalledOnce());
    expect(screen.getByRole("button", { name: "Add an authenticator app" })).toBeTruthy();
  });

  test("reports an unexpected error while it is added, and the owner can try again", async () => {
    vi.mocked(console.warn).mockImplementation(() => {});
    const gateway = await openAccount({ "POST /auth/v1/factors": () => Response.json({ id: "f1", type: "totp" }) });
    await user.click(await screen.findByRole("button", { name: "Add an authenticator app" }));
    await press("Continue");
    expect((await screen.findByRole("alert")).textContent).toBe("Something went wrong. Please try again.");
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Continue" }));
    gateway.answer({ "POST /auth/v1/factors": enrolled });
    await press("Continue");
    expect(await screen.findByText("ABCD EFGH IJ")).toBeTruthy();
  });

  test("can be removed after a confirmation", async () => {
    const person = aSession({ factors: [aFactor()] }).user;
    const gateway = await openAccount({
      "GET /auth/v1/user": () => Response.json(person),
      "DELETE /auth/v1/factors/f1": () => Response.json({ id: "f1" }),
    });
    await user.click(await screen.findByRole("button", { name: "Remove My telephone" }));
    expect(screen.getByRole("dialog", { name: "Are you sure you want to remove My telephone?" })).toBeTruthy();
    gateway.answer({ "GET /auth/v1/user": () => Response.json(aSession().user) });
    await confirm("Remove");
    expect(await screen.findByText("The authenticator app is removed.")).toBeTruthy();
    expect(await screen.findByText("No authenticator app is set up.")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Second Step" }));
  });
});

describe("sessions", () => {
  const other = anEntry({ id: "s2", isCurrent: false, userAgent: "curl/8.14.1", address: "198.51.100.9" });
  const both = () => Response.json({ sessions: [anEntry(), other] });

  test("are listed in plain words, and the owner can end another one after a confirmation", async () => {
    const ended = vi.fn(() => new Response(null, { status: 204 }));
    await openAccount({ "GET /admin/api/sessions": both, "DELETE /admin/api/sessions/s2": ended });
    expect(await part("Sessions").findByText("Firefox on Linux")).toBeTruthy();
    expect(part("Sessions").getByText("This session")).toBeTruthy();
    await press("End curl, 198.51.100.9");
    expect(ended).not.toHaveBeenCalled();
    await confirm("End");
    expect(await screen.findByText("That session has ended.")).toBeTruthy();
    expect(ended).toHaveBeenCalledOnce();
  });

  test("of other browsers can be ended together", async () => {
    const gateway = await openAccount({ "GET /admin/api/sessions": both });
    await user.click(await screen.findByRole("button", { name: "Sign out everywhere else" }));
    await confirm("Sign out");
    expect(await screen.findByText("Everywhere else you are signed out.")).toBeTruthy();
    expect(gateway.requests.some(({ method, path }) => method === "POST" && path === "/auth/v1/logout")).toBe(true);
  });

  test("that could not be loaded can be loaded again", async () => {
    const gateway = await openAccount({ "GET /admin/api/sessions": noNetwork });
    const again = await part("Sessions").findByRole("button", { name: "Try Again" });
    gateway.answer({ "GET /admin/api/sessions": both });
    await user.click(again);
    expect(await part("Sessions").findByText("curl")).toBeTruthy();
  });

  test("lead to the login if the sign-in has ended", async () => {
    vi.mocked(console.warn).mockImplementation(() => {});
    const over = () => Response.json({ code: "not_signed_in", message: "no" }, { status: 401 });
    await openAccount({ "GET /admin/api/sessions": both, "DELETE /admin/api/sessions/s2": over });
    await user.click(await screen.findByRole("button", { name: "End curl, 198.51.100.9" }));
    await confirm("End");
    expect((await screen.findByRole("alert")).textContent).toBe("Something went wrong. Please try again.");
    expect(onRejected).toHaveBeenCalled();
  });
});

describe("the audit log", () => {
  test("names every kind of event in plain words", () => {
    expect(Object.keys(auditWords("google")).sort()).toEqual([...AUDIT_EVENTS].sort());
  });

  test("shows the details of an event, and loads page by page", async () => {
    const page = (entries: AuditEntry[], next: number | null) => Response.json({ entries, next });
    const gateway = await openAccount({
      "GET /admin/api/audit-log": () =>
        page([anEvent({ id: 9, event: "list-exported", details: { format: "csv", rows: 12 } })], 9),
    });
    expect(await part("Audit Log").findByText("List exported")).toBeTruthy();
    expect(part("Audit Log").getByText("203.0.113.7 · Firefox on Linux · CSV · 12 rows")).toBeTruthy();
    const time = part("Audit Log").getByRole("listitem").querySelector("time");
    expect(time?.dateTime).toBe("2026-11-21T10:00:00Z");

    gateway.answer({
      "GET /admin/api/audit-log": () =>
        page([anEvent({ id: 1, event: "sign-in-failed", details: { count: 3 } })], null),
    });
    await press("Show earlier events");
    expect(await part("Audit Log").findByText("Failed login")).toBeTruthy();
    expect(part("Audit Log").getByText(/3 times/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Show earlier events" })).toBeNull();
  });

  test("without entries says so", async () => {
    await openAccount({ "GET /admin/api/audit-log": () => Response.json({ entries: [], next: null }) });
    expect(await screen.findByText("Nothing has happened yet.")).toBeTruthy();
  });
});

describe("the linked sign-in", () => {
  const withGoogle = () => Response.json({ external: { google: true } });

  test("shows only if a provider is enabled", async () => {
    await openAccount();
    await part("Sessions").findByText("Firefox on Linux");
    expect(screen.queryByRole("region", { name: "Linked Sign-in" })).toBeNull();
  });

  test("can be unlinked after a confirmation", async () => {
    const gateway = await openAccount({
      "GET /auth/v1/settings": withGoogle,
      "GET /auth/v1/user": () => Response.json(linkedOwner),
      "DELETE /auth/v1/user/identities/i1": () => Response.json({}),
    });
    expect(await screen.findByText("me@mail.example")).toBeTruthy();
    await press("Unlink Google");
    gateway.answer({ "GET /auth/v1/user": () => Response.json(aSession().user) });
    await confirm("Unlink");
    expect(await screen.findByText("Your Google account is no longer linked.")).toBeTruthy();
    expect(await screen.findByRole("button", { name: "Link a Google account" })).toBeTruthy();
  });

  test("never mentions Google if it is another provider", async () => {
    const entries = [
      anEvent({ id: 2, event: "identity-linked", details: { provider: "google" } }),
      anEvent({ id: 1, details: { method: "oauth" } }),
    ];
    const handlers = {
      "GET /auth/v1/settings": withGoogle,
      "GET /auth/v1/user": () => Response.json(linkedOwner),
      "GET /admin/api/audit-log": () => Response.json({ entries, next: null }),
      "DELETE /auth/v1/user/identities/i1": () => Response.json({}),
    };
    const gateway = await openAccount(handlers, "other");
    expect(await part("Audit Log").findByText("Account linked")).toBeTruthy();
    expect(part("Audit Log").getByText(/with a linked account/)).toBeTruthy();
    await user.click(await screen.findByRole("button", { name: "Unlink the account" }));
    expect(screen.getByText("Are you sure you want to unlink this account?")).toBeTruthy();
    expect(screen.queryByText(/Google/)).toBeNull();
    gateway.answer({ "GET /auth/v1/user": () => Response.json(aSession().user) });
    await confirm("Unlink");
    expect(await screen.findByText("Your account is no longer linked.")).toBeTruthy();
    expect(await screen.findByRole("button", { name: "Link an account" })).toBeTruthy();
    expect(screen.queryByText(/Google/)).toBeNull();
  });
});
