/** A parcel signed, counted and cleared up. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { piecesOf } from "@visadesk/contract/supplier/pieces.ts";
import type { supplierParcelActApi } from "@visadesk/contract/supplier/supplier-parcel-acts.ts";
import { COMPENSATED, RESOLUTIONS, VERDICTS } from "@visadesk/contract/supplier/supplier.words.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import type { Ctx } from "#kit/call/context.ts";
import { attempt } from "#kit/db/attempt.sql.ts";
import { badInput, refuse } from "#kit/http/refuse.ts";
import { postSettleDeduct } from "../../ledger/index.ts";
import { leave, proofsWith } from "./parcel-acts.ts";
import type { ParcelDoors } from "./parcel-doors.ts";
import { answerOf, finish, heldItems, heldParcel, holdParcels, peopleOf } from "./parcel-held.ts";
import { peopleInside, type ItemRow } from "../supplier-parcel-item/parcel-items.sql.ts";
import { tellExperts } from "./parcel-told.ts";
import { storedParcel, type ParcelRow, type StoredParcel } from "./parcel.sql.ts";

type Api = typeof supplierParcelActApi;
type Input<N extends keyof Api> = Parsed<Api[N]>;
type Verdict = Input<"supplier_parcel_count">["verdicts"][number];

/** Where a parcel's papers are once it has arrived. */
const here = (p: StoredParcel): "supplier" | "us" => (p.type === 2 ? "supplier" : "us");

interface Signing {
  id: number;
  version?: number;
  signed_at: string;
  signed_by: string;
  proof_files?: readonly string[] | undefined;
}
async function signed(ctx: Ctx, doors: ParcelDoors, input: Signing): Promise<StoredParcel> {
  const p = await heldParcel(ctx, input, ["in_transit", "problem"]);
  const at = new Date(input.signed_at);
  if (p.sent_at !== null && at < new Date(p.sent_at)) throw badInput({ path: "signed_at", message: "签收时间不能早于寄出时间" });
  if (at > ctx.now) throw badInput({ path: "signed_at", message: "签收时间不能晚于现在" });
  const proof_files = await proofsWith(ctx, p.id, input.proof_files);
  if (p.track_text === null && proof_files.length === 0) throw badInput({ path: "proof_files", message: "没有轨迹，请上传签收凭证" });
  await doors.expressSigned(ctx, p.express_id, { at, by: input.signed_by });
  await doors.carried(ctx, p.express_id, {
    from: ["courier"],
    to: here(p),
    supplier_id: p.supplier_id,
    label: `签收：${p.parcel_no}`,
    others: "stay",
  });
  const changes = [{ field: "signed_by", label: "签收人", before: null, after: input.signed_by }];
  await finish(ctx, p, { set: { proof_files }, changes, subjects: peopleOf(await heldItems(ctx, p)) });
  return p;
}
export async function sign(input: Input<"supplier_parcel_sign">, ctx: Ctx, doors: ParcelDoors): Promise<ParcelRow> {
  return answerOf(ctx, (await signed(ctx, doors, input)).id);
}
/** Each stands or falls by itself; parcels and then orders are held in id order, so that two such calls never wait for each other. */
export async function signBatch(
  { ids, signed_at, signed_by }: Input<"supplier_parcel_sign_batch">,
  ctx: Ctx,
  doors: ParcelDoors,
): Promise<Output<Api["supplier_parcel_sign_batch"]>> {
  const results: { id: number; ok: boolean; msg: string }[] = [];
  const inOrder = [...new Set(ids)].toSorted((a, b) => a - b);
  await holdParcels(ctx, inOrder);
  await doors.ordersHeld(ctx, await peopleInside(ctx.db, inOrder));
  for (const id of inOrder) {
    const refused = await attempt(ctx.db, () => signed(ctx, doors, { id, signed_at, signed_by }));
    // One out of sight is not named.
    const no = refused === null ? undefined : (await storedParcel(ctx, { id }))?.parcel_no;
    results.push({ id, ok: refused === null, msg: [no, refused?.message].filter(Boolean).join("：") });
  }
  return { results, done: results.filter((r) => r.ok).length };
}

