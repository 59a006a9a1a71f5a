import { SETTING_NAMES } from "../../apps/gateway/src/settings.ts";

/** Settings that a recipe hands over as files, so that they stand in no list of processes and no container's description. */
export const SECRET_SETTINGS = SETTING_NAMES.filter((name) =>
  /(_PASSWORD|_SECRET|_SECRET_KEY|_ACCESS_TOKEN)$|^SMTP_URL$/.test(name),
);
