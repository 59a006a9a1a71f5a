import { describe, expect, it } from "vitest";
import { openDataFile } from "../../data/data-file.ts";
import { createReachedTime } from "../../data/reached-time.ts";
import { aSlide, aView, someAnalytics } from "./builtin.case.ts";

describe("a visit", () => {
  it("is stored only as a number for each day, kind and name", async () => {
    const { analytics, data, tick, rows } = someAnalytics();
    analytics.record([aView("/music"), aView("/music"), aView("/"), aSlide("Lake Effect")]);
    await tick();
    expect(rows()).toEqual([
      "2026-09-04 page_view / 1",
      "2026-09-04 page_view /music 2",
      "2026-09-04 slide_change Lake Effect 1",
    ]);
    const columns = data.read.all<{ name: string }>("SELECT name FROM pragma_table_info('daily_counts')");
    expect(columns.map(({ name }) => name)).toEqual(["day", "kind", "name", "count"]);
  });

  it("is stored together with others every few seconds; without visits nothing is written", async () => {
    const { analytics, tick, writes, rows } = someAnalytics();
    for (let visitor = 0; visitor < 500; visitor += 1) analytics.record([aView("/"), aView("/shop")]);
    expect([writes(), rows()]).toEqual([0, []]);
    await tick();
    await tick();
    expect([writes(), rows()]).toEqual([1, ["2026-09-04 page_view / 500", "2026-09-04 page_view /shop 500"]]);
  });

  it("is added to the earlier visits of its day", async () => {
    const { analytics, tick, rows } = someAnalytics();
    analytics.record([aView("/")]);
    await tick();
    analytics.record([aView("/")]);
    await tick();
    expect(rows()).toEqual(["2026-09-04 page_view / 2"]);
  });

  it("counts for its own day even if it is stored after midnight", async () => {
    const { analytics, state, tick, rows } = someAnalytics({ now: "2026-09-04T23:59:59.999Z" });
    analytics.record([aView("/")]);
    state.now = new Date("2026-09-05T00:00:01Z");
    analytics.record([aView("/")]);
    await tick();
    expect(rows()).toEqual(["2026-09-04 page_view / 1", "2026-09-05 page_view / 1"]);
  });
});

describe("names sent by visitors", () => {
  it("are counted as the name of an existing screen or as `other`", async () => {
    const { analytics, tick, rows } = someAnalytics();
    const paths = ["/shop/tee", "/shop/x", "/music/lake-effect", "/shop/a/b", "/music/", "/ABOUT", "/../etc", "/admin"];
    analytics.record(paths.map(aView));
    await tick();
    expect(rows()).toEqual([
      "2026-09-04 page_view /music 1",
      "2026-09-04 page_view /shop 2",
      "2026-09-04 page_view other 5",
    ]);
  });

  it("of an album count only while the catalogue has the album", async () => {
    const { analytics, state, tick, rows } = someAnalytics();
    analytics.record([aSlide("Buy my pills"), aSlide("lake effect"), aSlide("L"), aSlide("Long Point")]);
    state.albums = [{ name: "Long Point" }];
    analytics.record([aSlide("Long Point")]);
    await tick();
    expect(rows()).toEqual(["2026-09-04 slide_change Long Point 1"]);
  });

  it("of an album count even if an event has only the beginning of the name", async () => {
    const name = `The ${"Very ".repeat(30)}Long Night`;
    const { analytics, tick, rows } = someAnalytics({ albums: [name] });
    analytics.record([aSlide(name.slice(0, 100))]);
    await tick();
    expect(rows()).toEqual([`2026-09-04 slide_change ${name} 1`]);
  });
});

describe("a process that ends", () => {
  it("stores its counts first, and the next process continues them", async () => {
    const { analytics, close, dir, ended } = someAnalytics();
    analytics.record([aView("/")]);
    await analytics.stop();
    expect(ended()).toBe(1);
    close();

    const next = someAnalytics({ dir });
    next.analytics.record([aView("/")]);
    await next.tick();
    expect(next.rows()).toEqual(["2026-09-04 page_view / 2"]);
  });

  it("by a kill loses only the counts that were not stored yet", async () => {
    const { analytics, close, dir, tick } = someAnalytics();
    analytics.record([aView("/")]);
    await tick();
    analytics.record([aView("/about")]);
    close();

    const after = openDataFile({ dir });
    const rows = after.read.all<{ name: string }>("SELECT name FROM daily_counts");
    after.close();
    expect(rows.map(({ name }) => name)).toEqual(["/"]);
  });
});