function assertVerdicts(items: readonly ItemRow[], verdicts: readonly Verdict[]): void {
  const open = piecesOf(items.filter((i) => !verdicts.some((v) => v.item_id === i.id)));
  if (open > 0) refuse("guard_failed", `还有 ${open} 件未清点`);
  if (new Set(verdicts.map((v) => v.item_id)).size < verdicts.length) throw badInput({ path: "verdicts", message: "同一物品只填一次" });
  for (const [n, v] of verdicts.entries()) {
    if (!items.some((i) => i.id === v.item_id)) throw badInput({ path: `verdicts.${n}.item_id`, message: "物品不在该交接单中" });
    if (v.verdict !== "ok" && !v.issue_note) throw badInput({ path: `verdicts.${n}.issue_note`, message: "有差异的物品请填写说明" });
    if (v.verdict === "damaged" && !v.issue_files?.length)
      throw badInput({ path: `verdicts.${n}.issue_files`, message: "破损的物品请上传照片" });
  }
}

type Exception = Parameters<ParcelDoors["expressChecked"]>[3];
const exceptionOf = (all: readonly Verdict["verdict"][]): Exception =>
  all.includes("missing") ? "short" : all.includes("damaged") ? "damaged" : all.includes("extra") ? "wrong" : null;

async function storeExtras(
  ctx: Ctx,
  doors: ParcelDoors,
  p: StoredParcel,
  extras: NonNullable<Input<"supplier_parcel_count">["extras"]>,
): Promise<number[]> {
  const items = extras.map((e) => ({ applicant_id: null, material_id: null, name: e.name, count: e.count }));
  const ids = await doors.expressItemsAdded(ctx, p.express_id, items);
  if (ids.length > 0)
    await ctx.db
      .insertInto("supplier_parcel_items")
      .values(
        ids.map((express_item_id, n) => ({
          parcel_id: p.id,
          express_item_id,
          verdict: "extra" as const,
          issue_note: extras[n]?.issue_note ?? "",
          left_at: ctx.now,
        })),
      )
      .execute();
  return ids;
}

interface Counting {
  verdicts: readonly Verdict[];
  extras: NonNullable<Input<"supplier_parcel_count">["extras"]>;
  isAuto: boolean;
}
async function counted(ctx: Ctx, doors: ParcelDoors, p: StoredParcel, { verdicts, extras, isAuto }: Counting): Promise<void> {
  const items = await heldItems(ctx, p);
  assertVerdicts(items, verdicts);
  const ofItem = new Map(verdicts.map((v) => [v.item_id, v]));
  const missing = items.filter((i) => ofItem.get(i.id)?.verdict === "missing");
  const counts = items.map((i) => ({ express_item_id: i.express_item_id, counted: missing.includes(i) ? 0 : i.count }));
  const extraIds = await storeExtras(ctx, doors, p, extras);
  const more = extraIds.map((express_item_id, n) => ({ express_item_id, counted: extras[n]?.count ?? 0 }));
  const exception = exceptionOf([...verdicts.map((v) => v.verdict), ...extras.map(() => "extra" as const)]);
  await doors.expressChecked(ctx, p.express_id, [...counts, ...more], exception);
  const lost = missing.flatMap((i) => i.material_id ?? []);
  if (lost.length > 0)
    await doors.carried(ctx, p.express_id, {
      from: [here(p)],
      to: "courier",
      supplier_id: p.supplier_id,
      label: `清点缺少：${p.parcel_no}`,
      others: "refuse",
      material_ids: lost,
    });
  for (const { item_id, verdict, issue_note, issue_files } of verdicts)
    await ctx.db
      .updateTable("supplier_parcel_items")
      .set({ verdict, issue_note: issue_note ?? "", issue_files: issue_files ?? [] })
      .where("id", "=", item_id)
      .execute();
  await leave(ctx, p.id);
  const wrong = items.filter((i) => ofItem.get(i.id)?.verdict !== "ok");
  const changes = wrong.map((i) => ({
    field: "verdict",
    label: `${i.applicant_no ?? ""} ${i.name}`.trim(),
    before: null,
    after: VERDICTS[ofItem.get(i.id)?.verdict ?? "ok"],
  }));
  await finish(ctx, p, { set: { exception_open: exception !== null, is_auto_counted: isAuto }, changes, subjects: peopleOf(items) });
  if (exception !== null) await tellExperts(ctx, p, peopleOf(wrong.length > 0 ? wrong : items), "清点有差异");
}

