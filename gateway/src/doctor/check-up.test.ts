import { describe, expect, it } from "vitest";
import { anOutside, answering, aSite, NOW, statusesOf, systemError, the } from "./a-site.case.ts";
import { checkUp } from "./check-up.ts";

describe("a check-up", () => {
  it("checks the groups in their order and leaves out those without findings", async () => {
    const { madeAt, groups } = await checkUp(aSite(), anOutside());
    expect(madeAt).toBe("2026-11-21T12:00:00.000Z");
    expect(groups.map(({ id }) => id)).toEqual(["settings", "content", "data", "disk", "clock", "web", "mail"]);
  });

  it("with invalid settings reports the mistakes, checks the files, and says which groups it left out", async () => {
    const { groups } = await checkUp(aSite({ PORT: "abc" }), anOutside());
    const found = groups.flatMap(({ findings }) => findings);
    expect(statusesOf(found)).toMatchObject({
      settings: "bad",
      "data-file": "look",
      "disk-space": "good",
      "web-unseen": "unknown",
      "dns-unseen": "unknown",
      "mail-unseen": "unknown",
      "providers-unseen": "unknown",
    });
  });

  it("checks no files when the settings do not say where the files are", async () => {
    const { groups } = await checkUp(aSite({ DATA_DIR_FILE: "/nowhere" }), anOutside());
    expect(statusesOf(groups.flatMap(({ findings }) => findings))).toMatchObject({
      "content-unseen": "unknown",
      "data-unseen": "unknown",
      "backups-unseen": "unknown",
      "disk-unseen": "unknown",
    });
  });

  it("continues when a check throws, and shows no secret", async () => {
    const freeBytes = () => {
      throw systemError("EIO");
    };
    const errors: unknown[] = [];
    const onError = (error: unknown) => void errors.push(error);
    const { groups } = await checkUp(aSite(), anOutside({ freeBytes, onError }));
    const found = groups.flatMap(({ findings }) => findings);
    expect(the("disk-unseen", found)).toMatchObject({ status: "unknown" });
    expect(the("disk-unseen", found).found).not.toContain("secret");
    expect(groups).toHaveLength(7);
    expect(errors).toEqual([systemError("EIO")]);
  });

  it("compares the clock with the responses of other machines, not with the site's own or cached responses", async () => {
    const settings = { GA_MEASUREMENT_ID: "G-ABC", GA_API_SECRET: "s", PUBLIC_URL: "https://a.example" };
    const at = (ms: number, more = {}) => ({
      headers: { Date: new Date(NOW.getTime() + ms).toUTCString(), ...more },
    });
    const clockOf = async (google: ResponseInit) => {
      const fetch = answering({
        "https://a.example/healthz": () => new Response("{}", at(0)),
        "http://127.0.0.1:4000/healthz": () => new Response("{}", at(0)),
        "https://www.google-analytics.com/debug/mp/collect": () => new Response("{}", google),
      });
      const { groups } = await checkUp(aSite(settings), anOutside({ fetch, isClockRight: () => false }));
      return the(
        "clock",
        groups.flatMap(({ findings }) => findings),
      ).status;
    };
    expect(await clockOf(at(0))).toBe("good");
    expect(await clockOf(at(600_000))).toBe("bad");
    expect(await clockOf(at(600_000, { Age: "600" }))).toBe("unknown");
  });
});
