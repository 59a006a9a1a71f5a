import { readEnvFile } from "../config/env-file.ts";
import { readSettings, type Settings, type SettingsResult } from "../config/settings.ts";

/** Who asks for a check-up through the site, as the gateway saw their request. */
export type Requester = {
  /** The address that limits count for. */
  address: string;
  /** `X-Forwarded-For`, as it came. */
  forwardedFor: string | undefined;
};

/** What is looked at. */
export type Subject = {
  /** Why the settings cannot be used; none when they can. */
  mistakes: readonly string[];
  /** Absent where they cannot be used. */
  settings?: Settings;
  /** Where data and content are; absent where even that cannot be known. */
  places?: Pick<Settings, "dataDir" | "contentDir">;
  /** Path of a `.env`, whether there is one or not. */
  envFile: string;
};

const PLACES = ["DATA_DIR", "DATA_DIR_FILE", "CONTENT_DIR", "CONTENT_DIR_FILE"];

/** A site with settings that can be used. */
export function siteOf(settings: Settings, envFile: string): Subject {
  return { mistakes: [], settings, places: settings, envFile };
}

/** What an environment describes, even where a site could not start with it. */
export function subjectOf(environment: Record<string, string | undefined>, envFile: string): Subject {
  const result = readSettings(environment);
  // A line that cannot be read may say where data and content are.
  if (readEnvFile(envFile).mistakes.length > 0) return { mistakes: result.ok ? [] : result.mistakes, envFile };
  if (result.ok) return siteOf(result.settings, envFile);
  // A mistake elsewhere is no reason not to look at the files.
  const places = placesOf(readSettings(Object.fromEntries(PLACES.map((name) => [name, environment[name]]))));
  return { mistakes: result.mistakes, ...(places && { places }), envFile };
}

function placesOf(result: SettingsResult): Subject["places"] {
  return result.ok ? { dataDir: result.settings.dataDir, contentDir: result.settings.contentDir } : undefined;
}
