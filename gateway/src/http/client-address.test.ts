import { BlockList } from "node:net";
import { describe, expect, it } from "vitest";
import { startCallCounter } from "../testing/count-calls.ts";
import { clientAddress, limitKey } from "./client-address.ts";

const nobody = new BlockList();
const proxies = new BlockList();
proxies.addSubnet("10.0.0.0", 8, "ipv4");

describe("the client's address", () => {
  it("is the address of the connection, unless a trusted proxy forwards another", () => {
    expect(clientAddress("203.0.113.9", "198.51.100.1", nobody)).toBe("203.0.113.9");
    expect(clientAddress("203.0.113.9", "198.51.100.1", proxies)).toBe("203.0.113.9");
    expect(clientAddress("10.0.0.1", "198.51.100.1", proxies)).toBe("198.51.100.1");
  });

  it("is read from the right, so that a visitor cannot invent one", () => {
    expect(clientAddress("10.0.0.1", "1.1.1.1, 198.51.100.1, 10.0.0.2", proxies)).toBe("198.51.100.1");
  });

  it("is found without reading thousands of addresses that a visitor made up", async () => {
    const calls = await startCallCounter();
    const madeUp = ",".repeat(15_000);
    expect(clientAddress("203.0.113.9", madeUp, proxies)).toBe("203.0.113.9");
    expect(clientAddress("10.0.0.1", `${madeUp}198.51.100.1, 10.0.0.2`, proxies)).toBe("198.51.100.1");
    expect(await calls.count()).toBeLessThan(100);
    await calls.stop();
  });

  it("is the proxy's own address if the forwarded text is not an address", () => {
    expect(clientAddress("10.0.0.1", "unknown", proxies)).toBe("10.0.0.1");
    expect(clientAddress("10.0.0.1", "", proxies)).toBe("10.0.0.1");
  });

  it.each([
    ["198.51.100.1:4711", "198.51.100.1"],
    ["[2001:db8::1]:4711", "2001:db8::1"],
    ["[2001:db8::1]", "2001:db8::1"],
    ["1.1.1.1, 198.51.100.1:4711, 10.0.0.2:80", "198.51.100.1"],
    ["198.51.100.1:x", "10.0.0.1"],
    ["[198.51.100.1", "10.0.0.1"],
  ])("is read from %s, which may name a port", (forwarded, address) => {
    expect(clientAddress("10.0.0.1", forwarded, proxies)).toBe(address);
  });

  it("is the same for an IPv4 address written as IPv6", () => {
    expect(clientAddress("::ffff:10.0.0.1", "::ffff:198.51.100.1", proxies)).toBe("198.51.100.1");
  });
});

describe("the key of limits", () => {
  it.each([
    ["198.51.100.1", "198.51.100.1"],
    ["2001:db8:1:12ab:3:4:5:6", "2001:db8:1:1200"],
    ["2001:db8:1:12ff::9", "2001:db8:1:1200"],
    ["2001:db8:1:1300::9", "2001:db8:1:1300"],
    ["2001:db8:1:2::9", "2001:db8:1:0"],
    ["2001:db8::9", "2001:db8:0:0"],
    ["2001:db8::1:2:3:4:5", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
  ])("%s counts as %s", (address, key) => {
    expect(limitKey(address)).toBe(key);
  });
});
