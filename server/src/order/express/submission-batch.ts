/** Batches for the mission: packed, scanned, handed over, submitted line by line. */
import type { submissionBatchApi } from "@visadesk/contract/order/applicant-material.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { canMove } from "@visadesk/contract/kit/flow.ts";
import { applicantFlow, batchFlow } from "@visadesk/contract/order/order.flow.ts";
import { attempt } from "#kit/db/attempt.sql.ts";
import type { Ctx } from "#kit/call/context.ts";
import { expectUnmoved, moveRow } from "#kit/noun/move.ts";
import { nextNumber } from "#kit/db/numbers.ts";
import { badInput, found, refuse, Refusal } from "#kit/http/refuse.ts";
import { holdPlaces, replan } from "../../supplier/index.ts";
import { planDayFault, planBack } from "../applicant/applicant-supplier.ts";
import { enterEmbassy, type Submission } from "../applicant/applicant-submit.ts";
import { assertGuard, changeOrder, NOT_FOUND, moveApplicant, personOf } from "../flow/change.ts";
import { lockOrders, orderOfApplicant } from "../flow/facts.sql.ts";
import type { Work } from "../flow/work.ts";
import { batchLines, batchRow, lockBatch, placesOf, parcelOfBatch, type BatchRow, type LineOfBatch } from "./submission-batch.sql.ts";
import { inScope, type Sight } from "../flow/order.rules.ts";
import { hashesOf, keysOfField } from "#kit/seal/seal.ts";
import { sealedApplicant } from "../applicant/sealed.ts";
import { Often } from "#kit/http/often.ts";
import { giveBack, heldLines, isHandedIn, liveLines, orderIds, releaseLines, takeLine } from "./submission-batch-lines.ts";
import { waitsIn } from "./submission-carry.ts";
import { submissionBatchNoun } from "./submission-batch.noun.ts";
import { saveRow } from "#kit/noun/save.ts";

type Answer = Output<typeof submissionBatchApi.submission_batch_add>;
const MISSING = "批次不存在或无权查看";
const NOT_IN = "申请人不在该批次";

async function answerOf(ctx: Ctx, id: number): Promise<Answer> {
  return found(await batchRow(ctx.db, id), MISSING);
}
async function locked(ctx: Ctx, input: { id: number; version?: number }): Promise<BatchRow> {
  const batch = found(await lockBatch(ctx.db, input.id, ctx.principal?.scope_ids ?? null), MISSING);
  if (input.version !== undefined) expectUnmoved(batch, input.version, () => `批次现在「${batchFlow.states[batch.batch_status].label}」`);
  return batch;
}
/** Packs people for a day: it becomes the day their suppliers hold for them. */
export async function batchPlan(input: Parsed<typeof submissionBatchApi.submission_batch_add>, ctx: Ctx): Promise<Answer> {
  const people = await placesOf(ctx.db, input.applicant_ids);
  // Told once the batch has judged who is in sight: the day of a journey is of an order.
  const late = people.flatMap((p) => planDayFault(shanghaiDate(ctx.now), p.travel_date, input.plan_date) ?? []);
  const batch = await batchAdd(input, ctx);
  if (late[0]) throw badInput({ path: "plan_date", message: late[0] });
  await holdPlaces(ctx.db, input.applicant_ids);
  for (const p of people) {
    const refusal = await attempt(ctx.db, () => replan(ctx, p.id, input.plan_date));
    if (refusal instanceof Refusal) refuse(refusal.code, `${p.applicant_no}：${refusal.message}`);
  }
  return batch;
}

