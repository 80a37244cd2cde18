/**
 * Which codes roles really use. Changes are found in the operation log, once a night; plain reads leave no log row, so
 * the first use of a code by a role each day is noted beside the call. Codes that no endpoint asks for are not watched.
 */
import { allApi, allEndpoints } from "@visadesk/contract/index.ts";
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { codesOf } from "@visadesk/contract/permissions.ts";
import { UNUSED_DAYS } from "@visadesk/contract/setting/role.ts";
import type { Clock } from "#kit/clock.ts";
import type { Ctx, Principal } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { DAY_MS } from "./grant-change.rules.ts";
import { lastRead, loggedUses, noteUse, watchHeld } from "./permission-use.sql.ts";

const HOUR_MS = 3_600_000;

/** Codes that some endpoint asks for: only their use can be seen. */
export const watchedCodes: readonly number[] = [...new Set(allEndpoints.flatMap((e) => codesOf(e.may)))];
const endpoints = new Map<string, Endpoint>(Object.entries(allApi));

/** Codes of the caller by which a call was allowed; of several possible ones all that he holds. */
const usedBy = (endpoint: Endpoint, held: ReadonlySet<number>): number[] => codesOf(endpoint.may).filter((c) => held.has(c));

/** Notes the first read of a code by a role each day; a note that fails is made by the next read. */
export function watchReads(db: Db, clock: Clock): (who: Principal, endpoint: Endpoint) => void {
  let day = "";
  let hour = -1;
  let noted = new Set<string>();
  return (who, endpoint) => {
    const { role_id } = who;
    if (role_id === null) return;
    const now = clock.now();
    // A day of China begins at a full hour: reckoning it costs more than the rest of this.
    if (Math.floor(now.getTime() / HOUR_MS) !== hour) {
      hour = Math.floor(now.getTime() / HOUR_MS);
      const today = shanghaiDate(now);
      if (today !== day) noted = new Set();
      day = today;
    }
    const fresh = usedBy(endpoint, who.codes).filter((c) => !noted.has(`${role_id}:${c}`));
    if (fresh.length === 0) return;
    for (const c of fresh) noted.add(`${role_id}:${c}`);
    void noteUse(db, role_id, fresh, day).catch(() => fresh.forEach((c) => noted.delete(`${role_id}:${c}`)));
  };
}

/** The nightly look into the log. */
export async function readUses(ctx: Ctx): Promise<void> {
  const since = (await lastRead(ctx.db)) ?? new Date(ctx.now.getTime() - UNUSED_DAYS * DAY_MS);
  await watchHeld(ctx.db, watchedCodes, shanghaiDate(ctx.now));
  for (const use of await loggedUses(ctx.db, since)) {
    const endpoint = endpoints.get(use.endpoint);
    const codes = endpoint ? usedBy(endpoint, new Set(use.module_group)) : [];
    if (codes.length > 0) await noteUse(ctx.db, use.role_id, codes, shanghaiDate(use.used_at));
  }
}