export async function count(input: Input<"supplier_parcel_count">, ctx: Ctx, doors: ParcelDoors): Promise<ParcelRow> {
  const p = await heldParcel(ctx, input, ["signed"]);
  await counted(ctx, doors, p, { verdicts: input.verdicts, extras: input.extras ?? [], isAuto: false });
  return answerOf(ctx, p.id);
}
/** Nothing was reported: all of it is there. */
export async function countAlone(ctx: Ctx, doors: ParcelDoors, id: number): Promise<void> {
  const p = await heldParcel(ctx, { id }, ["signed"]);
  const verdicts = (await heldItems(ctx, p)).map((i) => ({ item_id: i.id, verdict: "ok" as const }));
  await counted(ctx, doors, p, { verdicts, extras: [], isAuto: true });
}

type Resolved = Input<"supplier_parcel_resolve">["rows"][number];
/** What a supplier pays for is taken off what he is owed; without an amount it is left to finance. */
const resolved = ({ resolution, deduct }: Pick<Resolved, "resolution" | "deduct">): string =>
  resolution !== "compensated"
    ? RESOLUTIONS[resolution]
    : deduct === undefined
      ? COMPENSATED
      : `${RESOLUTIONS.compensated}，从结算扣款 ${money(deduct)}`;
async function deductAll(ctx: Ctx, p: StoredParcel, list: readonly Resolved[]): Promise<void> {
  for (const { item_id, deduct, resolution_note } of list)
    if (deduct !== undefined)
      await postSettleDeduct(ctx, {
        supplier_id: p.supplier_id,
        source: { noun: "supplier_parcel", id: p.id, seq: item_id },
        amount: deduct,
        reason: `${p.parcel_no} ${resolution_note}`,
      });
}

/** A missing original that was found is where the parcel went; otherwise it is lost. One that came back meanwhile stays where it is. */
export async function resolve(input: Input<"supplier_parcel_resolve">, ctx: Ctx, doors: ParcelDoors): Promise<ParcelRow> {
  const p = await heldParcel(ctx, input, ["exception"]);
  const wrong = (await heldItems(ctx, p)).filter((i) => i.verdict !== null && i.verdict !== "ok");
  const ofItem = new Map(input.rows.map((r) => [r.item_id, r]));
  const open = piecesOf(wrong.filter((i) => !ofItem.has(i.id)));
  if (open > 0) refuse("guard_failed", `还有 ${open} 件差异未处理`);
  if (input.rows.some((r) => !wrong.some((i) => i.id === r.item_id))) throw badInput({ path: "rows", message: "只填写有差异的物品" });
  for (const [n, r] of input.rows.entries())
    if (r.deduct !== undefined && r.resolution !== "compensated")
      throw badInput({ path: `rows.${n}.deduct`, message: "只有已赔付的物品才有扣款" });
  const missing = wrong.filter((i) => i.verdict === "missing" && i.material_id !== null);
  const [found, lost] = [
    missing.filter((i) => ofItem.get(i.id)?.resolution === "found"),
    missing.filter((i) => ofItem.get(i.id)?.resolution !== "found"),
  ];
  const carry = (items: readonly ItemRow[], to: "supplier" | "us" | "lost", what: string): Promise<void> =>
    items.length === 0
      ? Promise.resolve()
      : doors.carried(ctx, p.express_id, {
          from: ["courier"],
          to,
          supplier_id: p.supplier_id,
          label: `${what}：${p.parcel_no}`,
          others: "stay",
          material_ids: items.flatMap((i) => i.material_id ?? []),
        });
  await carry(found, here(p), "差异找到");
  await carry(lost, "lost", "原件遗失");
  const told = wrong.flatMap((i) => {
    const r = ofItem.get(i.id);
    return i.applicant_id !== null && r
      ? [{ applicant_id: i.applicant_id, label: `${i.name}差异处理：${resolved(r)}`, reason: r.resolution_note }]
      : [];
  });
  await doors.toldOf(ctx, p.express_id, told);
  for (const { item_id, resolution, resolution_note } of input.rows)
    await ctx.db.updateTable("supplier_parcel_items").set({ resolution, resolution_note }).where("id", "=", item_id).execute();
  await deductAll(ctx, p, input.rows);
  const changes = wrong.map((i) => ({
    field: "resolution",
    label: `${i.applicant_no ?? ""} ${i.name}`.trim(),
    before: null,
    after: resolved(ofItem.get(i.id) ?? { resolution: "other" }),
  }));
  await finish(ctx, p, { set: { exception_open: false }, changes, subjects: peopleOf(wrong) });
  return answerOf(ctx, p.id);
}
