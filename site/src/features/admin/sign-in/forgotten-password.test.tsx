import { screen } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { alert, openDashboard, press, shows, user } from "../admin.case.tsx";
import { aFactor, aSession, authError, noNetwork } from "../fake-gateway.case.ts";

describe("a forgotten password", () => {
  const link = { by: "link", tokenHash: "abc", type: "recovery" } as const;

  test("sends an email, and shows only the start and the domain of the address", async () => {
    const gateway = await openDashboard({ handlers: { "POST /auth/v1/recover": () => Response.json({}) } });
    await press("Forgot password?");
    await shows("Forgot your password?");
    expect(screen.getByText(/the folder “outbox” of the site’s data where no mail server is set up/)).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
    expect(screen.queryByText(/owner@example\.com/)).toBeNull();
    await press("Send the email");
    expect(await screen.findByText(/the email is on its way/)).toBeTruthy();
    expect(gateway.bodiesOf("/auth/v1/recover")).toMatchObject([{ email: "owner@example.com" }]);
  });

  test("a second press does not send the email again, and the button keeps the focus", async () => {
    const sent = vi.fn(() => new Promise<Response>(() => {}));
    await openDashboard({ handlers: { "POST /auth/v1/recover": sent } });
    await press("Forgot password?");
    await press("Send the email");
    const sending = await screen.findByRole("button", { name: "Sending..." });
    await user.click(sending);
    await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(1));
    expect([sending.getAttribute("aria-disabled"), sending.hasAttribute("disabled")]).toEqual(["true", false]);
  });

  test("the code in the email leads to a new password", async () => {
    const gateway = await openDashboard({
      handlers: {
        "POST /auth/v1/recover": () => Response.json({}),
        "POST /auth/v1/verify": () => authError(403, "otp_expired"),
      },
    });
    await press("Forgot password?");
    await press("Send the email");
    await user.type(await screen.findByLabelText("Code from the email"), "111111{Enter}");
    expect(await alert()).toContain("That code is not right");
    gateway.answer({ "POST /auth/v1/verify": () => Response.json(aSession()) });
    await user.type(screen.getByLabelText("Code from the email"), "222222{Enter}");
    await shows("Choose a new password");
  });

  test("a second press does not check the code again, and the button keeps the focus", async () => {
    const checked = vi.fn(() => new Promise<Response>(() => {}));
    await openDashboard({
      handlers: { "POST /auth/v1/recover": () => Response.json({}), "POST /auth/v1/verify": checked },
    });
    await press("Forgot password?");
    await press("Send the email");
    const field = await screen.findByLabelText("Code from the email");
    await press("Continue");
    expect(checked).not.toHaveBeenCalled();
    await user.type(field, "111111");
    await press("Continue");
    const button = await screen.findByRole("button", { name: "Verifying..." });
    await user.click(button);
    await vi.waitFor(() => expect(checked).toHaveBeenCalledTimes(1));
    expect([button.getAttribute("aria-disabled"), button.hasAttribute("disabled")]).toEqual(["true", false]);
  });

  test("an unexpected response is reported, and the new password can be sent again", async () => {
    vi.mocked(console.warn).mockImplementation(() => {});
    const gateway = await openDashboard({
      arrival: link,
      handlers: {
        "POST /auth/v1/verify": () => Response.json(aSession()),
        "PUT /auth/v1/user": () => Response.json(null),
      },
    });
    await user.type(await screen.findByLabelText("New password"), "password12345{Enter}");
    expect(await alert()).toBe("Something went wrong. Please try again.");
    gateway.answer({ "PUT /auth/v1/user": () => Response.json(aSession().user) });
    await press("Set the password");
    await shows("Admin Dashboard");
  });

  test("the link leads to a new password, and every broken rule is reported", async () => {
    const gateway = await openDashboard({
      arrival: link,
      handlers: {
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

  test("if there is a second step, its code comes first", async () => {
    await openDashboard({
      arrival: link,
      handlers: {
        "POST /auth/v1/verify": () => Response.json(aSession({ factors: [aFactor()] })),
        "POST /auth/v1/factors/f1/challenge": () => Response.json({ id: "c1", type: "totp", expires_at: 0 }),
        "POST /auth/v1/factors/f1/verify": () => Response.json(aSession({ aal: "aal2", factors: [aFactor()] })),
      },
    });
    await user.type(screen.getByLabelText("Code from My telephone"), "123456{Enter}");
    await shows("Choose a new password");
  });

  test("if a link no longer works, the page says so and offers another email", async () => {
    await openDashboard({ arrival: link, handlers: { "POST /auth/v1/verify": () => authError(403, "otp_expired") } });
    await shows("This link no longer works");
    expect(screen.getByRole("button", { name: "Send the email" })).toBeTruthy();
  });

  test("if the provider rejects a link as too old, the page says so and offers another email", async () => {
    await openDashboard({ arrival: { by: "error", code: "otp_expired" } });
    await shows("This link no longer works");
    expect(screen.getByRole("button", { name: "Send the email" })).toBeTruthy();
  });

  test("if the email was requested in another browser, the page says so and offers another email", async () => {
    await openDashboard({ arrival: { by: "code", code: "123" } });
    await shows("This link opens elsewhere");
    expect(screen.getByText(/in the browser in which you asked for the email/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Send the email" })).toBeTruthy();
  });

  test("a link can be retried after an error of the gateway", async () => {
    const gateway = await openDashboard({ arrival: link, handlers: { "POST /auth/v1/verify": noNetwork } });
    await shows("The site cannot be reached");
    gateway.answer({ "POST /auth/v1/verify": () => Response.json(aSession()) });
    await press("Try Again");
    await shows("Choose a new password");
  });
});
