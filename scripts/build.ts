// `npm run build`: builds the site's browser and server bundles.
import { buildSite } from "../tools/build-site.ts";

await buildSite();
