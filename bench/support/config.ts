import { fetchPacked } from "./http.ts";

/** The part of a gateway's `/config.json` that the bench needs. */
type BenchConfig = {
  database: { anonKey: string };
  storefront: { accessToken: string };
  admin: { email: string };
};

/** Fetches the public configuration of the gateway on a port. */
export async function configOf(port: number): Promise<BenchConfig> {
  // The cast holds: our own gateway responds in this shape.
  return JSON.parse((await fetchPacked(port, "/config.json")).body.toString()) as BenchConfig;
}
