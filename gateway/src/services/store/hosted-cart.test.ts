import { aHostedShop } from "./a-hosted-shop.case.ts";
import { describeStoreCart } from "./cart.case.ts";

describeStoreCart(aHostedShop);
