/** The secret of a key: sealed, opened for whoever signs with it, sealed anew after a new seal key was put first. */
import type { Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { newestSealKey } from "#kit/seal/seal-keys.ts";
import { walked, type SealSource } from "#kit/seal/seal-move.ts";
import { openText, sealText } from "#kit/seal/seal.ts";
import type { PeerKey } from "../doors.ts";

const placeOf = (access_key: string) => ({ table: "peer_api_keys", column: "secret", row: access_key });
export const sealSecret = (access_key: string, secret: string): string => sealText(placeOf(access_key), secret);

interface Stored extends Omit<PeerKey, "secret"> {
  secret_sealed: string;
}
/** An enabled key of a peer at work, by itself or the newest of its peer. */
export async function apiKeyOf(db: Db, of: { access_key: string } | { peer_id: number }): Promise<PeerKey | null> {
  const found = await row<Stored>(
    db,
    q`select k.id, k.peer_id, k.access_key, k.secret_sealed, k.callback_url, k.ip_list from peer_api_keys k join peers p on p.id = k.peer_id
      where k.place is not null and p.peer_status = 'active' and ${"access_key" in of ? q`k.access_key = ${of.access_key}` : q`k.peer_id = ${of.peer_id}`}
      order by k.id desc limit 1`,
  );
  if (!found) return null;
  const { secret_sealed, ...key } = found;
  return { ...key, secret: openText(placeOf(key.access_key), secret_sealed) };
}

export const secretSeals: SealSource = {
  ...walked("peer_api_keys"),
  seal: async ({ db }, ids) => {
    const found = await rows<{ id: number; access_key: string; secret_sealed: string }>(
      db,
      q`select id, access_key, secret_sealed from peer_api_keys
        where id = any(${[...ids]}::int8[]) and secret_sealed not like ${`${newestSealKey().id}.%`} order by id for update`,
    );
    for (const k of found)
      await row(
        db,
        q`update peer_api_keys set secret_sealed = ${sealSecret(k.access_key, openText(placeOf(k.access_key), k.secret_sealed))} where id = ${k.id}`,
      );
  },
};
