import { screen } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { alert, openDashboard, press, shows, storeSession, user } from "../admin.case.tsx";
import { aFactor, aSession, authError } from "../fake-gateway.case.ts";

describe("the second step", () => {
  const verified = () => Response.json(aSession({ aal: "aal2", factors: [aFactor()], refreshToken: "r2" }));
  const challenge = () => Response.json({ id: "c1", type: "totp", expires_at: 0 });

  test("asks for the app's code, takes a pasted one, and opens the dashboard", async () => {
    storeSession(aSession({ factors: [aFactor()] }));
    const gateway = await openDashboard({
      handlers: { "POST /auth/v1/factors/f1/challenge": challenge, "POST /auth/v1/factors/f1/verify": verified },
    });
    await shows("Enter the code");
    const field = screen.getByLabelText<HTMLInputElement>("Code from My telephone");
    expect(field.autocomplete).toBe("one-time-code");
    expect(screen.getByRole("button", { name: "Verify" }).getAttribute("aria-disabled")).toBe("true");
    await user.click(field);
    await user.paste("123 456");
    expect(screen.queryByText("Login successful")).toBeNull();
    await press("Verify");
    await shows("Admin Dashboard");
    expect(screen.getByText("Login successful")).toBeTruthy();
    expect(gateway.bodiesOf("/auth/v1/factors/f1/verify")).toEqual([{ challenge_id: "c1", code: "123456" }]);
  });

  test("a second press does not check the code again, and the button keeps the focus", async () => {
    storeSession(aSession({ factors: [aFactor(), aFactor({ id: "f2", friendly_name: "Tablet" })] }));
    const checked = vi.fn(() => new Promise<Response>(() => {}));
    await openDashboard({ handlers: { "POST /auth/v1/factors/f1/challenge": checked } });
    await press("Verify");
    expect(checked).not.toHaveBeenCalled();
    await user.type(screen.getByLabelText("Code"), "123456");
    await press("Verify");
    const button = await screen.findByRole("button", { name: "Verifying..." });
    const other = screen.getByRole<HTMLInputElement>("radio", { name: "Tablet" });
    await user.click(other);
    await user.click(button);
    await vi.waitFor(() => expect(checked).toHaveBeenCalledTimes(1));
    expect(other.checked).toBe(false);
    for (const pressed of [button, other]) {
      expect([pressed.getAttribute("aria-disabled"), pressed.hasAttribute("disabled")]).toEqual(["true", false]);
    }
  });

  test("a wrong code is reported, and the field gets the focus for the next one", async () => {
    storeSession(aSession({ factors: [aFactor()] }));
    await openDashboard({
      handlers: {
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

  test("sends a code first if the factor is a telephone", async () => {
    const phone = aFactor({ id: "p1", factor_type: "phone", friendly_name: "Bandmate" });
    storeSession(aSession({ factors: [aFactor(), phone] }));
    const gateway = await openDashboard({
      handlers: {
        "POST /auth/v1/factors/p1/challenge": () => Response.json({ id: "c2", type: "phone", expires_at: 0 }),
        "POST /auth/v1/factors/p1/verify": verified,
      },
    });
    await user.click(screen.getByLabelText("Bandmate"));
    expect(screen.queryByLabelText("Code")).toBeNull();
    const send = screen.getByRole("button", { name: "Send code" });
    await user.dblClick(send);
    expect(send.hasAttribute("disabled")).toBe(false);
    await user.type(await screen.findByLabelText("Code"), "654321");
    await press("Verify");
    await shows("Admin Dashboard");
    expect(gateway.bodiesOf("/auth/v1/factors/p1/challenge")).toHaveLength(1);
    expect(gateway.bodiesOf("/auth/v1/factors/p1/verify")).toEqual([{ challenge_id: "c2", code: "654321" }]);
  });

  test("Cancel signs out and leads back to the login", async () => {
    storeSession(aSession({ factors: [aFactor()] }));
    await openDashboard();
    await press("Cancel");
    await shows("Admin Access");
  });
});
