import { readEnvFile } from "../config/env-file.ts";
import { readSettings, type Settings, type SettingsResult } from "../config/settings.ts";

/** The client that requested a check-up through the site, as the gateway saw the request. */
export type Requester = {
  /** The address that rate limits count. */
  address: string;
  /** The `X-Forwarded-For` header, unchanged. */
  forwardedFor: string | undefined;
};

/** The site that is checked. */
export type Subject = {
  /** What is wrong with the settings; empty when they are valid. */
  mistakes: readonly string[];
  /** Absent when they are not valid. */
  settings?: Settings;
  /** Folders of data and content; absent when even these are unknown. */
  places?: Pick<Settings, "dataDir" | "contentDir">;
  /** Path of `.env`, whether it exists or not. */
  envFile: string;
};

const PLACES = ["DATA_DIR", "DATA_DIR_FILE", "CONTENT_DIR", "CONTENT_DIR_FILE"];

/** A site with valid settings. */
export function siteOf(settings: Settings, envFile: string): Subject {
  return { mistakes: [], settings, places: settings, envFile };
}

/** The site that an environment describes, even if it could not start. */
export function subjectOf(environment: Record<string, string | undefined>, envFile: string): Subject {
  const result = readSettings(environment);
  // The line that cannot be read may be the one that names the folders.
  if (readEnvFile(envFile).mistakes.length > 0) return { mistakes: result.ok ? [] : result.mistakes, envFile };
  if (result.ok) return siteOf(result.settings, envFile);
  // A mistake in another setting does not prevent the checks of the files.
  const places = placesOf(readSettings(Object.fromEntries(PLACES.map((name) => [name, environment[name]]))));
  return { mistakes: result.mistakes, ...(places && { places }), envFile };
}

function placesOf(result: SettingsResult): Subject["places"] {
  return result.ok ? { dataDir: result.settings.dataDir, contentDir: result.settings.contentDir } : undefined;
}
