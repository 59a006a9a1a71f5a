import { SUBSCRIBERS_TABLE, UNIQUE_VIOLATION } from "@porchlight/protocol/subscriber.ts";
import { describe, expect, it } from "vitest";
import { mailboxKey } from "../../gateway/src/lib/email-address.ts";
import { isSignUpName } from "../../gateway/src/services/shared/sign-up-rules.ts";
import { createReturnLinks } from "../../gateway/src/services/unsubscribe/return-links.ts";
import { admin, dora, ListAtSupabase, person, REFUSED, STORED, visitor } from "./list-at-supabase.case.ts";
import { applyMigrations } from "./supabase-project.case.ts";

const BEN = "ben@example.com";

const list = new ListAtSupabase();

/** Like the gateway, says with each request that the site can send mail. */
async function sendMail(): Promise<void> {
  const headers = JSON.stringify({ "x-porchlight-returning": "by-link" });
  await list.db.query("select set_config('request.headers', $1, true)", [headers]);
}

async function call(name: string, argument: string): Promise<unknown> {
  const { code, rows } = await list.api.run(visitor, `select public.${name}($1) as result`, [argument]);
  expect(code).toBe("00000");
  return rows[0]?.result;
}

async function history(): Promise<string[]> {
  const sql = "select event, form, is_confirmed from porchlight.subscriber_history order by id";
  const { rows } = await list.db.query<Record<string, unknown>>(sql);
  return rows.map(({ event, form, is_confirmed }) => `${event} ${form}${is_confirmed ? " confirmed" : ""}`);
}

describe("an unsubscribed address", () => {
  it("becomes active only by its link, with its stored names, if the site sends mail", async () => {
    await sendMail();
    expect(await list.signUp({ email: BEN, first_name: "Visit" })).toMatchObject(STORED);
    expect(await list.rowOf(BEN)).toMatchObject({ status: "unsubscribed", first_name: "Ben" });
    const token = String(await call("take_return_token", BEN));
    expect(await call("take_return_token", BEN)).toBeNull();
    expect(await call("address_of_return", token)).toBe("b•••@example.com");
    expect(await call("address_of_return", `${token}A`)).toBeNull();
    expect(await call("return_by_link", "x")).toBe(false);
    expect(await list.rowOf(BEN)).toMatchObject({ status: "unsubscribed" });
    expect(await call("return_by_link", token)).toBe(true);
    expect(await call("return_by_link", token)).toBe(true);
    expect(await list.rowOf(BEN)).toMatchObject({ status: "active", source: "import:mailchimp", first_name: "Ben" });
    expect(await history()).toEqual(["came-back website-footer confirmed"]);
  });

  it("gets one link a day, however often it is signed up", async () => {
    await sendMail();
    await list.signUp({ email: BEN });
    expect(await call("take_return_token", BEN)).toEqual(expect.any(String));
    expect(await call("take_return_token", BEN)).toBeNull();
    await list.db.exec("update porchlight.return_requests set sent_at = sent_at - interval '25 hours'");
    expect(await call("take_return_token", BEN)).toEqual(expect.any(String));
  });

  it("is a duplicate from its second sign-up on, like any address", async () => {
    await sendMail();
    expect(await list.signUp({ email: BEN })).toMatchObject(STORED);
    await list.signUp();
    expect(await list.signUp({ email: BEN })).toEqual(await list.signUp());
    expect(await list.signUp()).toMatchObject({ code: UNIQUE_VIOLATION });
  });

  it("has a link for seven days", async () => {
    await sendMail();
    await list.signUp({ email: BEN });
    const token = String(await call("take_return_token", BEN));
    await list.db.exec("update porchlight.return_requests set sent_at = sent_at - interval '8 days'");
    expect(await call("address_of_return", token)).toBeNull();
    expect(await call("return_by_link", token)).toBe(false);
  });

  it("becomes active at once, with its stored names, if the site sends no mail", async () => {
    expect(await list.signUp({ email: BEN, first_name: "Visit" })).toMatchObject(STORED);
    expect(await list.rowOf(BEN)).toMatchObject({ status: "active", first_name: "Ben" });
    expect(await history()).toEqual(["came-back website-footer"]);
  });
});

it("an address that the owner removed becomes active only by its link, without a name", async () => {
  await list.signUp({ first_name: "Dora" });
  await list.api.remove(admin, dora.email);
  await sendMail();
  expect(await list.signUp({ first_name: "Visit", source: "website-dialog" })).toMatchObject(STORED);
  expect(await list.rowOf(dora.email)).toBeUndefined();
  const token = String(await call("take_return_token", dora.email));
  expect(await call("return_by_link", token)).toBe(true);
  expect(await list.rowOf(dora.email)).toMatchObject({ source: "website-dialog", first_name: null });
  expect(await history()).toEqual(["joined website-footer", "removed dashboard", "came-back website-dialog confirmed"]);
});