/** Makes a batch of applicants of one mission and one city. */
async function batchAdd(input: Parsed<typeof submissionBatchApi.submission_batch_add>, ctx: Ctx): Promise<Answer> {
  const ids = [...new Set(input.applicant_ids)];
  const people = await placesOf(ctx.db, ids);
  const [first] = people;
  if (!first || people.length < ids.length || people.some((p) => !inScope(p, ctx.principal))) refuse("not_found", "申请人不存在或无权查看");
  for (const p of people) {
    if (p.applicant_status !== "awaiting_submission") refuse("state_changed", `${p.applicant_no} 不在等待送签，请刷新后再试`);
    if (p.embassy_id !== first.embassy_id || p.submit_city !== first.submit_city)
      refuse("district_mismatch", `${p.applicant_no} 该申请人领区与批次不符`);
    if (p.has_line) refuse("in_use", `${p.applicant_no} 已在其他批次`);
  }
  await lockOrders(
    ctx.db,
    people.map((p) => p.order_id),
  );
  const suppliers = new Set(people.map((p) => p.supplier_id));
  const batch = await ctx.db
    .insertInto("submission_batches")
    .values({
      batch_no: await nextNumber(ctx.db, "SQ", ctx.now),
      embassy_id: first.embassy_id,
      submit_city: first.submit_city,
      supplier_id: suppliers.size === 1 ? first.supplier_id : null,
      plan_date: input.plan_date,
      is_urgent: people.some((p) => p.is_urgent),
      created_by: ctx.principal?.worker_id ?? null,
      created_at: ctx.now,
    })
    .returning(["id", "batch_no"])
    .executeTakeFirstOrThrow();
  const rows = await ctx.db
    .insertInto("submissions")
    .values(
      people.map((p) => ({
        batch_id: batch.id,
        order_id: p.order_id,
        applicant_id: p.id,
        settle_price: p.settle_price,
        created_at: ctx.now,
      })),
    )
    .onConflict((c) => c.column("applicant_id").where("line_status", "in", ["packed", "sent", "submitted"]).doNothing())
    .returning("id")
    .execute();
  if (rows.length < people.length) refuse("in_use", "有申请人已在其他批次，请刷新后再试");
  ctx.note({ noun: "submission_batch", noun_id: batch.id, noun_no: batch.batch_no });
  return answerOf(ctx, batch.id);
}

export async function batchLineRemove(
  input: Parsed<typeof submissionBatchApi.submission_batch_line_remove>,
  ctx: Ctx,
): Promise<{ ok: true }> {
  const batch = await locked(ctx, input);
  if (batch.batch_status !== "draft" && batch.batch_status !== "handed") refuse("state_changed");
  const { order_id } = found(await orderOfApplicant(ctx.db, input.applicant_id), NOT_IN);
  await lockOrders(ctx.db, [order_id]);
  found(await takeLine(ctx, batch.id, input.applicant_id), NOT_IN);
  await closeWhenDone(ctx, batch);
  await changeOrder(ctx, order_id, (w) => planBack(w, personOf(w, input.applicant_id), batch.plan_date));
  ctx.note({ noun: "submission_batch", noun_id: batch.id, noun_no: batch.batch_no });
  return { ok: true };
}
/** A batch tells by a scan which passports it expects: whoever only guesses is stopped. */
const misses = new Often(20, 600_000, "扫描不符过多，请核对批次和护照，10分钟后再扫");

/** A scan counts once; a passport of another batch is named. */
export async function batchScan(
  input: Parsed<typeof submissionBatchApi.submission_batch_scan>,
  ctx: Ctx,
): Promise<Output<typeof submissionBatchApi.submission_batch_scan>> {
  misses.assertFree(ctx);
  const batch = await locked(ctx, input);
  if (batch.batch_status !== "draft") refuse("state_changed");
  const lines = await liveLines(ctx, batch.id);
  const code = input.code.toUpperCase();
  const passport = hashesOf("passport", code);
  const line = lines.find((l) => l.applicant_no === code || passport.includes(keysOfField(sealedApplicant, l, "passport_no").whole ?? ""));
  if (!line) {
    misses.take(ctx);
    refuse("not_found", `不在本批次：${input.code}`);
  }
  if (line.passport_scanned_at) refuse("duplicate", `${line.applicant_no} 已扫描`);
  await ctx.db.updateTable("submissions").set({ passport_scanned_at: ctx.now }).where("id", "=", line.id).execute();
  ctx.note({ noun: "submission_batch", noun_id: batch.id, noun_no: batch.batch_no });
  return { applicant_no: line.applicant_no, scanned: lines.filter((l) => l.passport_scanned_at !== null).length + 1, listed: lines.length };
}

