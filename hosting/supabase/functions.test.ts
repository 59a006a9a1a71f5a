import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createAddressHash } from "../../gateway/src/data/address-hash.ts";
import { FUNCTION_POLICY, GATEWAY_FUNCTIONS } from "../../gateway/src/services/database/policy.ts";
import { partlyHidden } from "../../gateway/src/services/shared/unsubscribe.ts";
import { createUnsubscribeLinks } from "../../gateway/src/services/unsubscribe/links.ts";
import { admin, ListAtSupabase, OWNER_ID, person, REFUSED, STORED, service, visitor } from "./list-at-supabase.case.ts";
import type { Claims, Outcome } from "./postgrest.case.ts";
import { asOwner } from "./supabase-project.case.ts";

const ANN = "ann@example.com";

const list = new ListAtSupabase();

/** `POST /rest/v1/rpc/…` of a function with one value. */
function call(claims: Claims, name: string, values: Record<string, unknown> = {}): Promise<Outcome> {
  const named = Object.keys(values).map((argument, at) => `${argument} => $${at + 1}`);
  return list.api.run(claims, `select public.${name}(${named.join(", ")}) as value`, Object.values(values));
}

async function resultOf(claims: Claims, name: string, values: Record<string, unknown> = {}): Promise<unknown> {
  const result = await call(claims, name, values);
  expect(result).toMatchObject(STORED);
  return result.rows[0]?.value;
}

async function secret(): Promise<string> {
  const { rows } = await list.db.query<{ secret: string }>("select secret from porchlight.list_secret");
  return rows[0]?.secret ?? "";
}

async function links() {
  const known = await secret();
  const made = createUnsubscribeLinks({ secret: () => known, publicUrl: "https://artist.example" });
  const linkFor = made.linker();
  return { read: made.read, tokenFor: (email: string) => new URL(linkFor(email)).searchParams.get("t") ?? "" };
}

/** Another spelling of the same bytes: it differs in the unused bits of the last character. */
function otherSpelling(token: string): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const other = token.slice(0, -1) + alphabet[alphabet.indexOf(token.at(-1) ?? "") + 1];
  expect(Buffer.from(other, "base64url")).toEqual(Buffer.from(token, "base64url"));
  return other;
}

/** Finds a token that plain base64 writes with other characters. @returns the token in plain base64 */
function otherAlphabet(tokens: readonly string[]): string {
  const token = tokens.find((one) => /[-_]/.test(one)) ?? expect.unreachable("no token has such a character");
  return token.replaceAll("-", "+").replaceAll("_", "/");
}

