import type { AuditEvent } from "@porchlight/protocol/admin.ts";
import { describe, expect, it } from "vitest";
import type { SecurityEvent } from "../../shared/audit.ts";
import type { EmailMessage } from "../../shared/outgoing-messages.ts";
import { withSecurityEmails } from "./security-emails.ts";

const client = { key: "192.0.2.7", address: "192.0.2.7", userAgent: "" };

function aDashboard(ownerEmail: string | undefined | (() => string), sendEmail?: () => Promise<void>) {
  const emails: EmailMessage[] = [];
  const recorded: SecurityEvent[] = [];
  const failures: unknown[] = [];
  const audit = withSecurityEmails({
    audit: async (event) => void recorded.push(event),
    sendEmail: sendEmail ?? (async (email) => void emails.push(email)),
    ownerEmail: () => (typeof ownerEmail === "function" ? ownerEmail() : ownerEmail),
    publicUrl: "https://artist.example",
    later: (work) => void work().catch((error: unknown) => failures.push(error)),
  });
  return { audit, emails, recorded, failures };
}

describe("emails about security events", () => {
  it.each<AuditEvent>([
    "password-changed",
    "factor-verified",
    "factor-removed",
    "identity-linked",
    "identity-unlinked",
  ])("tell the owner about %s, with the address of the client", async (event) => {
    const { audit, emails, recorded } = aDashboard("owner@artist.example");
    await audit({ event, client });
    expect(recorded).toEqual([{ event, client }]);
    expect(emails).toEqual([expect.objectContaining({ to: "owner@artist.example" })]);
    expect(emails[0]?.text).toContain("192.0.2.7");
    expect(emails[0]?.text).toContain("https://artist.example/admin");
  });

  it.each<AuditEvent>(["signed-in", "sign-in-failed", "list-exported"])("are not sent for %s", async (event) => {
    const { audit, emails, recorded } = aDashboard("owner@artist.example");
    await audit({ event, client });
    expect([emails, recorded.length]).toEqual([[], 1]);
  });

  it("do not make an event fail if they cannot be sent", async () => {
    const { audit, recorded, failures } = aDashboard("owner@artist.example", async () => {
      throw new Error("no post today");
    });
    await audit({ event: "password-changed", client });
    expect([recorded.length, failures.length]).toEqual([1, 1]);
    await aDashboard(undefined).audit({ event: "password-changed", client });
  });

  it("are not sent if the owner's address cannot be read; the failure is logged and the event is recorded", async () => {
    const { audit, recorded, failures } = aDashboard(() => {
      throw new Error("the file cannot be read");
    });
    await audit({ event: "password-changed", client });
    expect([recorded.length, failures.length]).toEqual([1, 1]);
  });
});