export async function batchHandOver(input: Parsed<typeof submissionBatchApi.submission_batch_hand_over>, ctx: Ctx): Promise<Answer> {
  const batch = await locked(ctx, input);
  await assertNoParcel(ctx, batch.id);
  await handBatchOver(ctx, batch, input.handed_to);
  return answerOf(ctx, input.id);
}
/** Hands a batch over that the caller holds; `seen` is null where a parcel carries it, which is seen as a whole. */
export async function handBatchOver(ctx: Ctx, batch: BatchRow, handed_to: string, seen: Sight = ctx.principal): Promise<void> {
  if (!canMove(batchFlow, batch.batch_status, "hand_over")) refuse("state_changed");
  const lines = await heldLines(ctx, batch.id);
  const missing = lines.filter((l) => l.passport_scanned_at === null).length;
  if (lines.length === 0) refuse("guard_failed", "批次没有申请人");
  if (missing > 0) refuse("count_mismatch", `缺 ${missing} 本`, { listed: lines.length, scanned: lines.length - missing });
  await moveRow(ctx, submissionBatchNoun, "hand_over", {
    id: batch.id,
    version: batch.version,
    to: "handed",
    set: { handed_to, handed_at: ctx.now },
  });
  await ctx.db
    .updateTable("submissions")
    .set({ line_status: "sent" })
    .where("batch_id", "=", batch.id)
    .where("line_status", "=", "packed")
    .execute();
  for (const order of orderIds(lines)) await changeOrder(ctx, order, () => Promise.resolve(), NOT_FOUND, seen);
  ctx.note({ noun: "submission_batch", noun_id: batch.id, noun_no: batch.batch_no });
}
/** What a parcel carries goes with it: handed over or submitted beside it, the parcel could neither leave nor arrive. */
async function assertNoParcel(ctx: Ctx, id: number): Promise<void> {
  const parcel = await parcelOfBatch(ctx.db, id);
  if (parcel?.is_waiting) refuse("guard_failed", waitsIn(parcel.parcel_no));
}
/** Submits line by line; a line that may not go stays and says why. */
export async function batchSubmit(
  input: Omit<Parsed<typeof submissionBatchApi.submission_batch_submit>, "idempotency_key">,
  ctx: Ctx,
  selected: { with_originals: boolean } | null = null,
): Promise<Output<typeof submissionBatchApi.submission_batch_submit>> {
  const batch = await locked(ctx, input);
  if (!canMove(batchFlow, batch.batch_status, "submit")) refuse("state_changed");
  await assertNoParcel(ctx, batch.id);
  const lines = await liveLines(ctx, batch.id);
  if (lines.length === 0) refuse("guard_failed", "批次没有申请人");
  const numbers = new Map((input.application_nos ?? []).map((x) => [x.applicant_id, x.application_no]));
  const list: { id: number; ok: boolean; msg: string }[] = [];
  for (const line of lines) {
    const submission = { submit_date: input.submit_date, application_no: numbers.get(line.applicant_id) ?? null, ...selected };
    const refusal = await attempt(ctx.db, () => submitLine(ctx, line, submission));
    list.push({ id: line.applicant_id, ok: refusal === null, msg: refusal ? `${line.applicant_no}：${refusal.message}` : "" });
  }
  const ok = list.some((l) => l.ok);
  if (selected) await releaseLines(ctx, batch.id);
  if (ok) await closeWhenDone(ctx, batch);
  ctx.note({ noun: "submission_batch", noun_id: batch.id, noun_no: batch.batch_no });
  return { list };
}

