import { expect, it } from "vitest";
import { isLoopback } from "./loopback.ts";

it.each(["localhost", "127.0.0.1", "127.1.2.3", "::1", "[::1]"])("%s is reached only from this machine", (host) => {
  expect(isLoopback(host)).toBe(true);
});

it.each(["0.0.0.0", "127.0.0.1.example.com", "localhost.example.com", "::2", "[::]", "::1]"])(
  "%s may be reached from elsewhere",
  (host) => {
    expect(isLoopback(host)).toBe(false);
  },
);
