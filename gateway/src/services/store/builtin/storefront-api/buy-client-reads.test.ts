import type { OpenShop } from "../../a-shop.case.ts";
import { describeStoreErrors } from "../../errors.case.ts";
import { describeStoreReads } from "../../reads.case.ts";
import { ACCESS_TOKEN, aStorefront, PUBLIC_URL } from "./wire.case.ts";

const aShop: OpenShop = async (overrides) => ({
  ...(await aStorefront(overrides)),
  url: PUBLIC_URL,
  accessToken: ACCESS_TOKEN,
});

describeStoreReads(aShop, new RegExp(`^${PUBLIC_URL}/optimized/store/.*\\.jpg\\?v=`));
describeStoreErrors(aShop);
