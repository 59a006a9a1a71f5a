import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openNewsletters, someNewsletters } from "./fake-newsletters.case.ts";

test("with a list at Supabase, the switch for confirming sign-ups is off and says why", async () => {
  const fake = someNewsletters({ services: { database: "hosted", auth: "hosted", store: { hosted: false } } });
  fake.settings = { ...fake.settings, isConfirmed: true };
  const { press } = await openNewsletters(fake);
  await press("Settings", within(screen.getByRole("tabpanel", { name: "Newsletters" })));
  const box = screen.getByRole<HTMLInputElement>("checkbox", { name: "Ask new subscribers to confirm by email" });
  expect([box.checked, box.disabled]).toEqual([false, true]);
  const hint = document.getElementById(box.getAttribute("aria-describedby") ?? "");
  expect(hint?.textContent).toBe(
    "The list is at Supabase, where sign-ups count at once. The switch works with the site's own list only.",
  );
});
