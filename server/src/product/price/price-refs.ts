/** Whom price rows of groups and of single peers are for: their names, and whether they may be named anew. */
import { PRICE_KINDS } from "@visadesk/contract/product/sku/sku.words.ts";
import type { Db } from "#kit/db/db.ts";
import { groupNames, named, servingGroups } from "../../peer/index.ts";

interface Ref {
  price_kind: string;
  ref_id: string;
}
type Named<R> = R & { ref_name: string | null };
const idsOf = (list: readonly Ref[], kind: string): number[] => [
  ...new Set(list.flatMap((r) => (r.price_kind === kind && /^\d{1,15}$/.test(r.ref_id) ? [Number(r.ref_id)] : []))),
];

/** Name of a row's group or peer; null of every other row, and of one that nobody knows. */
async function refNames(db: Db, list: readonly Ref[]): Promise<(r: Ref) => string | null> {
  const [groups, peers] = await Promise.all([groupNames(db, idsOf(list, "group")), named(db, idsOf(list, "peer"))]);
  return ({ price_kind, ref_id }) =>
    (price_kind === "group" ? groups.get(Number(ref_id)) : price_kind === "peer" ? peers.get(Number(ref_id))?.short_name : null) ?? null;
}
/** Cells of a request: only those of groups and peers carry a name. */
export async function namedCells<R extends Ref>(db: Db, list: readonly R[]): Promise<(r: R) => R & { ref_name?: string }> {
  const nameOf = await refNames(db, list);
  return (r) => {
    const ref_name = nameOf(r);
    return ref_name === null ? r : { ...r, ref_name };
  };
}
export async function withRefNames<R extends Ref>(db: Db, list: readonly R[]): Promise<Named<R>[]> {
  const nameOf = await refNames(db, list);
  return list.map((r) => ({ ...r, ref_name: nameOf(r) }));
}

/** The first row that names no group which serves peers now, or no peer at work; null where all do. */
export async function refFault(db: Db, list: readonly Ref[]): Promise<string | null> {
  const [groups, peers] = await Promise.all([servingGroups(db, idsOf(list, "group")), named(db, idsOf(list, "peer"))]);
  const isKnown = ({ price_kind, ref_id }: Ref): boolean =>
    price_kind === "group" ? groups.has(Number(ref_id)) : price_kind !== "peer" || peers.get(Number(ref_id))?.peer_status === "active";
  const wrong = list.find((r) => !isKnown(r));
  if (!wrong) return null;
  return wrong.price_kind === "group"
    ? `${PRICE_KINDS.group}的分组不存在或已停用，请重新选择`
    : `${PRICE_KINDS.peer}的同行不存在或已停用，请重新选择`;
}
