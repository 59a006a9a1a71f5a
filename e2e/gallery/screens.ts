import type { Screen } from "./state.ts";
import { ACCOUNT } from "./states/account.ts";
import { CART } from "./states/cart.ts";
import { CHECKOUT } from "./states/checkout.ts";
import { DASHBOARD } from "./states/desk.ts";
import { DOOR } from "./states/door.ts";
import { FRAME } from "./states/frame.ts";
import { HOME } from "./states/home.ts";
import { UNSUBSCRIBING } from "./states/leaving.ts";
import { MUSIC } from "./states/music.ts";
import { DASHBOARD_ORDERS } from "./states/orders.ts";
import { OTHER_ARTISTS } from "./states/other-artists.ts";
import { READING } from "./states/reading.ts";
import { SHOP } from "./states/shop.ts";

/** All that there is to be seen of the site, in the gallery's order. */
export const GALLERY: readonly Screen[] = [
  HOME,
  READING,
  SHOP,
  CART,
  CHECKOUT,
  MUSIC,
  FRAME,
  UNSUBSCRIBING,
  OTHER_ARTISTS,
  DOOR,
  DASHBOARD,
  DASHBOARD_ORDERS,
  ACCOUNT,
];
