import { fetchPacked } from "./http.ts";

/** What the bench needs of a gateway's `/config.json`. */
type BenchConfig = {
  database: { anonKey: string };
  storefront: { accessToken: string };
  admin: { email: string };
};

/** Fetches the public configuration of the gateway on a port. */
export async function configOf(port: number): Promise<BenchConfig> {
  // The response of our own gateway has this shape.
  return JSON.parse((await fetchPacked(port, "/config.json")).body.toString()) as BenchConfig;
}
