import { SETTING_NAMES } from "../../gateway/src/config/settings.ts";

/**
 * Settings that a recipe hands over as files, so that they stand in no list of processes and no container's description.
 * Not the token and the key that Shopify and Supabase call public, nor the one that `npm run move` alone reads.
 */
export const SECRET_SETTINGS = SETTING_NAMES.filter((name) => /(_PASSWORD|_SECRET|_SECRET_KEY)$|^SMTP_URL$/.test(name));
