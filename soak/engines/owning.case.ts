import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { fans, seedSubscribers, storedSubscribers } from "../../e2e/support/data-file.ts";
import { ADMIN_PASSWORD } from "../../e2e/support/gateway.ts";
import { anEmail } from "../../e2e/support/visitor.ts";
import { type Traveller, WINDOWS } from "./visit.ts";
import { button, title, type Visitor } from "./visitor.ts";

/** The owner's dashboard, and the unsubscribe link in its exports. */
export function describeOwning({ gateway, visit }: Traveller): void {
  it.for(WINDOWS)(
    "the owner lists and exports, and a fan unsubscribes with a link from the export, in a window as wide as $of",
    (window, context) =>
      visit(context, window, async (visitor) => {
        const email = anEmail().toLowerCase();
        const { dataDir } = gateway();
        seedSubscribers(dataDir, [...fans(30), { email }]);
        await visitor.enter("/admin");
        await visitor.see(title("Admin Access"));
        // The field has the focus. Password fields have no role.
        await visitor.browser.type(ADMIN_PASSWORD);
        await visitor.click(button("Login"));
        await visitor.focusIsOn(title("Admin Dashboard"));
        await visitor.expectNoSidewaysScrolling();
        // When the numbers have loaded, the tab Orders appears and the other tabs move.
        await visitor.click({ role: "tab", name: "Subscribers (31)" });
        await visitor.read({ role: "table", name: /^Subscribers/ }, email);
        await visitor.read({ role: "table", name: /^Subscribers/ }, "fan0030@example.com");
        await visitor.expectNoSidewaysScrolling();

        await visitor.click(button("Download JSON"));
        const file = JSON.parse(await saved(visitor, ".json")) as {
          subscribers: { email: string; unsubscribe_url: string }[];
        };
        expect(file.subscribers).toHaveLength(31);
        await visitor.read({ role: "region", name: "Export" }, "is complete: 31 subscribers.");
        await visitor.click(button("Export Data"));
        expect(await saved(visitor, ".csv")).toContain(email);

        const url = file.subscribers.find((subscriber) => subscriber.email === email)?.unsubscribe_url ?? "";
        await visitor.open(url);
        await visitor.see(title("Leave the mailing list of Harbour Line?"));
        await visitor.expectNoSidewaysScrolling();
        expect(storedSubscribers(dataDir, email)).toMatchObject([{ status: "active" }]);
        await visitor.click(button("Leave the list"));
        await visitor.see(title("You have left the list"));
        await visitor.expectNoSidewaysScrolling();
        expect(storedSubscribers(dataDir, email)).toMatchObject([{ status: "unsubscribed" }]);
      }),
  );
}

/** Reads the file that the browser saves, once it is complete. */
async function saved(visitor: Visitor, extension: string): Promise<string> {
  const { downloads } = visitor.browser;
  const whole = () => readdirSync(downloads).filter((name) => name.endsWith(extension));
  await expect.poll(whole).toHaveLength(1);
  const path = join(downloads, whole()[0] ?? "");
  await expect.poll(() => readFileSync(path, "utf8").trimEnd()).not.toBe("");
  return readFileSync(path, "utf8");
}
