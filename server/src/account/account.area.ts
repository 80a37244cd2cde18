/** The account area in one piece; what others keep open and when people work comes from them. */
import { area } from "#kit/area.ts";
import type { Db } from "#kit/db/db.ts";
import { jobs } from "./account.jobs.ts";
import { accountNouns } from "./account.nouns.ts";
import { accountServer } from "./login/session.ts";
import { personalServer } from "./personal.ts";
import { viewWatchJob } from "./saved-view/view-watch.ts";

interface AccountDoors {
  readonly opened: Parameters<typeof personalServer>[0];
  readonly isWorkTime: (db: Db, at: Date) => Promise<boolean>;
}
export const accountArea = ({ opened, isWorkTime }: AccountDoors) =>
  area("account", {
    nouns: accountNouns,
    serving: { ...accountServer, ...personalServer(opened) },
    jobs: [...jobs, viewWatchJob(isWorkTime)],
  });
