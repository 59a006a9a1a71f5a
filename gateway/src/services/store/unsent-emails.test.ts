import { describe, expect, it } from "vitest";
import type { UnsentEmail } from "../shared/outgoing-messages.ts";
import { aDashboard } from "./builtin/admin/admin-dashboard.case.ts";

/** A dashboard with these unsent emails, and the tags by which the dashboard requested them. */
async function aDashboardWith(emails: readonly UnsentEmail[]) {
  const requested: string[] = [];
  const dashboard = await aDashboard({
    async findUnsent(tags) {
      requested.push(...tags);
      return emails.filter(({ tag }) => tags.includes(tag));
    },
  });
  await dashboard.order();
  return { dashboard, requested };
}

describe("an order with unsent emails", () => {
  it("shows the owner their recipients and the reason", async () => {
    const waiting = { tag: "order-1001-buyer", isGivenUp: false, reason: "EAUTH" };
    const { dashboard, requested } = await aDashboardWith([
      waiting,
      { tag: "order-1001-owner", isGivenUp: false },
      { tag: "order-1001-buyer", isGivenUp: true, reason: "550" },
      { tag: "order-1002-buyer", isGivenUp: false, reason: "EAUTH" },
    ]);
    const unsentEmails = [
      { to: "buyer", isGivenUp: false, reason: "EAUTH" },
      { to: "owner", isGivenUp: false },
      { to: "buyer", isGivenUp: true, reason: "550" },
    ];
    expect((await dashboard.get("/orders/1")).body).toMatchObject({ unsentEmails });
    expect(requested).toEqual(["order-1001-buyer", "order-1001-owner"]);
    expect((await dashboard.post("/orders/1/paid")).body).toMatchObject({ unsentEmails });
  });

  it("shows no unsent email if all were sent, or if there is no mail server", async () => {
    const { dashboard } = await aDashboardWith([]);
    expect((await dashboard.get("/orders/1")).body).toMatchObject({ unsentEmails: [] });
    const outbox = await aDashboard();
    await outbox.order();
    expect((await outbox.get("/orders/1")).body).toMatchObject({ unsentEmails: [] });
  });

  it("is shown even if the folder of emails cannot be read", async () => {
    const dashboard = await aDashboard({
      async findUnsent() {
        throw new Error("EACCES");
      },
    });
    await dashboard.order();
    expect(await dashboard.get("/orders/1")).toMatchObject({ status: 200, body: { number: 1001, unsentEmails: [] } });
  });
});
