// `npm run build`: makes the site's browser and server bundles anew.
import { buildSite } from "../tools/build-site.ts";

await buildSite();
