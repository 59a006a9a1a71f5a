import { anOrder } from "@porchlight/fixtures/order.ts";
import { render, screen } from "@testing-library/react";
import { afterAll, expect, test, vi } from "vitest";

vi.stubEnv("TZ", "America/Toronto");
afterAll(() => {
  vi.unstubAllEnvs();
});

test("a page shows the days of its rows in the owner's time zone", async () => {
  // The modules read the time zone when they load.
  const [{ OrderPager }, { OrderTable }] = await Promise.all([
    import("./order-pager.tsx"),
    import("./order-table.tsx"),
  ]);
  const orders = [anOrder({ placedAt: "2026-03-10T02:00:00.000Z" })];
  render(
    <>
      <OrderTable orders={orders} isBusy={false} onOpen={() => {}} />
      <OrderPager list={{ orders, total: 2, next: 1 }} path={[]} isBusy={false} onMove={() => {}} />
    </>,
  );
  expect(screen.getByRole("status").textContent).toBe("Mar 9, 2026");
  expect(document.querySelector("time")?.textContent).toContain("Mar 9, 2026");
});
