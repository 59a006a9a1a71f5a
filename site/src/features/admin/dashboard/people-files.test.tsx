import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { openDashboard } from "./dashboard.case.tsx";
import type { GatewayRequest } from "./fake-gateway.case.ts";

/** Opens the settings, and records the requests about people and the files that the browser saves. */
async function openSettings(response: () => Response) {
  const requests: GatewayRequest[] = [];
  const saved: { name: string; file: Blob | undefined }[] = [];
  let file: Blob | undefined;
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    // The site creates object URLs only for blobs.
    file = blob as Blob;
    return "blob:file";
  });
  vi.spyOn(URL, "revokeObjectURL").mockImplementation(() => {});
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, file });
  });
  const { user, pass, session } = await openDashboard([], (gateway) => {
    gateway.instead = (request) => {
      if (!request.path.startsWith("/admin/api/people/")) return undefined;
      requests.push(request);
      return response();
    };
  });
  await user.click(screen.getByRole("tab", { name: "Settings" }));
  const section = within(screen.getByRole("region", { name: "What you have about people" }));
  const field = section.getByLabelText<HTMLInputElement>("Email");
  const press = async (name: string) => {
    await user.click(section.getByRole("button", { name }));
    await pass(500);
  };
  return { requests, saved, section, field, user, press, pass, session };
}

test("the file of a person is saved", async () => {
  const { requests, saved, section, field, user, press } = await openSettings(() => Response.json({ orders: [] }));
  await press("Download their file");
  expect(requests).toEqual([]);
  await user.type(field, " ann@example.com ");
  await press("Download their file");
  expect(requests).toMatchObject([{ path: "/admin/api/people/file", body: { email: "ann@example.com" } }]);
  expect([saved.map(({ name }) => name), await saved[0]?.file?.text()]).toEqual([["person.json"], '{"orders":[]}']);
  expect(section.getByText(/^The file is saved\./)).toBeTruthy();
  expect(field.value).toBe("");
});

test("everyone's consent is saved as CSV", async () => {
  const { requests, saved, section, press } = await openSettings(() => new Response("email,event\r\n"));
  await press("Download everyone's consent");
  expect(requests).toMatchObject([{ path: "/admin/api/people/consent", body: { format: "csv" } }]);
  expect([saved.map(({ name }) => name), await saved[0]?.file?.text()]).toEqual([["consent.csv"], "email,event\r\n"]);
  expect(section.getByText("The record of consent is saved.")).toBeTruthy();
});

test("the consent of a person is saved as CSV", async () => {
  const { requests, saved, section, field, user, press } = await openSettings(() => new Response("email,event\r\n"));
  await user.type(field, "ann@example.com");
  await press("Download their consent");
  const body = { format: "csv", email: "ann@example.com" };
  expect(requests).toMatchObject([{ path: "/admin/api/people/consent", body }]);
  expect(saved.map(({ name }) => name)).toEqual(["consent.csv"]);
  expect(section.getByText(/^The file is saved\./)).toBeTruthy();
});

test("the consent of a person is deleted after a confirmation, unless they are on the list", async () => {
  const message = "This address is on the list. Remove it from there first.";
  let response = () => Response.json({ code: "conflict", message }, { status: 409 });
  const { requests, section, field, user, press, pass } = await openSettings(() => response());
  const confirm = async (name: string) => {
    const dialog = within(screen.getByRole("dialog", { name: "Delete what ann@example.com agreed to?" }));
    await user.click(dialog.getByRole("button", { name }));
    await pass(500);
  };
  await user.type(field, "ann@example.com");
  await press("Delete their consent");
  await confirm("Cancel");
  expect(requests).toEqual([]);
  await press("Delete their consent");
  await confirm("Delete");
  expect([section.getByRole("alert").textContent, field.value]).toEqual([message, "ann@example.com"]);
  response = () => Response.json({ deleted: 2 });
  await press("Delete their consent");
  await confirm("Delete");
  expect(requests.at(-1)).toMatchObject({
    path: "/admin/api/people/consent/delete",
    body: { email: "ann@example.com" },
  });
  expect(section.getByText("The consent of this address is deleted.")).toBeTruthy();
  expect(field.value).toBe("");
});

test.each([
  [400, { code: "bad_request", message: "That is not an email address." }, "That is not an email address."],
  [500, { code: "internal", message: "Oops" }, "The file could not be saved. Please try again."],
])("an error %i is explained, and what was typed stays", async (status, body, sentence) => {
  if (status === 500) vi.mocked(console.warn).mockImplementation(() => {});
  const { saved, section, field, user, press } = await openSettings(() => Response.json(body, { status }));
  await user.type(field, "ann");
  await press("Download their file");
  expect(section.getByRole("alert").textContent).toBe(sentence);
  expect([field.value, field.getAttribute("aria-invalid"), saved]).toEqual(["ann", "true", []]);
});

test("a failure to save consent is reported, and a session that has ended leads to the login", async () => {
  let status = 500;
  const { section, press, session } = await openSettings(() => Response.json({ code: "x", message: "" }, { status }));
  vi.mocked(console.warn).mockImplementation(() => {});
  await press("Download everyone's consent");
  expect(section.getByText("The file could not be saved. Please try again.")).toBeTruthy();
  status = 401;
  await press("Download everyone's consent");
  expect(session.onRejected).toHaveBeenCalled();
});