describe("a disk that is full", () => {
  it("is logged, and the counts are stored once there is space", async () => {
    const { analytics, state, logged, tick, rows } = someAnalytics();
    state.isDiskFull = true;
    analytics.record([aView("/")]);
    await tick();
    analytics.record([aView("/")]);
    expect([rows(), logged]).toEqual([[], ["visits could not be stored; will try again"]]);
    state.isDiskFull = false;
    await tick();
    expect(rows()).toEqual(["2026-09-04 page_view / 2"]);
  });

  it("does not let the memory fill up", async () => {
    const albums = Array.from({ length: 2_100 }, (_, at) => `Album ${at}`);
    const { analytics, state, tick, rows } = someAnalytics({ albums });
    state.isDiskFull = true;
    analytics.record(albums.map(aSlide));
    await tick();
    state.isDiskFull = false;
    await tick();
    expect(rows()).toHaveLength(2_000);
  });

  it("still lets the owner read the stored counts", async () => {
    const { analytics, state, tick } = someAnalytics();
    analytics.record([aView("/")]);
    await tick();
    state.isDiskFull = true;
    analytics.record([aView("/")]);
    expect((await analytics.report()).days.at(-1)).toEqual({ day: "2026-09-04", pageViews: 1 });
  });
});

it("the first write of a day deletes days older than 400 days", async () => {
  const { analytics, data, state, tick, rows } = someAnalytics();
  await data.write((writer) => {
    for (const day of ["2025-07-31", "2025-08-01", "2026-09-03"]) {
      writer.run("INSERT INTO daily_counts VALUES (?, 'page_view', '/', 7)", day);
    }
  });
  analytics.record([aView("/")]);
  await tick();
  expect(rows().map((row) => row.slice(0, 10))).toEqual(["2025-08-01", "2026-09-03", "2026-09-04"]);

  state.now = new Date("2026-09-05T12:00:00Z");
  analytics.record([aView("/")]);
  await tick();
  expect(rows().map((row) => row.slice(0, 10))).toEqual(["2026-09-03", "2026-09-04", "2026-09-05"]);
});

it("if the clock is ahead for a moment, only the two oldest days are deleted", async () => {
  const { analytics, data, state, tick, rows } = someAnalytics();
  const days = ["2026-08-31", "2026-09-01", "2026-09-02", "2026-09-03"];
  await data.write((writer) => {
    for (const day of days) writer.run("INSERT INTO daily_counts VALUES (?, 'page_view', '/', 7)", day);
  });
  for (const now of ["2036-09-04T12:00:00Z", "2026-09-04T12:01:00Z"]) {
    state.now = new Date(now);
    analytics.record([aView("/")]);
    await tick();
  }
  expect(rows().map((row) => row.slice(0, 10))).toEqual([...days.slice(2), "2026-09-04", "2036-09-04"]);
});

it("no day is deleted while the clock has been ahead for less than an hour", async () => {
  const { analytics, data, state, tick, rows } = someAnalytics();
  await createReachedTime(data, () => state.now)();
  await data.write((writer) => writer.run("INSERT INTO daily_counts VALUES ('2026-09-03', 'page_view', '/', 7)"));
  state.now = new Date("2036-09-04T12:00:00Z");
  analytics.record([aView("/")]);
  await tick();
  expect(rows().map((row) => row.slice(0, 10))).toEqual(["2026-09-03", "2036-09-04"]);
});

describe("the report", () => {
  it("has each of the last 30 days and includes counts that are not stored yet", async () => {
    const { analytics, data } = someAnalytics();
    await data.write((writer) => {
      for (const day of ["2026-08-05", "2026-08-06", "2026-09-03", "2026-09-05"]) {
        writer.run("INSERT INTO daily_counts VALUES (?, 'page_view', '/about', 2)", day);
      }
    });
    analytics.record([aView("/"), aView("/music"), aView("/music"), aView("/music"), aSlide("Lake Effect")]);
    const report = await analytics.report();
    expect(report.days).toHaveLength(30);
    expect(report.days.filter(({ pageViews }) => pageViews > 0)).toEqual([
      { day: "2026-08-06", pageViews: 2 },
      { day: "2026-09-03", pageViews: 2 },
      { day: "2026-09-04", pageViews: 4 },
    ]);
    expect(report.days[0]?.day).toBe("2026-08-06");
    expect(report.screens).toEqual([
      { path: "/about", pageViews: 4 },
      { path: "/music", pageViews: 3 },
      { path: "/", pageViews: 1 },
    ]);
    expect(report.slides).toEqual([{ album: "Lake Effect", changes: 1 }]);
  });

  it("has at most ten albums", async () => {
    const albums = Array.from({ length: 12 }, (_, at) => `Album ${String(at).padStart(2, "0")}`);
    const { analytics } = someAnalytics({ albums });
    analytics.record([...albums, "Album 11"].map(aSlide));
    const { slides } = await analytics.report();
    expect(slides).toHaveLength(10);
    expect(slides.slice(0, 2)).toEqual([
      { album: "Album 11", changes: 2 },
      { album: "Album 00", changes: 1 },
    ]);
  });

  it("of a site without visits has thirty days with 0 views", async () => {
    const report = await someAnalytics().analytics.report();
    expect(report.days.map(({ pageViews }) => pageViews)).toEqual(Array.from({ length: 30 }, () => 0));
    expect([report.screens, report.slides]).toEqual([[], []]);
  });
});
