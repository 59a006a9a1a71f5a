import { describeStoreCart } from "../../cart.case.ts";
import { ACCESS_TOKEN, aStorefront, PUBLIC_URL } from "./wire.case.ts";

describeStoreCart(async (overrides) => ({
  ...(await aStorefront(overrides)),
  url: PUBLIC_URL,
  accessToken: ACCESS_TOKEN,
}));
