import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openDashboard } from "./dashboard.case.tsx";

const isShown = (words: RegExp) => screen.queryByText(words) !== null;

test("without a mail server, the first page shows how many emails wait, and what to do", async () => {
  await openDashboard([], (gateway) => {
    gateway.mail = { isSent: false, waiting: 1_204 };
  });
  expect(
    isShown(/nothing is sent\. 1,204 emails are in the outbox folder\. Open them there .* Set up a mail server/),
  ).toBe(true);
});

test.each([
  [{ isSent: false, waiting: 0 }, "No mail server is set up, so nothing is sent. There are none yet."],
  [{ isSent: true, waiting: 0 }, "Your mail server sends them; none wait."],
  [{ isSent: true, waiting: 1 }, "1 email waits for your mail server."],
])("without waiting emails the first page shows nothing, and Settings shows the state: %j", async (mail, words) => {
  const { user } = await openDashboard([], (gateway) => {
    gateway.mail = mail;
  });
  expect(isShown(/Open them there/)).toBe(false);
  await user.click(screen.getByRole("tab", { name: "Settings" }));
  expect(screen.getByText("Emails").nextElementSibling?.textContent).toBe(words);
});

test("a mailbox for bounces that cannot be read needs the owner, and the message leads to the check-up", async () => {
  const { user } = await openDashboard([], (gateway) => {
    gateway.mail = { isSent: true, waiting: 0, mailboxProblem: "sign-in" };
  });
  const needs = within(screen.getByRole("region", { name: "What needs you" }));
  expect(needs.getByText(/its server refuses the name and password/)).toBeTruthy();
  await user.click(needs.getByRole("button", { name: "Go to the check-up" }));
  expect(document.activeElement?.textContent).toBe("Check-up");
});
