import { aSubscriber } from "@porchlight/fixtures/subscriber.ts";
import { DASHBOARD_MESSAGES } from "@porchlight/protocol/dashboard-messages.ts";
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openDashboard } from "./dashboard.case.tsx";

test("with a hosted list, the dashboard shows what it can, and says where the rest is", async () => {
  const { user, pass, session } = await openDashboard([aSubscriber()], (gateway) => {
    gateway.services = { database: "hosted", auth: "hosted", store: { hosted: true } };
    gateway.instead = ({ path }) =>
      /^\/admin\/api\/(growth|sources|sessions|audit-log)$/.test(path)
        ? Response.json({ code: "not_found", message: "There is no such address." }, { status: 404 })
        : undefined;
  });
  expect(screen.getByText(/The plot of growth is not shown: a hosted database/)).toBeTruthy();
  expect(screen.queryByText("Show as a table")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Refresh Data" }));
  await pass(500);
  expect(screen.getByText(DASHBOARD_MESSAGES.refreshed)).toBeTruthy();

  await user.click(screen.getByRole("tab", { name: /^Subscribers/ }));
  await pass(500);
  const sources = within(screen.getByLabelText("Source")).getAllByRole("option");
  expect(sources.map(({ textContent }) => textContent)).toEqual(["All sources", "Footer form", "Email dialog"]);

  await user.click(screen.getByRole("tab", { name: "Settings" }));
  await pass(500);
  const text = document.body.textContent ?? "";
  expect(text).toContain("Storage methodSupabase");
  expect(text).toContain("The list is stored by Supabase.");
  expect(text).toContain("Deletion of all data must be done through the database dashboard.");
  expect(text).not.toContain("This site keeps the list itself");
  expect(text).toContain("The shop is hosted by Shopify.");
  expect(text).toContain("Supabase sends the email for a forgotten password.");
  expect(screen.getAllByText(/Supabase does not share this/)).toHaveLength(2);
  // The record of consent is at the provider too. The rest that the data file has about a person is here.
  expect(screen.getByRole("button", { name: "Download their file" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Download everyone's consent" })).toBeNull();
  expect(text).not.toMatch(/404|There is no such address|could not be loaded/);
  expect(session.onRejected).not.toHaveBeenCalled();
});

test("removing a subscriber from a hosted list also deletes the address's requests for emails about shows", async () => {
  const row = aSubscriber();
  const { user, pass, gateway } = await openDashboard([row], (gateway) => {
    gateway.services = { database: "hosted", auth: "hosted", store: { hosted: true } };
    gateway.instead = ({ path }) =>
      path === "/admin/api/reminders/delete" ? Response.json({ deleted: 2 }) : undefined;
  });
  await user.click(screen.getByRole("tab", { name: /^Subscribers/ }));
  await pass(500);
  await user.click(screen.getByRole("button", { name: `Remove ${row.email}` }));
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Remove" }));
  await pass(500);
  expect(gateway.rows).toEqual([]);
  expect(gateway.requests.filter(({ path }) => path === "/admin/api/reminders/delete")).toMatchObject([
    { method: "POST", body: { email: row.email } },
  ]);
  expect(screen.getByText(DASHBOARD_MESSAGES.removed)).toBeTruthy();
});
