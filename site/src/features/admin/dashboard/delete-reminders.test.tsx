import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { openDashboard } from "./dashboard.case.tsx";
import type { GatewayRequest } from "./fake-gateway.case.ts";

async function openSettings(response: () => Response) {
  const requests: GatewayRequest[] = [];
  const { user, pass, session } = await openDashboard([], (gateway) => {
    gateway.instead = (request) => {
      if (request.path !== "/admin/api/reminders/delete") return undefined;
      requests.push(request);
      return response();
    };
  });
  await user.click(screen.getByRole("tab", { name: "Settings" }));
  const section = within(screen.getByRole("region", { name: "Emails about shows" }));
  const field = section.getByLabelText<HTMLInputElement>("Email");
  const send = async (email: string) => {
    await user.type(field, email);
    await user.click(section.getByRole("button", { name: "Delete the requests" }));
    await pass(500);
  };
  return { requests, section, field, send, session };
}

test.each([
  [0, "This address had asked for nothing about shows."],
  [1, "The request of this address is deleted."],
  [3, "The 3 requests of this address are deleted."],
])("the owner deletes the requests of an address, and reads that there were %i", async (deleted, sentence) => {
  const { requests, section, field, send } = await openSettings(() => Response.json({ deleted }));
  await send(" ann@example.com ");
  expect(requests).toMatchObject([{ method: "POST", body: { email: "ann@example.com" } }]);
  expect(section.getByText(sentence)).toBeTruthy();
  expect(field.value).toBe("");
});

test.each([
  [400, { code: "bad_request", message: "That is not an email address." }, "That is not an email address."],
  [500, { code: "internal", message: "Oops" }, "The requests could not be deleted. Please try again."],
])("an error %i is explained, and what was typed stays", async (status, body, sentence) => {
  if (status === 500) vi.mocked(console.warn).mockImplementation(() => {});
  const { section, field, send } = await openSettings(() => Response.json(body, { status }));
  await send("ann");
  expect(section.getByRole("alert").textContent).toBe(sentence);
  expect([field.value, field.getAttribute("aria-invalid")]).toEqual(["ann", "true"]);
});

test("a session that has ended leads to the login", async () => {
  const { send, session } = await openSettings(() =>
    Response.json({ code: "not_signed_in", message: "Please sign in." }, { status: 401 }),
  );
  await send("ann@example.com");
  expect(session.onRejected).toHaveBeenCalled();
});
