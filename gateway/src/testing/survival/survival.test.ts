import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { aSmallDisk, canMount } from "../../data/data-folder.case.ts";
import { aTestFolder, signUp, startGateway } from "../gateway-process.ts";
import { findInconsistencies, killsLoseNothing, readEmails } from "./survival.case.ts";

it("of 50 concurrent sign-ups of one address in mixed case, one stores a row and 49 get a conflict", async () => {
  const dataDir = aTestFolder();
  const gateway = await startGateway({ dataDir });
  const spellings = ["ann@example.com", "Ann@Example.com", "ANN@EXAMPLE.COM", "aNN@example.COM"];
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, count) => signUp(gateway, spellings[count % spellings.length] ?? "")),
  );
  const statuses = responses.map((response) => response.status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(49);
  await gateway.end("SIGTERM");
  expect(readEmails(dataDir)).toEqual(["ann@example.com"]);
});

it("8 kills under load lose no row that was acknowledged", { timeout: 120_000 }, () => killsLoseNothing(8));

it.runIf(canMount())("sign-ups on a full disk get a clear error, and work again when there is space", async () => {
  const { dir } = aSmallDisk(4);
  const gateway = await startGateway({ dataDir: join(dir, "data") });
  expect((await signUp(gateway, "before@example.com")).status).toBe(201);

  const ballast = join(dir, "ballast");
  expect(() => writeFileSync(ballast, Buffer.alloc(8 * 1024 * 1024))).toThrow("ENOSPC");
  const rejected: Response[] = [];
  // At first the write-ahead log may still have free space within its present size.
  for (let count = 0; count < 400 && rejected.length === 0; count += 1) {
    const response = await signUp(gateway, `during${count}@example.com`);
    if (response.status !== 201) rejected.push(response);
  }
  expect(rejected.map((response) => response.status)).toEqual([503]);
  expect(await rejected[0]?.json()).toMatchObject({ code: "53100", details: null, hint: null });
  expect((await fetch(gateway.url)).status).toBe(200);

  rmSync(ballast);
  expect((await signUp(gateway, "after@example.com")).status).toBe(201);
  expect(await gateway.end("SIGTERM")).toBe(0);
  expect(readEmails(join(dir, "data"))).toEqual(expect.arrayContaining(["before@example.com", "after@example.com"]));
  expect(findInconsistencies(join(dir, "data"))).toEqual([]);
});
