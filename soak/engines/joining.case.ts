import { expect, it } from "vitest";
import { storedSubscribers } from "../../e2e/support/data-file.ts";
import { anEmail } from "../../e2e/support/visitor.ts";
import { type Traveller, WINDOWS } from "./visit.ts";
import { button, field, type Thing } from "./visitor.ts";

const FOOTER_FORM: Thing = { role: "region", name: "Stay Connected" };
const DIALOG: Thing = { role: "dialog" };

/** The two sign-up forms. */
export function describeJoining({ gateway, visit }: Traveller): void {
  it.for(WINDOWS)("a fan joins in the footer, only once, in a window as wide as $of", (window, context) =>
    visit(context, window, async (visitor) => {
      const email = anEmail();
      await visitor.enter("/#/about");
      await visitor.fill(field("Email", FOOTER_FORM), email);
      await visitor.click(button("Join", FOOTER_FORM));
      await visitor.read(FOOTER_FORM, "Thank you! If the address needs confirming, there is an email waiting for you.");
      expect(storedSubscribers(gateway().dataDir, email)).toMatchObject([
        { email: email.toLowerCase(), status: "active", source: "website-footer" },
      ]);

      await visitor.browser.reload();
      await visitor.untilReady();
      await visitor.fill(field("Email", FOOTER_FORM), email);
      // Enter.
      await visitor.browser.type("\uE007");
      await visitor.read({ role: "alert", within: FOOTER_FORM }, "Email already subscribed");
      expect(storedSubscribers(gateway().dataDir, email)).toHaveLength(1);
      await visitor.expectNoSidewaysScrolling();
    }),
  );

  it.for(WINDOWS)("a fan joins in the email dialog, in a window as wide as $of", (window, context) =>
    visit(context, window, async (visitor) => {
      const fan = { first: "Ann & Bé", last: "O'Neill", email: anEmail() };
      await visitor.enter("/");
      await visitor.click(button("Join the email list"));
      await visitor.fill(field("First name", DIALOG), fan.first);
      await visitor.fill(field("Last name", DIALOG), fan.last);
      await visitor.fill(field("Email", DIALOG), fan.email);
      await visitor.click(button(/^Join/, DIALOG));
      await visitor.focusIsOn({ role: "heading", name: "Success!", within: DIALOG });
      expect(storedSubscribers(gateway().dataDir, fan.email)).toMatchObject([
        { status: "active", source: "website-dialog", first_name: fan.first, last_name: fan.last },
      ]);
      await visitor.expectNoSidewaysScrolling();
      await visitor.click(button("Close", DIALOG));
      await visitor.miss(DIALOG);
      await visitor.focusIsOn(button("Join the email list"));
    }),
  );
}
