import { readPersonFile } from "../commands/person-file.ts";
import type { DataFile } from "../data/data-file.ts";
import { forgetConsent, readConsent, walkConsent } from "../services/database/builtin/consent-records.ts";
import { forgetRecipient } from "../services/newsletter/builtin/recipients.ts";
import type { People } from "../services/people/routes.ts";

/** Opens what the data file stores about people, in all services. */
export function openPeople({ read, write }: Pick<DataFile, "read" | "write">): People {
  return {
    readFile: (email) => readPersonFile(read, email),
    readConsent: (email) => readConsent(read, email),
    walkConsent: () => walkConsent(read),
    forgetConsent: (email) =>
      write((writer) => {
        const deleted = forgetConsent(writer, email);
        if (deleted !== undefined) forgetRecipient(writer, email);
        return deleted;
      }),
  };
}
