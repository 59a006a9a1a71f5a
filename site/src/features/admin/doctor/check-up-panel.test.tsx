import type { CheckUp } from "@porchlight/protocol/doctor.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { type FakeGateway, fakeGateway, type Handlers, noNetwork } from "../fake-gateway.case.ts";
import { CheckUpPanel } from "./check-up-panel.tsx";

const DOCTOR = "POST /admin/api/doctor";

function aReport(groups: CheckUp["groups"] = [mixed]): CheckUp {
  return { madeAt: "2026-11-21T12:00:00.000Z", groups };
}

const well = {
  id: "disk",
  findings: [{ id: "disk-space", title: "Room for data", status: "good", found: "80 GB are free." }],
} satisfies CheckUp["groups"][number];

const mixed = {
  id: "mail",
  findings: [
    { id: "mail-server", title: "Mail server", status: "good", found: "mail.example.com answers." },
    { id: "mail-sender", title: "Sender", status: "look", found: "Another domain.", next: "Set MAIL_FROM." },
    { id: "mail-login", title: "Signing in", status: "bad", found: "It refuses the password.", next: "Copy it anew." },
  ],
} satisfies CheckUp["groups"][number];

function openPanel(handlers: Handlers = {}): { gateway: FakeGateway; user: ReturnType<typeof userEvent.setup> } {
  const user = userEvent.setup();
  const gateway = fakeGateway({ [DOCTOR]: () => Response.json(aReport()), ...handlers });
  const session = {
    email: "owner@example.com",
    id: "s1",
    accessToken: () => Promise.resolve("token"),
    onRejected: vi.fn(),
    signOut: () => Promise.resolve(),
  };
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <CheckUpPanel session={session} />
    </QueryClientProvider>,
  );
  return { gateway, user };
}

const panel = () => within(screen.getByRole("region", { name: "Check-up" }));
const groups = () =>
  panel()
    .getAllByRole("heading", { level: 3 })
    .map((heading) => heading.textContent);
const findings = (group: string) =>
  within(panel().getByRole("list", { name: group }))
    .getAllByRole("listitem")
    .map((item) => item.textContent);
const run = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(panel().getByRole("button", { name: "Run the check-up" }));

test("the check-up does not run before the owner starts it", () => {
  const { gateway } = openPanel();
  expect(panel().getByText(/It changes nothing/)).toBeTruthy();
  expect(gateway.requests).toEqual([]);
});

test("bad findings and their groups come first, and each bad finding says what to do next", async () => {
  const { gateway, user } = openPanel({ [DOCTOR]: () => Response.json(aReport([well, mixed])) });
  await run(user);
  expect(await panel().findByText("Bad")).toBeTruthy();
  expect(groups()).toEqual(["Mail", "Disk"]);
  expect(findings("Mail")).toEqual([
    "BadSigning in: It refuses the password.Copy it anew.",
    "LookSender: Another domain.Set MAIL_FROM.",
    "GoodMail server: mail.example.com answers.",
  ]);
  const status = panel().getAllByRole("status")[0];
  expect(status?.textContent).toContain("1 bad, 1 to look at, 2 good. Made ");
  expect(status?.textContent).not.toContain("All is well");
  expect(gateway.requests.map(({ headers }) => headers.get("Authorization"))).toEqual(["Bearer token"]);
});

test("a good report says so, with its time", async () => {
  const { user } = openPanel({ [DOCTOR]: () => Response.json(aReport([well])) });
  await run(user);
  expect(await panel().findByText("All is well.")).toBeTruthy();
  expect(panel().getByText(/2026/, { selector: "time" }).getAttribute("datetime")).toBe("2026-11-21T12:00:00.000Z");
});

test("unknown findings are neither good nor bad", async () => {
  const unknown = { id: "a", title: "A copy elsewhere", status: "unknown", found: "?", next: "Copy it." } as const;
  const report = aReport([well, { id: "backups", findings: [unknown] }]);
  const { user } = openPanel({ [DOCTOR]: () => Response.json(report) });
  await run(user);
  expect(await panel().findByText("Nothing is wrong. Some things cannot be known from here.")).toBeTruthy();
  expect(groups()).toEqual(["Backups", "Disk"]);
});

