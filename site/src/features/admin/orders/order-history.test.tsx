import { anOrder } from "@porchlight/fixtures/order.ts";
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openOrder } from "./fake-orders.case.ts";

const history = () => within(screen.getByRole("region", { name: "History" }));

test("the history names emails that were not sent, and links to the check-up", async () => {
  const { user } = await openOrder(
    anOrder({
      unsentEmails: [
        { to: "buyer", isGivenUp: false, reason: "EAUTH" },
        { to: "buyer", isGivenUp: false, reason: "EAUTH" },
        { to: "owner", isGivenUp: false },
        { to: "buyer", isGivenUp: true, reason: "550" },
      ],
    }),
  );
  for (const sentence of [
    "An email to the buyer waits: the mail server refused the name and password.",
    "An email to you waits for the mail server.",
    "An email to the buyer could not be delivered: the mail server refused it for good (550).",
  ]) {
    expect(history().getByText(sentence)).toBeTruthy();
  }
  await user.click(history().getByRole("button", { name: "Go to the check-up" }));
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Check-up" }));
});

test("the history does not mention emails that were sent", async () => {
  await openOrder(anOrder());
  expect(screen.getByRole("region", { name: "History" }).textContent).not.toMatch(/email|check-up/i);
});
