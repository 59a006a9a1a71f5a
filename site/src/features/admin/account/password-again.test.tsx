import { act, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { aFactor, aSession, authError } from "../fake-gateway.case.ts";
import { confirm, enrolled, linkedOwner, openAccount, press, user } from "./account.case.tsx";

/** A gateway that requires the current password before an action. It accepts the password once `accept` was called. */
const afterPassword = (then: () => Response) => {
  let isRight = false;
  return {
    password: {
      "PUT /auth/v1/user": () => (isRight ? Response.json(aSession().user) : authError(400, "invalid_credentials")),
    },
    action: () => (isRight ? then() : authError(400, "reauthentication_needed")),
    accept: () => {
      isRight = true;
    },
  };
};

test("adding an authenticator app needs the password again if the login is old", async () => {
  const { password, action, accept } = afterPassword(enrolled);
  const gateway = await openAccount({ ...password, "POST /auth/v1/factors": action });
  await user.click(await screen.findByRole("button", { name: "Add an authenticator app" }));
  await press("Continue");
  const dialog = within(await screen.findByRole("dialog", { name: "Your password, once more" }));
  const field = dialog.getByLabelText<HTMLInputElement>("Current password");
  await user.type(field, "not the one{Enter}");
  expect((await dialog.findByRole("alert")).textContent).toBe("The current password is not right.");
  expect([field.value, document.activeElement]).toEqual(["", field]);
  accept();
  await user.type(field, "lanterns on the pier{Enter}");
  expect(await screen.findByText("ABCD EFGH IJ")).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(gateway.bodiesOf("/auth/v1/user").at(-1)).toMatchObject({ current_password: "lanterns on the pier" });
});

test("removing an app needs the password again, and Cancel changes nothing", async () => {
  const person = aSession({ factors: [aFactor()] }).user;
  const { password, action, accept } = afterPassword(() => Response.json({ id: "f1" }));
  await openAccount({
    ...password,
    "GET /auth/v1/user": () => Response.json(person),
    "DELETE /auth/v1/factors/f1": action,
  });
  for (const word of ["Cancel", "Continue"]) {
    await user.click(await screen.findByRole("button", { name: "Remove My telephone" }));
    await confirm("Remove");
    await screen.findByRole("dialog", { name: "Your password, once more" });
    if (word === "Continue") accept();
    await user.type(within(screen.getByRole("dialog")).getByLabelText("Current password"), "lanterns on the pier");
    if (word === "Cancel") expect(screen.queryByText("The authenticator app is removed.")).toBeNull();
    await confirm(word);
    expect(screen.queryByRole("dialog")).toBeNull();
  }
  expect(await screen.findByText("The authenticator app is removed.")).toBeTruthy();
});

test("unlinking an account needs the password again", async () => {
  const { password, action, accept } = afterPassword(() => Response.json({}));
  await openAccount({
    ...password,
    "GET /auth/v1/settings": () => Response.json({ external: { google: true } }),
    "GET /auth/v1/user": () => Response.json(linkedOwner),
    "DELETE /auth/v1/user/identities/i1": action,
  });
  await user.click(await screen.findByRole("button", { name: "Unlink Google" }));
  await confirm("Unlink");
  const dialog = within(await screen.findByRole("dialog", { name: "Your password, once more" }));
  accept();
  await user.type(dialog.getByLabelText("Current password"), "lanterns on the pier{Enter}");
  expect(await screen.findByText("Your Google account is no longer linked.")).toBeTruthy();
});

test("a second press does not check the password again, and the button keeps the focus", async () => {
  const checked = vi.fn(() => new Promise<Response>(() => {}));
  await openAccount({
    "GET /auth/v1/user": () => Response.json(aSession({ factors: [aFactor()] }).user),
    "DELETE /auth/v1/factors/f1": () => authError(400, "reauthentication_needed"),
    "PUT /auth/v1/user": checked,
  });
  await user.click(await screen.findByRole("button", { name: "Remove My telephone" }));
  await confirm("Remove");
  const dialog = within(await screen.findByRole("dialog", { name: "Your password, once more" }));
  await user.click(dialog.getByRole("button", { name: "Continue" }));
  expect(checked).not.toHaveBeenCalled();
  await user.type(dialog.getByLabelText("Current password"), "lanterns on the pier");
  await user.click(dialog.getByRole("button", { name: "Continue" }));
  const button = await dialog.findByRole("button", { name: "Verifying..." });
  await user.click(button);
  await vi.waitFor(() => expect(checked).toHaveBeenCalledTimes(1));
  expect([button.getAttribute("aria-disabled"), button.hasAttribute("disabled")]).toEqual(["true", false]);
});

test("Cancel while the password is checked removes nothing", async () => {
  const person = aSession({ factors: [aFactor()] }).user;
  const removed = vi.fn(() => authError(400, "reauthentication_needed"));
  let answer = (_: Response) => {};
  await openAccount({
    "GET /auth/v1/user": () => Response.json(person),
    "DELETE /auth/v1/factors/f1": removed,
    "PUT /auth/v1/user": () =>
      new Promise<Response>((resolve) => {
        answer = resolve;
      }),
  });
  await user.click(await screen.findByRole("button", { name: "Remove My telephone" }));
  await confirm("Remove");
  const dialog = within(await screen.findByRole("dialog", { name: "Your password, once more" }));
  await user.type(dialog.getByLabelText("Current password"), "lanterns on the pier{Enter}");
  await dialog.findByRole("button", { name: "Verifying..." });
  await confirm("Cancel");
  await act(async () => answer(Response.json(person)));
  // The client sends one request after another. So this request comes after those that the response caused.
  await user.click(await screen.findByRole("button", { name: "Remove My telephone" }));
  await confirm("Remove");
  await screen.findByRole("dialog", { name: "Your password, once more" });
  expect(removed).toHaveBeenCalledTimes(2);
});
