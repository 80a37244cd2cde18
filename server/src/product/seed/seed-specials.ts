/** Demo specials around the first start: one that runs for customers, one for peers, one to come, one over, one stopped, a draft. */
import type { Db, Tx } from "#kit/db/db.ts";
import { dayStart } from "#kit/range.ts";
import { q, row, rows } from "#kit/db/sql.ts";

interface DemoSpecial {
  name: string;
  end: "customer" | "peer";
  levels?: string[];
  /** Days from today; absent: a draft without times. */
  days?: readonly [warm: number | null, start: number, end: number];
  status: "draft" | "published" | "stopped";
  stack?: true;
  note?: string;
  /** Product and price of an adult and a child; a limit of places above what the demo orders take. */
  items: readonly (readonly [sku_no: string, adult: number, child: number | null, spare: number])[];
}
const SPECIALS: readonly DemoSpecial[] = [
  {
    name: "越南印度电子签特惠",
    end: "customer",
    days: [-21, -18, 6],
    status: "published",
    stack: true,
    note: "首页弹窗同步展示",
    items: [
      ["VN-EVISA-S-01", 31_800, null, 20],
      ["IN-EVISA-01", 64_800, null, 0],
    ],
  },
  {
    name: "同行日签冲量",
    end: "peer",
    levels: ["V1", "V2"],
    days: [null, -3, 11],
    status: "published",
    items: [["JP-TOUR-S-01", 110_800, null, 60]],
  },
  {
    name: "申根早鸟",
    end: "customer",
    days: [-1, 2, 16],
    status: "published",
    note: "适合寒假出行，家庭客户为主",
    items: [
      ["FR-SCH-01", 131_800, 104_800, 50],
      ["IT-SCH-01", 129_800, 102_800, 50],
    ],
  },
  { name: "土耳其签证周", end: "customer", days: [null, -46, -39], status: "published", items: [["TR-EVISA-01", 56_800, null, 15]] },
  { name: "沙特签证试水", end: "peer", days: [null, -20, 10], status: "stopped", items: [["SA-EVISA-01", 92_800, null, 30]] },
  {
    name: "英签淡季让利",
    end: "customer",
    status: "draft",
    note: "等供应商确认成本",
    items: [["GB-VISIT-6M-01", 188_000, null, 40]],
  },
];

/** The times of a special: days from the start of today, at ten. */
const instant = (now: Date, days: number | null | undefined): Date | null =>
  days === null || days === undefined ? null : new Date(dayStart(now, days).getTime() + 10 * 3_600_000);

/** Before the demo orders, so that those of its days have it; a load that was cut short finds them there. */
export async function seedSpecials(tx: Tx, now: Date): Promise<void> {
  if (await row(tx, q`select 1 as x from special_price_activities limit 1`)) return;
  const maker = await row<{ id: number }>(tx, q`select id from workers where account = 'product'`);
  for (const s of SPECIALS) {
    const [warm, start, end] = s.days ?? [];
    const made_at = instant(now, (start ?? 0) - 4) ?? now;
    const stopped = s.status === "stopped";
    const { id } = await tx
      .insertInto("special_price_activities")
      .values({
        name: s.name,
        end: s.end,
        level_ids: s.levels ?? [],
        warm_at: instant(now, warm),
        start_at: instant(now, start),
        end_at: instant(now, end),
        stack_coupon: s.stack ?? false,
        note: s.note ?? "",
        activity_status: s.status,
        published_by: s.status === "draft" ? null : (maker?.id ?? null),
        published_at: s.status === "draft" ? null : made_at,
        stopped_at: stopped ? instant(now, (start ?? 0) + 2) : null,
        stop_reason: stopped ? "供应商成本上调" : null,
        created_by: maker?.id ?? null,
        created_at: made_at,
        updated_at: made_at,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    for (const [sku_no, adult, child, total_limit] of s.items)
      await rows(
        tx,
        q`
        insert into special_price_items (activity_id, sku_id, adult, child, total_limit, priced_by)
        select ${id}::int8, k.id, ${adult}::int8, ${child}::int8, ${total_limit}::int4, ${maker?.id ?? null}::int8 from skus k where k.sku_no = ${sku_no}`,
      );
  }
}

/** Products with a special that ran until or runs at the start, and from when to when. */
export const demoSpecialDays = (db: Db, now: Date): Promise<{ sku_id: number; start_at: string; end_at: string }[]> =>
  rows(
    db,
    q`
    select i.sku_id, a.start_at, a.end_at from special_price_items i join special_price_activities a on a.id = i.activity_id
    where a.activity_status = 'published' and a.start_at < ${now}`,
  );

/** Who had a special is read off the demo orders; a limited one has as many places more than it sold. */
export async function seedSpecialUses(tx: Tx): Promise<void> {
  await rows(
    tx,
    q`
    insert into special_price_uses (item_id, order_id, buyer, qty, saved, created_at, released_at)
    select (o.quote -> 'special' ->> 'item_id')::int8, o.id, coalesce(o.peer_id::text, ''), (o.quote -> 'special' ->> 'qty')::int, (o.quote -> 'special' ->> 'saved')::int8, o.created_at, o.cancelled_at
    from orders o where o.quote -> 'special' ->> 'item_id' is not null`,
  );
  await rows(
    tx,
    q`
    update special_price_items i set sold = u.sold, total_limit = case when i.total_limit = 0 then 0 else i.total_limit + u.sold end
    from (select item_id, sum(qty)::int as sold from special_price_uses where released_at is null group by item_id) u where u.item_id = i.id`,
  );
}
