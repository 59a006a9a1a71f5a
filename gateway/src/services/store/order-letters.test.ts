import { describe, expect, it } from "vitest";
import type { UnsentLetter } from "../shared/messages.ts";
import { aDesk } from "./builtin/admin/admin-dashboard.case.ts";

/** A desk where these letters have not gone out, and the tags that were asked for. */
async function aDeskWith(letters: readonly UnsentLetter[]) {
  const asked: string[] = [];
  const desk = await aDesk({
    async findUnsent(tags) {
      asked.push(...tags);
      return letters.filter(({ tag }) => tags.includes(tag));
    },
  });
  await desk.order();
  return { desk, asked };
}

describe("an order whose letters have not gone out", () => {
  it("says so to the owner: whom they are to, and why", async () => {
    const waiting = { tag: "order-1001-buyer", isGivenUp: false, trouble: "EAUTH" };
    const { desk, asked } = await aDeskWith([
      waiting,
      { tag: "order-1001-owner", isGivenUp: false },
      { tag: "order-1001-buyer", isGivenUp: true, trouble: "550" },
      { tag: "order-1002-buyer", isGivenUp: false, trouble: "EAUTH" },
    ]);
    const unsentLetters = [
      { to: "buyer", isGivenUp: false, trouble: "EAUTH" },
      { to: "owner", isGivenUp: false },
      { to: "buyer", isGivenUp: true, trouble: "550" },
    ];
    expect((await desk.get("/orders/1")).body).toMatchObject({ unsentLetters });
    expect(asked).toEqual(["order-1001-buyer", "order-1001-owner"]);
    expect((await desk.post("/orders/1/paid")).body).toMatchObject({ unsentLetters });
  });

  it("has none where all went out, or no mail server sends them", async () => {
    const { desk } = await aDeskWith([]);
    expect((await desk.get("/orders/1")).body).toMatchObject({ unsentLetters: [] });
    const outbox = await aDesk();
    await outbox.order();
    expect((await outbox.get("/orders/1")).body).toMatchObject({ unsentLetters: [] });
  });

  it("is shown all the same where the folder of letters cannot be read, which the check-up tells", async () => {
    const desk = await aDesk({
      async findUnsent() {
        throw new Error("EACCES");
      },
    });
    await desk.order();
    expect(await desk.get("/orders/1")).toMatchObject({ status: 200, body: { number: 1001, unsentLetters: [] } });
  });
});