it.each(["unsubscribed", "was removed"])(
  "if a mailbox %s, no other spelling of it joins before its link is used",
  async (how) => {
    const earlier = "v.ictim@gmail.com";
    await list.signUp({ email: earlier });
    if (how === "unsubscribed")
      await list.db.exec(`update ${SUBSCRIBERS_TABLE} set status = 'unsubscribed' where id > 2`);
    else await list.api.remove(admin, earlier);
    await sendMail();
    for (const email of ["victim+a@gmail.com", "victim@googlemail.com"]) {
      expect(await list.signUp({ email })).toMatchObject(STORED);
      expect(await list.signUp({ email })).toMatchObject({ code: UNIQUE_VIOLATION });
      expect(await list.rowOf(email)).toBeUndefined();
    }
    const token = String(await call("take_return_token", "victim+a@gmail.com"));
    // One email a day for all of them.
    expect(await call("take_return_token", "victim@googlemail.com")).toBeNull();
    expect(await call("return_by_link", token)).toBe(true);
    expect(await list.rowOf("victim+a@gmail.com")).toMatchObject({ status: "active" });
    expect(await list.signUp({ email: "somebody@gmail.com" })).toMatchObject(STORED);
    expect(await list.rowOf("somebody@gmail.com")).toBeDefined();
  },
);

describe("a fourth spelling of a mailbox", () => {
  const FOURTH = "vic.tim@gmail.com";

  async function threeSpellings(): Promise<void> {
    for (const email of ["v.ictim@gmail.com", "victim@gmail.com", "victim+a@googlemail.com"]) {
      expect(await list.signUp({ email })).toMatchObject(STORED);
      expect(await list.rowOf(email)).toBeDefined();
    }
  }

  it("joins only by its link if the site sends mail", async () => {
    await sendMail();
    await threeSpellings();
    expect(await list.signUp({ email: FOURTH })).toMatchObject(STORED);
    expect(await list.signUp({ email: FOURTH })).toMatchObject({ code: UNIQUE_VIOLATION });
    expect(await list.rowOf(FOURTH)).toBeUndefined();
    expect(await call("return_by_link", String(await call("take_return_token", FOURTH)))).toBe(true);
    expect(await list.rowOf(FOURTH)).toMatchObject({ status: "active" });
  });

  it("is a duplicate if the site sends no mail", async () => {
    await threeSpellings();
    const duplicate = await list.signUp({ email: FOURTH });
    await list.signUp();
    expect(duplicate).toEqual(await list.signUp());
  });
});

it("no other spelling of a mailbox joins if an earlier version removed its plain spelling", async () => {
  await list.signUp();
  await list.api.remove(admin, dora.email);
  await list.db.exec("update porchlight.suppressed_addresses set mailbox_hash = null");
  await applyMigrations(list.db);
  await sendMail();
  expect(await list.signUp({ email: "dora+a@example.com" })).toMatchObject(STORED);
  expect(await list.rowOf("dora+a@example.com")).toBeUndefined();
});

it("mailbox keys equal those of the site", async () => {
  const emails = [
    "ann+a+b@example.com",
    "+ann@example.com",
    "++ann@example.com",
    "a.n.n+x@gmail.com",
    "a.n@example.com",
  ];
  const odd = ["ann(1)@example.com", '"a\\nn"@example.com', "(ann)@example.com", "𝄞+x@googlemail.com", "+@example.com"];
  for (const email of [...emails, ...odd]) {
    const { rows } = await list.db.query("select porchlight.mailbox_key($1) as key", [email]);
    expect([email, rows]).toEqual([email, [{ key: mailboxKey(email) }]]);
  }
});

it("the site reads the project's tokens, and creates the same ones", async () => {
  const { rows } = await list.db.query<{ secret: string }>("select secret from porchlight.list_secret");
  const links = createReturnLinks({ secret: () => rows[0]?.secret ?? "", publicUrl: "https://artist.example" });
  await sendMail();
  await list.signUp({ email: BEN });
  const token = String(await call("take_return_token", BEN));
  const link = links.read(token);
  expect(link?.email).toBe(BEN);
  expect(links.linkFor({ email: BEN, requestedAt: link?.requestedAt ?? "" })).toBe(
    `https://artist.example/confirm?t=${token}`,
  );
});

it("names are validated as the site validates them", async () => {
  const names = ["Ann", "J.R. Smith", "St. John", "李小龙", "Visit https://x", "evil.example", "www.evil", "t.co/x"];
  const hostile = ["ｅvil．example", "evil。example", "Ann ＠evil", "Ann\u202eLee", "Ann\nLee"];
  for (const name of [...names, ...hostile]) {
    const { rows } = await list.db.query("select porchlight.is_sign_up_name($1) as may", [name]);
    expect([name, rows]).toEqual([name, [{ may: isSignUpName(name) }]]);
  }
});

it("nobody reads the history or the requests, and people who are signed in get no link", async () => {
  for (const caller of [visitor, person, admin]) {
    for (const table of ["subscriber_history", "return_requests"]) {
      expect(await list.api.run(caller, `select * from porchlight.${table}`)).toMatchObject(REFUSED);
    }
    expect(await list.api.run(caller, "select porchlight.seal('x', 'a return link')")).toMatchObject(REFUSED);
  }
  expect(await list.api.run(person, "select public.take_return_token('x')")).toMatchObject(REFUSED);
  expect(await list.api.select(admin, "count(*)::int as count")).toMatchObject({ rows: [{ count: 2 }] });
});