test("a second press during a check-up sends no request", async () => {
  let answer = (_: Response) => {};
  const { gateway, user } = openPanel({ [DOCTOR]: () => new Promise<Response>((resolve) => (answer = resolve)) });
  await run(user);
  expect(await panel().findByText(/takes up to a minute/)).toBeTruthy();
  await run(user);
  expect(panel().getByRole("button", { name: "Run the check-up" }).getAttribute("aria-disabled")).toBe("true");
  answer(Response.json(aReport([well])));
  expect(await panel().findByRole("button", { name: "Run again" })).toBeTruthy();
  expect(gateway.requests).toHaveLength(1);
});

test("after a failed check-up, the page says so, and the previous report stays with its time", async () => {
  const { gateway, user } = openPanel({ [DOCTOR]: () => Response.json(aReport([well])) });
  await run(user);
  await panel().findByText("All is well.");
  gateway.answer({ [DOCTOR]: noNetwork });
  await user.click(panel().getByRole("button", { name: "Run again" }));
  expect((await panel().findByRole("alert")).textContent).toContain("The check-up could not be made.");
  expect(panel().getByText(/2026/, { selector: "time" })).toBeTruthy();
  expect(findings("Disk")).toEqual(["GoodRoom for data: 80 GB are free."]);
  gateway.answer({ [DOCTOR]: () => Response.json(aReport([well])) });
  await user.click(panel().getByRole("button", { name: "Try Again" }));
  await expect.poll(() => panel().queryByRole("alert")).toBeNull();
  expect(panel().getByText("All is well.")).toBeTruthy();
});

test("the report is copied as text", async () => {
  const { user } = openPanel();
  await run(user);
  await user.click(await panel().findByRole("button", { name: "Copy as text" }));
  expect(panel().getByText("The report is copied.")).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe(
    [
      "Check-up of 2026-11-21 12:00 UTC: 1 bad, 1 to look at, 1 good.",
      "",
      "Mail",
      "  Good     Mail server: mail.example.com answers.",
      "  Look     Sender: Another domain.",
      "           → Set MAIL_FROM.",
      "  Bad      Signing in: It refuses the password.",
      "           → Copy it anew.",
    ].join("\n"),
  );
});

test("if the browser does not allow copying, the text is shown and selected", async () => {
  const { user } = openPanel();
  await run(user);
  const button = await panel().findByRole("button", { name: "Copy as text" });
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new DOMException("", "NotAllowedError"));
  await user.click(button);
  expect(panel().getByText(/The report is marked/)).toBeTruthy();
  expect(panel().getByText("As plain text").closest("details")?.open).toBe(true);
});

const EMAIL = "POST /admin/api/doctor/email";

test("the source of a test email is checked, and only its beginning is sent", async () => {
  const { gateway, user } = openPanel({ [EMAIL]: () => Response.json({ findings: mixed.findings }) });
  await user.click(panel().getByText("Check a test email"));
  const button = panel().getByRole("button", { name: "Check it" });
  await user.click(button);
  expect(gateway.requests).toEqual([]);
  await user.click(panel().getByLabelText("Source of the email"));
  await user.paste(`\n\nFrom: a@example.com\n\n${"x".repeat(150_000)}`);
  await user.click(button);
  await panel().findByRole("list", { name: "What its receiver saw" });
  expect(findings("What its receiver saw")[0]).toMatch(/^BadSigning in:/);
  const sent = `From: a@example.com\n\n${"x".repeat(150_000)}`.slice(0, 100_000);
  expect(gateway.requests).toMatchObject([{ body: { source: sent } }]);
});

test("an email that could not be checked stays, and can be tried again", async () => {
  const { gateway, user } = openPanel({ [EMAIL]: noNetwork });
  vi.mocked(console.warn).mockImplementation(() => {});
  await user.click(panel().getByText("Check a test email"));
  await user.type(panel().getByLabelText("Source of the email"), "From: a@example.com");
  await user.click(panel().getByRole("button", { name: "Check it" }));
  expect((await panel().findByRole("alert")).textContent).toContain("The email could not be checked.");
  gateway.answer({ [EMAIL]: () => Response.json({ findings: well.findings }) });
  await user.click(panel().getByRole("button", { name: "Check it" }));
  expect(await panel().findByText("80 GB are free.")).toBeTruthy();
  expect(panel().queryByRole("alert")).toBeNull();
});
