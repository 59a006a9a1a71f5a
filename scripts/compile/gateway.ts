// Lists what the running gateway loads. The first import throws, so importing this file compiles everything and runs
// nothing.
import "./stop.ts";
import "../../gateway/src/main.ts";
import "../../gateway/src/data/backup-worker.ts";
import "../../gateway/src/services/auth/builtin/factors/totp.ts";
import "../../gateway/src/services/store/builtin/catalogue/parse-products-worker.ts";
import "../../gateway/src/services/store/builtin/storefront-api/create-storefront.ts";
