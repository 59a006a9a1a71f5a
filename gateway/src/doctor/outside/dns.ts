import type { Resolver } from "node:dns/promises";
import type { Dns, Records } from "./outside.ts";

/** The part of Node's resolver that is used here. */
export type Resolve = Pick<Resolver, "resolve4" | "resolve6" | "resolveMx" | "resolveTxt">;

/** Queries the DNS. A name without records is a result; a failing resolver is an error. */
export function createDns(resolver: Resolve): Dns {
  return {
    async addresses(name) {
      const [four, six] = await Promise.all([
        recordsOf(resolver.resolve4(name), (address) => address),
        recordsOf(resolver.resolve6(name), (address) => address),
      ]);
      return { values: [...four.values, ...six.values], isKnown: four.isKnown || six.isKnown };
    },
    mailServers: (name) => recordsOf(resolver.resolveMx(name), ({ exchange }) => exchange),
    texts: (name) => recordsOf(resolver.resolveTxt(name), (pieces) => pieces.join("")),
  };
}

async function recordsOf<Found>(query: Promise<Found[]>, read: (found: Found) => string): Promise<Records> {
  try {
    return { values: (await query).map(read), isKnown: true };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENODATA") return { values: [], isKnown: true };
    if (code === "ENOTFOUND") return { values: [], isKnown: false };
    throw error;
  }
}
