import type { Welcome } from "../services/auth/builtin/owner.ts";
import type { AuthService } from "../services/auth/contract.ts";
import type { DatabaseService } from "../services/database/contract.ts";
import type { Exports } from "../services/database/exports/contract.ts";
import type { SubscriberReports } from "../services/database/reports.ts";
import type { NewsletterList } from "../services/newsletter/list.ts";
import type { RealtimeService } from "../services/realtime/contract.ts";
import type { Returning } from "../services/shared/resubscribe.ts";
import type { SubscriberList } from "../services/shared/subscriber-list.ts";
import type { UnsubscribeService } from "../services/shared/unsubscribe.ts";

/** The services around the subscriber list. The list's host decides who may see it, so they are chosen together. */
export type ListServices = {
  auth: AuthService;
  database: DatabaseService;
  /** Absent where the list's host has no reports. */
  reports?: SubscriberReports;
  exports: Exports;
  realtime: RealtimeService;
  /** Adds sign-ups from forms that the gateway itself receives. */
  subscribers: Pick<SubscriberList, "signUp">;
  unsubscribing: UnsubscribeService;
  /** The list as newsletters read it. */
  newsletterList: NewsletterList;
  /** Absent if the gateway cannot send emails. Then each sign-up counts at once. */
  returning?: Returning;
  /** Throws if the password in the settings is not allowed; absent where a provider has the owner's account. */
  checkFirstPassword?: () => void;
  /** The message for the owner at the start; absent where a provider has the owner's account. */
  welcomeOwner?: () => Promise<Welcome>;
  /** Ends running work. */
  stop: () => void;
};
