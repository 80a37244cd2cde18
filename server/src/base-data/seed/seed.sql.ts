import type { Tx } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";

/** One process seeds at a time. */
export const seedLock = async (tx: Tx): Promise<void> => void (await rows(tx, q`select pg_advisory_xact_lock(hashtext('visadesk seed'))`));

/** Facts that older databases do not hold yet, of countries nobody has edited. */
export const fillTravelFacts = async (tx: Tx, facts: readonly object[]): Promise<void> =>
  void (await rows(
    tx,
    q`
    update countries c set time_zone = f.time_zone, plug = f.plug, emergency_phone = f.emergency_phone
    from json_to_recordset(${JSON.stringify(facts)}::json) as f(id text, time_zone text, plug text, emergency_phone text)
    where c.id = f.id and c.version = 1 and c.time_zone = '' and f.time_zone <> ''`,
  ));