/** A batch is submitted when its last line is; until then what failed can be mended and submitted again. */
export async function closeWhenDone(ctx: Ctx, batch: BatchRow): Promise<void> {
  const { id, version } = batch;
  const all = await batchLines(ctx.db, id);
  const open = all.some((l) => l.line_status === "packed" || l.line_status === "sent");
  const isDone = all.some(isHandedIn);
  // Nobody is left in what was handed over: it can be cancelled as if it never had been.
  if (!open && !isDone && batch.batch_status === "handed") return giveBack(ctx, batch);
  if (open || !isDone) return void (await saveRow(ctx, submissionBatchNoun, { id, version, set: {}, told: true }));
  await moveRow(ctx, submissionBatchNoun, "submit", { id, version, to: "submitted" });
}
const submitLine = (ctx: Ctx, line: LineOfBatch, submission: Submission): Promise<void> =>
  changeOrder(ctx, line.order_id, async (w: Work) => {
    const p = personOf(w, line.applicant_id);
    if (!canMove(applicantFlow, p.applicant_status, "submit")) refuse("state_changed");
    assertGuard(w, p, "submit");
    await moveApplicant(w, p, "submit", await enterEmbassy(w, p, submission));
  });

export async function batchCancel(input: Parsed<typeof submissionBatchApi.submission_batch_cancel>, ctx: Ctx): Promise<{ ok: true }> {
  const batch = await locked(ctx, input);
  if (!canMove(batchFlow, batch.batch_status, "cancel")) refuse("state_changed");
  if ((await batchLines(ctx.db, batch.id)).some(isHandedIn)) refuse("guard_failed", "批次中已有人送签，不能取消");
  await moveRow(ctx, submissionBatchNoun, "cancel", {
    id: batch.id,
    version: input.version,
    to: "cancelled",
  });
  const lines = await heldLines(ctx, batch.id);
  await releaseLines(ctx, batch.id);
  for (const [order, mine] of Map.groupBy(lines, (l) => l.order_id))
    await changeOrder(
      ctx,
      order,
      async (w) => {
        for (const l of mine) await planBack(w, personOf(w, l.applicant_id), batch.plan_date);
      },
      NOT_FOUND,
      null,
    );
  ctx.note({ noun: "submission_batch", noun_id: batch.id, noun_no: batch.batch_no });
  return { ok: true };
}

/** A selection's submit: one draft batch per mission and city, submitted at once; answers row by row. */
export async function submitSelection(
  ctx: Ctx,
  ids: readonly number[],
  { submit_date, with_originals }: { submit_date: string; with_originals: boolean },
): Promise<{ list: { id: number; ok: boolean; msg: string }[]; batch_no: string | null }> {
  const people = (await placesOf(ctx.db, ids)).filter((p) => inScope(p, ctx.principal));
  const list = ids.filter((id) => !people.some((p) => p.id === id)).map((id) => ({ id, ok: false, msg: "申请人不存在或无权查看" }));
  let batch_no: string | null = null;
  for (const group of Map.groupBy(people, (p) => `${p.embassy_id}:${p.submit_city}`).values()) {
    const ready = group.filter((p) => p.applicant_status === "awaiting_submission" && !p.has_line);
    for (const p of group.filter((x) => !ready.includes(x)))
      list.push({ id: p.id, ok: false, msg: `${p.applicant_no}：${p.has_line ? "已在其他批次" : "状态已变化，请刷新后再试"}` });
    if (ready.length === 0) continue;
    const batch = await batchAdd({ applicant_ids: ready.map((p) => p.id), plan_date: submit_date }, ctx);
    list.push(...(await batchSubmit({ id: batch.id, version: batch.version, submit_date }, ctx, { with_originals })).list);
    batch_no = batch.batch_no;
  }
  return { list, batch_no };
}
