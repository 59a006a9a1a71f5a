import type { AuditEvent } from "@porchlight/protocol/admin.ts";
import { describe, expect, it } from "vitest";
import type { SecurityEvent } from "../../shared/audit.ts";
import type { EmailMessage } from "../../shared/outgoing-messages.ts";
import { withSecurityEmails } from "./security-emails.ts";

const client = { key: "192.0.2.7", address: "192.0.2.7", userAgent: "" };

function aDashboard(ownerEmail: string | undefined | (() => string), sendEmail?: () => Promise<void>) {
  const emails: EmailMessage[] = [];
  const noted: SecurityEvent[] = [];
  const failures: unknown[] = [];
  const audit = withSecurityEmails({
    audit: async (event) => void noted.push(event),
    sendEmail: sendEmail ?? (async (email) => void emails.push(email)),
    ownerEmail: () => (typeof ownerEmail === "function" ? ownerEmail() : ownerEmail),
    publicUrl: "https://artist.example",
    later: (work) => void work().catch((error: unknown) => failures.push(error)),
  });
  return { audit, emails, noted, failures };
}

describe("emails about security events", () => {
  it.each<AuditEvent>([
    "password-changed",
    "factor-verified",
    "factor-removed",
    "identity-linked",
    "identity-unlinked",
  ])("tell the owner of %s, and from where it was done", async (event) => {
    const { audit, emails, noted } = aDashboard("owner@artist.example");
    await audit({ event, client });
    expect(noted).toEqual([{ event, client }]);
    expect(emails).toEqual([expect.objectContaining({ to: "owner@artist.example" })]);
    expect(emails[0]?.text).toContain("192.0.2.7");
    expect(emails[0]?.text).toContain("https://artist.example/admin");
  });

  it.each<AuditEvent>(["signed-in", "sign-in-failed", "list-exported"])("say nothing of %s", async (event) => {
    const { audit, emails, noted } = aDashboard("owner@artist.example");
    await audit({ event, client });
    expect([emails, noted.length]).toEqual([[], 1]);
  });

  it("are no reason for an event to fail", async () => {
    const { audit, noted, failures } = aDashboard("owner@artist.example", async () => {
      throw new Error("no post today");
    });
    await audit({ event: "password-changed", client });
    expect([noted.length, failures.length]).toEqual([1, 1]);
    await aDashboard(undefined).audit({ event: "password-changed", client });
  });

  it("are left out, and logged, when the owner's address can't be read; the event is noted all the same", async () => {
    const { audit, noted, failures } = aDashboard(() => {
      throw new Error("the file cannot be read");
    });
    await audit({ event: "password-changed", client });
    expect([noted.length, failures.length]).toEqual([1, 1]);
  });
});
