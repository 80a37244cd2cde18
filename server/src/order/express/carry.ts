/** Originals of a parcel or a submission change hands, an order's and a supplier's alike: judged by what the order's lock shows. */
import { HOLDERS } from "@visadesk/contract/order/words.ts";
import type { Db } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";
import { refuse } from "#kit/http/refuse.ts";
import type { Material, Person } from "../flow/facts.ts";
import type { Work } from "../flow/work.ts";
import { holderOf, type Holder } from "../paper/send-back.rules.ts";
import { handOver } from "./custody.ts";

/** By which parcel an original changed hands last; none where it was given by hand. */
export interface LastCarrier {
  express_id: number | null;
  type: number | null;
}
export interface Carrying {
  from: readonly Holder[];
  to: Holder;
  /** One that is elsewhere by now refuses the act, or stays where it is. */
  others: "refuse" | "stay";
  /** Whose it is, where it comes from a supplier or goes to one. */
  supplier_id?: number;
  /** Whether what carried it last is this parcel: what another hand-over took since is its own no longer, even on the way again. */
  isOwn?: (last: LastCarrier) => boolean;
}
export interface PackedOriginal {
  applicant_id: number | null;
  material_id: number | null;
  count: number;
}

const lastCarriers = async (db: Db, materialIds: readonly number[]): Promise<ReadonlyMap<number, LastCarrier>> =>
  new Map(
    (
      await rows<LastCarrier & { material_id: number }>(
        db,
        q`
    select distinct on (c.material_id) c.material_id, c.express_id, e.type::int as type from custodies c left join expresses e on e.id = c.express_id
    where c.material_id = any(${[...materialIds]}::int8[]) order by c.material_id, c.id desc`,
      )
    ).map((c) => [c.material_id, c]),
  );

/** Whether an original is where it is carried from. */
function isThere(c: Carrying, p: Person, m: Material): boolean {
  const holder = holderOf(m);
  if (!c.from.includes(holder)) return false;
  if (holder === "supplier") return m.holder_supplier_id === c.supplier_id;
  return holder !== "embassy" || p.supplier_id === c.supplier_id;
}
const elsewhere = (c: Carrying, p: Person, m: Material): string => {
  const holder = holderOf(m);
  const where = holder === "supplier" && c.from.includes("supplier") ? "其他供应商" : HOLDERS[holder];
  return `${p.applicant_no} 的${m.name}现在「${where}」，请刷新后再试`;
};

/** Answers how many changed hands. */
export async function carryOriginals(
  w: Work,
  carrier: { express_id: number } | { batch_id: number },
  c: Carrying,
  items: readonly PackedOriginal[],
): Promise<number> {
  const originals = items.flatMap((i) => i.material_id ?? []);
  const last = c.isOwn ? await lastCarriers(w.ctx.db, originals) : new Map<number, LastCarrier>();
  const isOwn = (m: Material): boolean => {
    const by = last.get(m.id);
    return !by || !c.isOwn || c.isOwn(by);
  };
  let carried = 0;
  for (const i of items) {
    const p = w.facts.people.find((x) => x.id === i.applicant_id);
    const m = p?.materials.find((x) => x.id === i.material_id);
    if (!p || !m) continue;
    if (isOwn(m) && isThere(c, p, m)) {
      const { supplier_id } = c;
      await handOver(w, p, m, { to: c.to, count: i.count, ...carrier, ...(supplier_id !== undefined && { supplier_id }) });
      carried++;
    } else if (c.others === "refuse") refuse("state_changed", elsewhere(c, p, m));
  }
  return carried;
}
