import type { Welcome } from "../services/auth/builtin/owner.ts";
import type { AuthService } from "../services/auth/contract.ts";
import type { DatabaseService } from "../services/database/contract.ts";
import type { Exports } from "../services/database/exports/contract.ts";
import type { SubscriberReports } from "../services/database/reports.ts";
import type { RealtimeService } from "../services/realtime/contract.ts";
import type { Returning } from "../services/shared/resubscribe.ts";
import type { SubscriberList } from "../services/shared/subscriber-list.ts";
import type { UnsubscribeService } from "../services/shared/unsubscribe.ts";

/** The services around the list of subscribers. They come together: who may see the list is for its keeper to say. */
export type ListServices = {
  auth: AuthService;
  database: DatabaseService;
  /** Absent where the list's keeper cannot tell. */
  reports?: SubscriberReports;
  exports: Exports;
  realtime: RealtimeService;
  /** For forms that the gateway itself receives. */
  subscribers: Pick<SubscriberList, "signUp">;
  leaving: UnsubscribeService;
  /** Absent where no email can be sent: then addresses that left or were removed come back at once. */
  returning?: Returning;
  /** Throws where the password in the settings cannot be the owner's; absent where somebody else keeps that account. */
  checkFirstPassword?: () => void;
  /** What to tell the owner at the start; absent where somebody else keeps the owner's account. */
  welcomeOwner?: () => Promise<Welcome>;
  /** Ends what is under way. */
  stop: () => void;
};
