import { expect, it } from "vitest";
import { isPrivateHost } from "./private-network.ts";

it.each([
  "localhost",
  "127.0.0.1",
  "0.0.0.0",
  "192.168.1.20",
  "10.0.0.5",
  "[::1]",
  "[fd00::1]",
  "studio",
  "studio.local",
])("%s cannot be reached from the internet", (host) => expect(isPrivateHost(host)).toBe(true));

it.each(["artist.example", "93.184.216.34", "[2606:2800::1]", "local.example"])("%s can be reached", (host) =>
  expect(isPrivateHost(host)).toBe(false),
);
