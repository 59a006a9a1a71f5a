import { describe, expect, it } from "vitest";
import { dkimRecordOf, makeDkimKey } from "../../services/mail/dkim.ts";
import { aDataFile } from "../../testing/a-data-file.ts";
import { aDns, anOutside, aSite, statusesOf, systemError, the } from "../a-site.case.ts";
import { checkDns } from "./dns.ts";

const PUBLIC = { PUBLIC_URL: "https://harbour.example" };
const MAIL = { SMTP_URL: "smtps://mail.example", MAIL_FROM: "Harbour Line <hello@harbour.example>" };

const check = (environment: Record<string, string>, records: Record<string, readonly string[]>) =>
  checkDns(aSite(environment), anOutside({ dns: aDns(records) }));

describe("the site's name", () => {
  const addressOf = async (records: Record<string, readonly string[]>) =>
    the("dns-address", await check(PUBLIC, records));

  it("is good when it points to this machine", async () => {
    expect((await addressOf({ "A harbour.example": ["203.0.113.7"] })).status).toBe("good");
  });

  it("is bad when it points nowhere or to a private network", async () => {
    expect((await addressOf({})).status).toBe("bad");
    expect((await addressOf({ "A harbour.example": ["192.168.1.9"] })).status).toBe("bad");
    expect((await addressOf({ "AAAA harbour.example": ["fd00::1"] })).status).toBe("bad");
  });

  it("is worth a look when it points to this machine and to another one", async () => {
    const finding = await addressOf({ "A harbour.example": ["203.0.113.7"], "AAAA harbour.example": ["2001:db8::9"] });
    expect(finding).toMatchObject({ status: "look" });
    expect(finding.found).toContain("2001:db8::9");
  });

  it("is unknown when it points elsewhere, because that may be a proxy", async () => {
    expect((await addressOf({ "A harbour.example": ["198.51.100.1"] })).status).toBe("unknown");
  });

  it("is unknown while no name server answers", async () => {
    const addresses = () => Promise.reject(systemError("ETIMEOUT"));
    const findings = await checkDns(aSite(PUBLIC), anOutside({ dns: { ...aDns({}), addresses } }));
    expect(the("dns-address", findings).status).toBe("unknown");
    expect(JSON.stringify(findings)).not.toContain("secret");
  });

  it("is not checked when there is none", async () => {
    expect(await check({}, {})).toEqual([]);
    expect(the("dns-address", await check({ PUBLIC_URL: "https://203.0.113.7" }, {})).status).toBe("look");
  });
});

describe("records of the sender's domain", () => {
  const KEY = ["v=DKIM1; k=rsa; p=MIIBIjANBg"];
  const COMPLETE = {
    "MX harbour.example": ["mx.mail.example"],
    "TXT harbour.example": ["some-other=record", "v=spf1 include:mail.example ~all"],
    "TXT mail._domainkey.harbour.example": KEY,
    "TXT _dmarc.harbour.example": ["v=DMARC1; p=none; rua=mailto:owner@home.example"],
  };
  const find = async (records: Record<string, readonly string[]>) =>
    (await check(MAIL, records)).filter(({ id }) => id !== "dns-address");

  it("are good when all exist, and the findings show no email address", async () => {
    const findings = await find(COMPLETE);
    expect(statusesOf(findings)).toEqual({
      "dns-mx": "good",
      "dns-spf": "good",
      "dns-dkim": "good",
      "dns-dmarc": "good",
    });
    expect(JSON.stringify(findings)).not.toContain("owner@home");
  });

  it("have to hold the key with which the site signs", async () => {
    const site = aSite(MAIL);
    const data = aDataFile({ dir: site.places?.dataDir ?? "" });
    const key = await makeDkimKey(data.write, "harbour.example", new Date("2026-12-01T12:00:00Z"));
    const { name, value } = dkimRecordOf(key);
    const findKey = async (...texts: string[]) =>
      the("dns-dkim", await checkDns(site, anOutside({ dns: aDns({ ...COMPLETE, [`TXT ${name}`]: texts }) })));
    expect(await findKey(value.replace("p=", "p= "))).toMatchObject({ status: "good" });
    for (const texts of [[], [KEY[0] ?? ""], [value, KEY[0] ?? ""]]) {
      const finding = await findKey(...texts);
      expect(finding.status).toBe("bad");
      expect(finding.next).toContain(value);
    }
  });

  it("are bad or worth a look when they are missing, and each finding says what to add", async () => {
    const findings = await find({});
    expect(statusesOf(findings)).toEqual({
      "dns-mx": "look",
      "dns-spf": "bad",
      "dns-dkim": "look",
      "dns-dmarc": "look",
    });
    expect(the("dns-dmarc", findings).next).toContain("_dmarc.harbour.example");
    expect(the("dns-dkim", findings).next).toContain("dkim=pass");
  });

  it.each([
    ["there are two records", ["v=spf1 include:a.example ~all", "v=spf1 include:b.example ~all"]],
    ["everybody may send", ["v=spf1 +all"]],
    ["nobody may send", ["v=spf1 -all"]],
  ])("are bad when SPF is wrong: %s", async (_, texts) => {
    expect(the("dns-spf", await find({ "TXT harbour.example": texts })).status).toBe("bad");
  });

  it("with an empty MX record mean that the domain accepts no mail", async () => {
    expect(the("dns-mx", await find({ "MX harbour.example": [""] })).found).toContain("accepts no mail");
  });

  it("leave DKIM unknown if the keys have unusual names, or were revoked", async () => {
    const hidden = { "TXT 20261101pm._domainkey.harbour.example": KEY };
    expect(the("dns-dkim", await find(hidden))).toMatchObject({ status: "unknown" });
    const revoked = { "TXT mail._domainkey.harbour.example": ["v=DKIM1; p="] };
    expect(the("dns-dkim", await find(revoked)).status).toBe("unknown");
  });

  it("include the DMARC record of the domain above, and are bad when that record has no policy", async () => {
    const below = { ...MAIL, MAIL_FROM: "hello@news.harbour.example" };
    const above = await check(below, { "TXT _dmarc.harbour.example": ["v=DMARC1; p=reject"] });
    expect(the("dns-dmarc", above)).toMatchObject({ status: "good" });
    expect(the("dns-dmarc", await find({ "TXT _dmarc.harbour.example": ["v=DMARC1"] })).status).toBe("bad");
  });
});
