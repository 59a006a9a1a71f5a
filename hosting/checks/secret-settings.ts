import { SETTING_NAMES } from "../../gateway/src/config/settings.ts";

/**
 * Settings that a recipe passes as files, so that they do not appear in a process list or a container description.
 * These are not the public keys of Shopify and Supabase, and not the key that only `npm run move` reads.
 */
export const SECRET_SETTINGS = SETTING_NAMES.filter((name) =>
  /(_PASSWORD|_SECRET|_SECRET_KEY|_WEBHOOK_KEY)$|^(SMTP|BOUNCE_IMAP)_URL$/.test(name),
);
