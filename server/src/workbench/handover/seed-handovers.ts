/** Hand-overs of the demo business, made by the acts of the people themselves: one going on, one agreed, one that waits for its cover, one over. */
import { inTransaction, type Db, type Tx } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import type { CtxOf } from "#kit/call/context.ts";
import { addHandover, confirmHandover, endByHand, readBrief } from "./handover.ts";

const DAY_MS = 86_400_000;
interface Story {
  from: string;
  to: string;
  /** Days from now; what has begun was planned as it began. */
  start: number;
  end: number;
  note: string;
  confirmed: boolean;
  read?: true;
  /** By hand, so many days from now. */
  ended?: number;
}
const STORIES: readonly Story[] = [
  {
    from: "schengen_3",
    to: "schengen_1",
    start: -16,
    end: -8,
    note: "年假，急单已单独交代。",
    confirmed: true,
    read: true,
    ended: -9,
  },
  {
    from: "jpkr_2",
    to: "jpkr_1",
    start: -1,
    end: 4,
    note: "休年假，日本单次优先，缺件的客户已电话说明。",
    confirmed: true,
    read: true,
  },
  { from: "ukus_1", to: "ukus_2", start: 3, end: 8, note: "婚假，请留意面签前一天的提醒。", confirmed: true },
  { from: "evisa_1", to: "evisa_2", start: 6, end: 9, note: "", confirmed: false },
];

async function tell(tx: Tx, s: Story, ids: ReadonlyMap<string, number>, now: Date, actAs: CtxOf): Promise<void> {
  const [from, to] = [ids.get(s.from), ids.get(s.to)];
  if (from === undefined || to === undefined) return;
  const day = (n: number): Date => new Date(now.getTime() + n * DAY_MS);
  const began = s.start <= 0;
  const { id } = await addHandover(
    {
      to_staff_id: to,
      start_at: day(s.start).toISOString(),
      end_at: day(s.end).toISOString(),
      note: s.note,
      idempotency_key: "demo-handover",
    },
    await actAs(tx, from, day(began ? s.start : -0.5)),
  );
  const seen = async (): Promise<{ id: number; version: number }> => ({
    id,
    version: (await row<{ version: number }>(tx, q`select version from handovers where id = ${id}`))?.version ?? 0,
  });
  // Agreed within the hour; where it has begun it begins by that.
  const agreed = day(began ? s.start + 0.04 : -0.4);
  if (s.confirmed) await confirmHandover(await seen(), await actAs(tx, to, agreed));
  if (s.read) await readBrief(await seen(), await actAs(tx, to, day(s.start + 0.1)));
  if (s.ended !== undefined) await endByHand({ ...(await seen()), reason: "提前返岗" }, await actAs(tx, from, day(s.ended)));
}

/** Nothing where there are some already. */
export async function seedHandovers(db: Db, now: Date, actAs: CtxOf): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (await row(tx, q`select id from handovers limit 1`)) return;
    const staff = await rows<{ id: number; account: string }>(tx, q`select id, account from workers where status = 1`);
    const ids = new Map(staff.map((w) => [w.account, w.id]));
    for (const story of STORIES) await tell(tx, story, ids, now, actAs);
  });
}
