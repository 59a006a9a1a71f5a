import { beforeEach, describe, expect, it } from "vitest";
import { createSignUpLimit, type SignUpLimit } from "./sign-up-limit.ts";

const HOUR_MS = 3_600_000;

let now: number;
let limit: SignUpLimit;

beforeEach(() => {
  now = 0;
  limit = createSignUpLimit(() => now);
});

/** How many of these sign-ups are allowed. */
function passed(count: number, client: (index: number) => string, email?: (index: number) => string): number {
  let through = 0;
  for (let index = 0; index < count; index += 1) if (limit(client(index), email?.(index)).ok) through += 1;
  return through;
}

describe("sign-ups", () => {
  it("by sixty people behind one address are allowed, and then one every five seconds", () => {
    expect(passed(60, () => "the hall")).toBe(60);
    expect(limit("the hall")).toEqual({ ok: false, retryAfterSeconds: 5 });
    now += 5_000;
    expect(limit("the hall").ok).toBe(true);
    expect(limit("the hall").ok).toBe(false);
  });

  it("by a robot with one address are limited, and somebody else can join meanwhile", () => {
    expect(
      passed(
        5_000,
        () => "robot",
        (index) => `${index}@example.com`,
      ),
    ).toBe(60);
    expect(limit("fan", "ann@example.com").ok).toBe(true);
  });

  it("by a robot with a thousand addresses are limited, and somebody who joins meanwhile has a few tries", () => {
    const firstHour = passed(
      100_000,
      (index) => `robot ${index % 1_000}`,
      (index) => `${index}@example.com`,
    );
    expect(firstHour).toBeLessThanOrEqual(3_200);
    expect([1, 2, 3, 4].map(() => limit("fan", "ann@example.com").ok)).toEqual([true, true, true, false]);
  });

  it("above the total limit are rejected first for the clients that caused it, even with a few addresses", () => {
    // Four addresses together use up the total rate.
    expect(passed(200, (index) => `robot ${index % 4}`)).toBe(200);
    expect(limit("robot 0")).toEqual({ ok: false, retryAfterSeconds: 600 });
    expect(limit("fan").ok).toBe(true);
  });

  it("are allowed as before once the number falls again", () => {
    passed(10_000, (index) => `robot ${index % 1_000}`);
    now += HOUR_MS;
    expect(passed(60, () => "the hall")).toBe(60);
  });

  it("for one mailbox are limited together, with any +tag and from any client", () => {
    const tagged = (index: number) => ` Ann+${index}@Example.com`;
    expect(passed(50, (index) => `robot ${index}`, tagged)).toBe(5);
    expect(limit("elsewhere", "ann@example.com")).toEqual({ ok: false, retryAfterSeconds: 600 });
    expect(limit("elsewhere", "anna@example.com").ok).toBe(true);
    now += 600_000;
    expect(limit("elsewhere", "ann@example.com").ok).toBe(true);
  });

  it("without a well-formed email count by client only", () => {
    expect(
      passed(
        60,
        () => "one",
        () => "no address",
      ),
    ).toBe(60);
    expect(
      passed(
        60,
        () => "another",
        () => "a".repeat(10_000),
      ),
    ).toBe(60);
  });
});
