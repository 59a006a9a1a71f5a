import type { Screen } from "./state.ts";
import { ACCOUNT } from "./states/account.ts";
import { ACT_SITES } from "./states/acts.ts";
import { CART } from "./states/cart.ts";
import { CHECKOUT } from "./states/checkout.ts";
import { DASHBOARD } from "./states/dashboard.ts";
import { EMAILS } from "./states/emails.ts";
import { FRAME } from "./states/frame.ts";
import { HOME } from "./states/home.ts";
import { MUSIC } from "./states/music.ts";
import { NEWSLETTERS } from "./states/newsletters.ts";
import { DASHBOARD_NEWSLETTERS } from "./states/newsletters-tab.ts";
import { DASHBOARD_ORDERS } from "./states/orders.ts";
import { OTHER_ARTISTS } from "./states/other-artists.ts";
import { READING } from "./states/reading.ts";
import { SHOP } from "./states/shop.ts";
import { SHOWS } from "./states/shows.ts";
import { SIGN_IN } from "./states/sign-in.ts";
import { UNSUBSCRIBING } from "./states/unsubscribing.ts";
import { DASHBOARD_WEBSITE } from "./states/website.ts";

/** Every screen of the site, in the order of the gallery. */
export const GALLERY: readonly Screen[] = [
  HOME,
  READING,
  SHOP,
  CART,
  CHECKOUT,
  EMAILS,
  MUSIC,
  SHOWS,
  FRAME,
  NEWSLETTERS,
  UNSUBSCRIBING,
  OTHER_ARTISTS,
  ACT_SITES,
  SIGN_IN,
  DASHBOARD,
  DASHBOARD_ORDERS,
  DASHBOARD_NEWSLETTERS,
  DASHBOARD_WEBSITE,
  ACCOUNT,
];
