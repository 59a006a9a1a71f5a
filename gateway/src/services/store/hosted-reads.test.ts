import { aHostedShop } from "./a-hosted-shop.case.ts";
import { describeStoreErrors } from "./errors.case.ts";
import { describeStoreReads } from "./reads.case.ts";

describeStoreReads(aHostedShop, /^http:\/\/127\.0\.0\.1:\d+\/media\/[0-9a-f]{32}$/);
describeStoreErrors(aHostedShop);
