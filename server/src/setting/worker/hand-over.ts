/** Handing a worker's things over: what there is, who takes it, and the passing on in the caller's transaction. */
import { createHash } from "node:crypto";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { permissionLabel } from "@visadesk/contract/permissions.ts";
import type { workerDisableApi } from "@visadesk/contract/setting/worker-disable.ts";
import type { Ctx, FieldChange } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import type { Holding } from "#kit/seal/holding.ts";
import { badInput, refuse, refuseUnless } from "#kit/http/refuse.ts";
import type { WorkerFacts } from "../../account/index.ts";
import { countOf, spread, type Item, type Share } from "./hand-over.rules.ts";
import { heldCounts, itemsHeld, namedReceivers, receiversFor, type NamedReceiver } from "./hand-over.sql.ts";

type Api = typeof workerDisableApi;
type PreviewRow = Output<Api["worker_disable_preview"]>["rows"][number];
type Receipt = Output<Api["worker_disable"]>["rows"];
type Wanted = Parsed<Api["worker_disable"]>["receivers"];
type HeldRow = Receipt[number];

/** One kind that is not empty. */
export interface InHand {
  readonly holding: Holding;
  readonly items: readonly Item[];
}

export async function inHand(db: Db, holdings: readonly Holding[], worker: number, now: Date): Promise<InHand[]> {
  const list: InHand[] = [];
  for (const holding of holdings) {
    const items = await itemsHeld(db, holding, worker, now);
    if (items.length > 0) list.push({ holding, items });
  }
  return list;
}

/** Names exactly these things: one more, one less or another one gives another hash. */
export const hashOf = (held: readonly InHand[]): string =>
  createHash("sha256")
    .update(JSON.stringify(held.map((h) => [h.holding.kind, h.items.map((i) => [i.id, i.n])])))
    .digest("hex");

const faceOf = (h: Holding, worker: number, count: number): Omit<HeldRow, "to"> => ({
  kind: h.kind,
  label: h.label,
  short: h.short,
  unit: h.unit,
  count,
  link: h.link(worker),
});

/** What each of these workers has, for the staff list. */
export async function heldOf(
  db: Db,
  holdings: readonly Holding[],
  workers: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, Omit<HeldRow, "to">[]>> {
  const counts = await heldCounts(db, holdings, workers, now);
  const of = (worker: number) =>
    holdings.flatMap((h) => {
      const n = counts.find((c) => c.worker_id === worker && c.kind === h.kind)?.n ?? 0;
      return n > 0 ? [faceOf(h, worker, n)] : [];
    });
  return new Map(workers.map((w) => [w, of(w)]));
}

/** One row of the wizard: the count, who could take it, and the proposals. */
export async function previewRow(
  db: Db,
  { holding, items }: InHand,
  leaver: Pick<WorkerFacts, "id" | "team_id">,
  now: Date,
): Promise<PreviewRow> {
  const people = await receiversFor(db, holding.needs, leaver);
  const counts = await heldCounts(
    db,
    [holding],
    people.map((p) => p.worker_id),
    now,
  );
  const receivers = people.map((p) => ({ ...p, load: counts.find((c) => c.worker_id === p.worker_id)?.n ?? 0 }));
  const team = receivers.filter((r) => r.is_team);
  const [least] = team.toSorted((a, b) => a.load - b.load || a.worker_id - b.worker_id);
  const name = (id: number): string => receivers.find((r) => r.worker_id === id)?.nickname ?? "";
  return {
    ...faceOf(holding, leaver.id, countOf(items)),
    note: holding.note,
    receivers,
    default_id: least?.worker_id ?? null,
    spread: spread(items, team).map((s) => ({ worker_id: s.worker_id, nickname: name(s.worker_id), count: s.count })),
  };
}

interface Plan {
  readonly held: InHand;
  readonly shares: readonly Share[];
}

function assertReceiver(h: Holding, leaver: number, id: number, person: NamedReceiver | undefined): void {
  refuseUnless(person, "not_found", "接手人不存在，请重新选择");
  refuseUnless(id !== leaver, "not_allowed", "不能由本人接手，请选择其他人");
  refuseUnless(person.status === 1, "not_allowed", `${person.nickname} 已停用，请选择其他接手人`);
  const able = h.needs.length === 0 || person.is_super || h.needs.some((c) => person.codes.includes(c));
  refuseUnless(able, "not_allowed", `${person.nickname} 没有“${h.needs.map(permissionLabel).join("”或“")}”权限，不能接手${h.label}`);
}

/** Who gets which items. Every kind needs a receiver, and every receiver must be able to do the work. */
async function planFor(
  ctx: Ctx,
  held: readonly InHand[],
  leaver: number,
  wanted: Wanted,
): Promise<{ plan: Plan[]; people: NamedReceiver[] }> {
  const stray = wanted.find((w) => !held.some((h) => h.holding.kind === w.kind));
  if (stray) throw badInput({ path: "receivers", message: `没有需要交接的“${stray.kind}”` });
  const missing = held.filter((h) => !wanted.some((w) => w.kind === h.holding.kind));
  if (missing.length > 0) refuse("guard_failed", `还有 ${missing.length} 项未安排接手人`);
  const people = await namedReceivers(ctx.db, [...new Set(wanted.flatMap((w) => w.worker_ids))]);
  const plan: Plan[] = [];
  for (const one of held) {
    const ids = [...new Set(wanted.filter((w) => w.kind === one.holding.kind).flatMap((w) => w.worker_ids))];
    for (const id of ids)
      assertReceiver(
        one.holding,
        leaver,
        id,
        people.find((p) => p.id === id),
      );
    const counts = await heldCounts(ctx.db, [one.holding], ids, ctx.now);
    const loads = ids.map((worker_id) => ({ worker_id, load: counts.find((c) => c.worker_id === worker_id)?.n ?? 0 }));
    plan.push({ held: one, shares: spread(one.items, loads) });
  }
  return { plan, people };
}

/** Gives everything in hand to the receivers; answers what went where. */
export async function handOver(
  ctx: Ctx,
  held: readonly InHand[],
  leaver: Pick<WorkerFacts, "id" | "nickname" | "account">,
  input: { receivers: Wanted; reason: string },
): Promise<Receipt> {
  const { plan, people } = await planFor(ctx, held, leaver.id, input.receivers);
  const from = { id: leaver.id, name: leaver.nickname || leaver.account };
  const receipt: Receipt = [];
  for (const { held: one, shares } of plan) {
    const row: HeldRow = { ...faceOf(one.holding, leaver.id, countOf(one.items)), to: [] };
    for (const share of shares) {
      const nickname = people.find((p) => p.id === share.worker_id)?.nickname ?? "";
      const to = { id: share.worker_id, name: nickname };
      await one.holding.pass(ctx, { ids: share.ids, from, to, reason: `停用交接：${input.reason}` });
      row.to.push({ worker_id: share.worker_id, nickname, count: share.count, link: one.holding.link(share.worker_id) });
    }
    receipt.push(row);
  }
  return receipt;
}

/** The receipt as fields of the log row: 在办申请人·专家 12 人 → 高桐 7 人、罗依然 5 人. */
export const receiptChanges = (receipt: Receipt): FieldChange[] =>
  receipt.map((r) => ({
    field: r.kind,
    label: r.label,
    before: `${r.count} ${r.unit}`,
    after: r.to.map((t) => `${t.nickname} ${t.count} ${r.unit}`).join("、"),
  }));