/** Empties the list as the README describes, so that its secret is no longer in use. */
async function empty(): Promise<void> {
  const readme = readFileSync(new URL("README.md", import.meta.url), "utf8");
  const statement = /```sql\n(?<statement>truncate [^`]+)```/.exec(readme)?.groups?.statement;
  await asOwner(list.db, statement ?? expect.unreachable("the README has no such statement"));
  expect(await list.emails()).toEqual([]);
}

describe("who may call which function", () => {
  const callers = { anonymous: visitor, person, admin, service };
  const values: Record<keyof typeof FUNCTION_POLICY, object> = {
    address_of_link: { token: "guess" },
    leave_by_link: { token: "guess" },
    list_secret: {},
    removed_among: { emails: [ANN] },
    hand_over_list: {},
    take_over_list: { secret: randomBytes(32).toString("base64url") },
  };
  // The cast holds: the names are the keys of the policy.
  const names = Object.keys(FUNCTION_POLICY) as (keyof typeof FUNCTION_POLICY)[];
  // The cast holds: the roles are the keys of `callers`.
  const roles = Object.keys(callers) as (keyof typeof callers)[];
  const all = names.flatMap((name) =>
    roles.map((role) => ({ name, role, may: FUNCTION_POLICY[name].some((allowed) => allowed === role) })),
  );
  it.each(all)("$name, $role: $may", async ({ name, role, may }) => {
    expect(await call(callers[role], name, { ...values[name] })).toMatchObject(may ? STORED : REFUSED);
  });

  it("covers every function of the project", async () => {
    const { rows } = await list.db.query<{ name: string }>(
      "select proname as name from pg_proc where pronamespace = 'public'::regnamespace order by 1",
    );
    expect(rows.map(({ name }) => name)).toEqual([...names, ...GATEWAY_FUNCTIONS].toSorted());
  });

  it("if an admin has a second step, returns the secret only after that step", async () => {
    await list.db.query("insert into auth.mfa_factors values (gen_random_uuid(), $1, 'verified')", [OWNER_ID]);
    expect(await call(admin, "list_secret")).toMatchObject(REFUSED);
    expect(await resultOf({ ...admin, aal: "aal2" }, "list_secret")).toBe(await secret());
  });
});

describe("unsubscribe links", () => {
  it("opens every address that the gateway sealed, of any length and in any script", async () => {
    const { tokenFor } = await links();
    const addresses = [
      ANN,
      "a@b.c",
      'o\'brien+"quoted"@example.com',
      "größe@müller.example",
      "漢字@例え.テスト",
      "🎸@example.com",
      `${"d".repeat(242)}@example.com`,
      `${"漢".repeat(252)}@x`,
      ...Array.from({ length: 66 }, (_, length) => `${"x".repeat(length + 1)}@example.com`),
    ];
    for (const address of addresses) {
      const token = tokenFor(address);
      const opened = await list.db.query("select porchlight.address_of_link($1) as address", [token]);
      expect(opened.rows).toEqual([{ address }]);
      // A person with the link sees only the partly hidden address.
      expect(await resultOf(visitor, "address_of_link", { token })).toBe(partlyHidden(address));
    }
  });

  it("opens nothing else, and agrees with the gateway about every text", async () => {
    const { tokenFor, read } = await links();
    const token = tokenFor(ANN);
    const bytes = Buffer.from(token, "base64url");
    const texts = [
      "",
      ANN,
      token.slice(0, -1),
      token.slice(1),
      `${token}A`,
      `${token}=`,
      `${token}==`,
      `${token}\n`,
      ` ${token}`,
      token.toLowerCase(),
      otherSpelling(token),
      bytes.toString("base64"),
      bytes.toString("hex"),
      tokenFor("ben@example.com").slice(0, 22) + token.slice(22),
      createUnsubscribeLinks({ secret: () => randomBytes(32).toString("base64url"), publicUrl: "" })
        .linker()(ANN)
        .slice("/unsubscribe?t=".length),
      otherAlphabet(Array.from({ length: 50 }, (_, at) => tokenFor(`fan${at}@example.com`))),
      "A".repeat(21),
      "A".repeat(22),
      "A".repeat(23),
      "A".repeat(1_040),
      "A".repeat(1_041),
      "é".repeat(30),
      "😀".repeat(20),
      ...Array.from({ length: bytes.length + 1 }, (_, length) => bytes.toString("base64url", 0, length)).slice(0, -1),
      ...Array.from(bytes, (_, at) => {
        const changed = Buffer.from(bytes);
        // The `!` holds: every byte of the buffer has its place in the copy.
        changed[at]! ^= 1;
        return changed.toString("base64url");
      }),
    ];
    for (const text of texts) {
      expect([text, read(text)]).toEqual([text, undefined]);
      expect([text, await resultOf(visitor, "address_of_link", { token: text })]).toEqual([text, null]);
    }
    expect(await resultOf(visitor, "address_of_link", { token: null })).toBeNull();
    expect(await resultOf(visitor, "address_of_link", { token })).toBe(partlyHidden(ANN));
  });

  it("unsubscribes an address by its token, with the same result for listed, unsubscribed and unknown addresses", async () => {
    const { tokenFor } = await links();
    for (const email of [ANN, ANN, "nobody@example.com"]) {
      expect(await resultOf(visitor, "leave_by_link", { token: tokenFor(email) })).toBe(true);
    }
    expect(await list.rowOf(ANN)).toMatchObject({ status: "unsubscribed" });
    expect(await list.emails()).toHaveLength(2);
    expect(await resultOf(visitor, "leave_by_link", { token: "guess" })).toBe(false);
    expect(await resultOf(visitor, "leave_by_link", { token: null })).toBe(false);
  });
});

describe("handing a list over", () => {
  const removed = [1, 2, 3].map((at) => ({
    address_hash: createHash("sha256").update(String(at)).digest("hex"),
    removed_on: `2026-03-0${at}`,
  }));
  // As a list of an earlier version sends them, without mailbox hashes.
  const sorted = removed
    .map((one) => ({ ...one, mailbox_hash: one.address_hash }))
    .toSorted((a, b) => (a.address_hash < b.address_hash ? -1 : 1));
  const theirs = randomBytes(32).toString("base64url");
  const takeOver = (values: Record<string, unknown>) => resultOf(service, "take_over_list", values);

  it("takes over the secret and the removed addresses of another list while this list is empty", async () => {
    await empty();
    expect(await takeOver({ secret: theirs, removed: JSON.stringify(removed.slice(0, 2)) })).toBe(true);
    expect(await takeOver({ secret: theirs, removed: JSON.stringify(removed) })).toBe(true);
    expect(await resultOf(service, "hand_over_list")).toEqual({ secret: theirs, removed: sorted });
    const first = await resultOf(service, "hand_over_list", { after: null, most: 1 });
    expect(first).toEqual({ secret: theirs, removed: sorted.slice(0, 1) });
    const rest = await resultOf(service, "hand_over_list", { after: sorted[0]?.address_hash, most: 1_000 });
    expect(rest).toEqual({ secret: theirs, removed: sorted.slice(1) });
  });

  it("takes over nothing if this list has an address or has removed one", async () => {
    const own = await secret();
    expect(await takeOver({ secret: theirs, removed: JSON.stringify(removed) })).toBe(false);
    for (const email of ["ann@example.com", "ben@example.com"]) await list.api.remove(admin, email);
    expect(await takeOver({ secret: theirs, removed: JSON.stringify(removed) })).toBe(false);
    expect(await resultOf(service, "hand_over_list")).toMatchObject({ secret: own, removed: [{}, {}] });
    expect(await takeOver({ secret: own, removed: JSON.stringify(removed) })).toBe(true);
  });

  it("finds addresses that were removed from the other list, by the moved hashes", async () => {
    await empty();
    const [hash, mailbox_hash] = ["gone@example.com", "go@example.com"].map(createAddressHash(theirs));
    const removed = [{ address_hash: hash, removed_on: "2026-03-01", mailbox_hash }];
    await takeOver({ secret: theirs, removed: JSON.stringify(removed) });
    expect(await resultOf(service, "hand_over_list")).toEqual({ secret: theirs, removed });
    expect(await resultOf(service, "removed_among", { emails: ["here@example.com", "Gone@example.com"] })).toBe(
      "Gone@example.com",
    );
    expect(await list.signUp({ email: "gone@example.com" })).toMatchObject(STORED);
    expect(await resultOf(service, "removed_among", { emails: ["gone@example.com"] })).toBeUndefined();
  });

  it.each([
    ["no secret", { secret: null }, "22023"],
    ["a short secret", { secret: "A".repeat(42) }, "22023"],
    ["a secret in another alphabet", { secret: `${"A".repeat(42)}+` }, "22023"],
    ["a secret with extra bits", { secret: `${"A".repeat(42)}B` }, "22023"],
    ["removed addresses that are not an array", { secret: theirs, removed: '{"address_hash":"a"}' }, "22023"],
    [
      "an address instead of its hash",
      { secret: theirs, removed: `[{"address_hash":"${ANN}","removed_on":"2026-03-01"}]` },
      "23514",
    ],
    [
      "an invalid day",
      { secret: theirs, removed: `[{"address_hash":"${"a".repeat(64)}","removed_on":"soon"}]` },
      "22007",
    ],
    ["no day", { secret: theirs, removed: `[{"address_hash":"${"a".repeat(64)}"}]` }, "23502"],
  ])("rejects %s", async (_what, values, code) => {
    await empty();
    const own = await secret();
    expect(await call(service, "take_over_list", values)).toMatchObject({ code });
    expect(await secret()).toBe(own);
  });
});
