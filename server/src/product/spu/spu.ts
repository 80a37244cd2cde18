/** SPU: what may be sold. Its SKU are blocked while it is disabled; what it is, is frozen once one of them was listed. */
import type { Issue } from "@visadesk/contract/kit/envelope.ts";
import { labelOf } from "@visadesk/contract/kit/field.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { frozenOnceListed, spuApi, spuDetail } from "@visadesk/contract/product/spu.ts";
import { cellChanges, type Cell } from "#kit/call/changes.ts";
import type { Ctx, FieldChange } from "#kit/call/context.ts";
import { heldIn } from "#kit/files/file-keys.ts";
import { searchText } from "#kit/grams.ts";
import { definedOf } from "#kit/files/objects.ts";
import { pageOf } from "#kit/db/page.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { serveHolding } from "#kit/call/serve.ts";
import { completenessOf } from "../sku-scan/completeness.rules.ts";
import { spuTexts } from "./search.rules.ts";
import { skuRows } from "../sku/sku-list.sql.ts";
import { spuCoverage } from "./spu-coverage.ts";
import { codePrefix, factIssues, freeCode, plainValidity, worded, wordOf } from "./spu.rules.ts";
import {
  codesLike,
  countryState,
  isCodeTaken,
  lockedSpu,
  notPictures,
  refreshSkuSearch,
  spuByCode,
  spuListDef,
  spuPicks,
  tiesOf,
  twinsOf,
  type SpuFilter,
  type SpuFound,
  type SpuRow,
  type SpuTies,
} from "./spu.sql.ts";
import { lockRow, saveRow } from "#kit/noun/save.ts";
import { spuNoun } from "./spu.noun.ts";

type Api = typeof spuApi;
type Form = Omit<Parsed<Api["spu_add"]>, "idempotency_key">;
type Change = Omit<Parsed<Api["spu_update"]>, "id" | "version">;
const MISSING = "SPU不存在";
const DONE = { ok: true } as const;
const STATUS = ["停用", "启用"] as const;

/** Why the code, and what the SPU is, stay as they are. */
const frozenOf = (ties: SpuTies): Output<Api["spu_get"]>["frozen"] => ({
  code: ties.skus > 0 ? `已有${ties.skus}个商品，编码不能再改` : null,
  identity: ties.listed.length > 0 ? `商品 ${ties.listed[0] ?? ""} 上架过，不能再改` : null,
});

async function detailOf(ctx: Ctx, code: string): Promise<Output<Api["spu_get"]>> {
  const spu = found(await spuByCode(ctx.db, code, ctx.now), MISSING);
  return { ...spu, frozen: frozenOf(await tiesOf(ctx.db, code)) };
}

/** SPU with a SKU that lacks a part of what its listing needs. */
async function incompleteCodes(ctx: Ctx): Promise<string[]> {
  const skus = await skuRows(ctx.db, {}, ctx.now);
  return [...new Set(skus.filter((s) => completenessOf(s.facts).percent < 100).map((s) => s.visa_product_unit_code))];
}

async function listOf(input: Parsed<Api["spu_query"]>, ctx: Ctx) {
  const filter: SpuFilter = input.is_incomplete === undefined ? input : { ...input, incomplete: await incompleteCodes(ctx) };
  return pageOf<SpuRow>(ctx.db, input, spuListDef(filter, ctx.now));
}

/** Pictures that are new to the record. */
async function pictureIssues(ctx: Ctx, form: Form, before: Form | null): Promise<Issue[]> {
  const kept = new Set([...(before?.images ?? []), before?.sample_image]);
  const fresh = [...form.images, ...(form.sample_image === null ? [] : [form.sample_image])].filter((key) => !kept.has(key));
  const wrong = fresh.length > 0 ? await notPictures(ctx.db, fresh) : [];
  return wrong.map((key) => ({
    path: key === form.sample_image ? "sample_image" : "images",
    message: "图片不存在或不是 jpg、png，请重新上传",
  }));
}

async function countryIssues(ctx: Ctx, form: Form, before: Form | null): Promise<Issue[]> {
  if (form.country_id === before?.country_id) return [];
  const state = await countryState(ctx.db, form.country_id);
  if (state === 1) return [];
  return [{ path: "country_id", message: state === 0 ? "该国家已停用，请先在国家/地区中启用" : "该国家不存在，请重新选择" }];
}

/** What is wrong with the fields as they would be saved. */
async function checkFields(ctx: Ctx, form: Form, before: Form | null, ties: SpuTies | null): Promise<void> {
  const [needsInterview] = ties?.interviews ?? [];
  const issues = [
    ...(await countryIssues(ctx, form, before)),
    ...factIssues(form),
    ...(needsInterview && form.tags.includes("免面签")
      ? [{ path: "tags", message: `商品 ${needsInterview} 需要面签，不能标“免面签”` }]
      : []),
    ...(await pictureIssues(ctx, form, before)),
  ];
  if (issues.length > 0) throw badInput(...issues);
}

/** Enabled SPU differ from each other in what they are and in their names. */
async function refuseTwin(ctx: Ctx, form: Form, id: number): Promise<void> {
  const [twin] = await twinsOf(ctx.db, form, id);
  if (!twin) return;
  const message = twin.is_same ? `已存在相同的SPU：${twin.visa_product_unit_code}` : `SPU名称已被 ${twin.visa_product_unit_code} 使用`;
  refuse("duplicate", message, twin.is_same ? {} : { issues: [{ path: "name", message }] });
}

async function refuseCode(ctx: Ctx, code: string, id: number): Promise<void> {
  const message = "SPU编码已存在";
  if (await isCodeTaken(ctx.db, code, id)) refuse("duplicate", message, { issues: [{ path: "visa_product_unit_code", message }] });
}

function changesOf(before: Readonly<Record<string, unknown>> | null, form: object): FieldChange[] {
  const named = Object.entries(form);
  const cell = (field: string, value: unknown): Cell => ({ field, label: labelOf(spuDetail, field), value: wordOf(field, value) });
  const changes = cellChanges(
    before && named.map(([field]) => cell(field, before[field])),
    named.map(([field, value]) => cell(field, value)),
  );
  return changes.map((c) => (c.field === "detail" ? worded(c) : c));
}

/** As its columns take them. */
const stored = <T extends { steps?: Form["steps"] | undefined }>({ steps, ...form }: T) => ({
  ...form,
  ...(steps && { steps: JSON.stringify(steps) }),
});

async function insert(ctx: Ctx, form: Form, status: 0 | 1): Promise<Output<Api["spu_add"]>> {
  const { id } = await ctx.db
    .insertInto("spus")
    .values({
      ...stored(form),
      status,
      search_text: searchText(spuTexts(form)),
      created_by: ctx.me.worker_id,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  ctx.note({ noun: "spu", noun_id: id, noun_no: form.visa_product_unit_code, changes: changesOf(null, form) });
  return { id, visa_product_unit_code: form.visa_product_unit_code };
}

async function spuAdd(input: Parsed<Api["spu_add"]>, ctx: Ctx): Promise<Output<Api["spu_add"]>> {
  const { idempotency_key: _, ...rest } = input;
  const form = plainValidity(rest);
  await refuseCode(ctx, form.visa_product_unit_code, 0);
  await checkFields(ctx, form, null, null);
  await refuseTwin(ctx, form, 0);
  return insert(ctx, form, 1);
}

/** Holds the SPU and answers it as it is. */
async function held(ctx: Ctx, id: number, version: number): Promise<SpuFound> {
  const { visa_product_unit_code } = found(await lockedSpu(ctx.db, id), MISSING);
  const spu = found(await spuByCode(ctx.db, visa_product_unit_code, ctx.now), MISSING);
  await lockRow(ctx, spuNoun, { id, version, current: spu });
  return spu;
}

const formOf = (spu: SpuFound): Form => ({
  visa_product_unit_code: spu.visa_product_unit_code,
  name: spu.name,
  country_id: spu.country_id,
  visa_type: spu.visa_type,
  visa_form: spu.visa_form,
  entry_count: spu.entry_count,
  stay_min: spu.stay_min,
  stay_max: spu.stay_max,
  stay_unit: spu.stay_unit,
  validity: spu.validity,
  validity_unit: spu.validity_unit,
  tags: spu.tags,
  images: spu.images,
  sample_image: spu.sample_image,
  steps: spu.steps,
  detail: spu.detail,
  audience: spu.audience,
  keywords: spu.keywords,
  margin_floor: spu.margin_floor,
  sort: spu.sort,
});

/** Refuses what the SKU of the SPU have settled. */
function refuseFrozen(changes: readonly FieldChange[], ties: SpuTies): void {
  const frozen = frozenOf(ties);
  const of = (c: FieldChange): string | null =>
    c.field === "visa_product_unit_code" ? frozen.code : frozenOnceListed.includes(c.field) ? frozen.identity : null;
  const change = changes.find((c) => of(c) !== null);
  if (!change) return;
  const message = `${change.label}已锁定：${of(change) ?? ""}`;
  refuse("locked", message, { issues: [{ path: change.field, message }] });
}

async function spuUpdate({ id, version, ...input }: Parsed<Api["spu_update"]>, ctx: Ctx): Promise<Output<Api["spu_get"]>> {
  const spu = await held(ctx, id, version);
  const ties = await tiesOf(ctx.db, spu.visa_product_unit_code);
  const before = formOf(spu);
  const next: Form = plainValidity({ ...before, ...definedOf<Change>(input) });
  const changes = changesOf({ ...before }, next);
  refuseFrozen(changes, ties);
  await refuseCode(ctx, next.visa_product_unit_code, id);
  await checkFields(ctx, next, before, ties);
  if (spu.status === 1) await refuseTwin(ctx, next, id);
  if (changes.length > 0) {
    const set = { ...stored(next), search_text: searchText(spuTexts(next)), updated_at: ctx.now };
    await saveRow(ctx, spuNoun, { id, version, set, told: true });
    if (changes.some((c) => c.field === "name" || c.field === "keywords")) await refreshSkuSearch(ctx.db, next.visa_product_unit_code);
  }
  ctx.note({ noun: "spu", noun_id: id, noun_no: next.visa_product_unit_code, changes });
  return detailOf(ctx, next.visa_product_unit_code);
}

async function spuCopy({ id, visa_product_unit_code, name }: Parsed<Api["spu_copy"]>, ctx: Ctx): Promise<Output<Api["spu_copy"]>> {
  const source = found(await lockedSpu(ctx.db, id), MISSING);
  const spu = found(await spuByCode(ctx.db, source.visa_product_unit_code, ctx.now), MISSING);
  await refuseCode(ctx, visa_product_unit_code, 0);
  return insert(ctx, { ...formOf(spu), visa_product_unit_code, name }, 0);
}

async function setStatus(ctx: Ctx, spu: SpuFound, status: 0 | 1): Promise<typeof DONE> {
  refuseUnless(spu.status !== status, "state_changed");
  await saveRow(ctx, spuNoun, { id: spu.id, version: spu.version, set: { status, updated_at: ctx.now }, told: true });
  ctx.note({
    noun: "spu",
    noun_id: spu.id,
    noun_no: spu.visa_product_unit_code,
    changes: [{ field: "status", label: "状态", before: STATUS[spu.status], after: STATUS[status] }],
  });
  return DONE;
}

async function spuEnable({ id, version }: Parsed<Api["spu_enable"]>, ctx: Ctx): Promise<typeof DONE> {
  const spu = await held(ctx, id, version);
  await refuseTwin(ctx, formOf(spu), id);
  return setStatus(ctx, spu, 1);
}

async function spuDisable({ id, version, blocked_count }: Parsed<Api["spu_disable"]>, ctx: Ctx): Promise<typeof DONE> {
  const spu = await held(ctx, id, version);
  const { on_sale } = await tiesOf(ctx.db, spu.visa_product_unit_code);
  refuseUnless(on_sale === blocked_count, "count_changed", "影响的商品数已变化，请重新确认", { blocked_count: on_sale });
  return setStatus(ctx, spu, 0);
}

async function spuRemove({ id, version }: Parsed<Api["spu_remove"]>, ctx: Ctx): Promise<typeof DONE> {
  const spu = await held(ctx, id, version);
  const { skus } = await tiesOf(ctx.db, spu.visa_product_unit_code);
  refuseUnless(skus === 0, "in_use", "已有商品，不能删除");
  await ctx.db.deleteFrom("spus").where("id", "=", id).execute();
  ctx.note({
    noun: "spu",
    noun_id: id,
    noun_no: spu.visa_product_unit_code,
    changes: [{ field: "id", label: "SPU", before: spu.name, after: null }],
  });
  return DONE;
}

export const spuServer = serveHolding(spuApi, heldIn("spus", "images", "sample_image"), {
  spu_query: listOf,
  spu_get: ({ visa_product_unit_code }, ctx) => detailOf(ctx, visa_product_unit_code),
  spu_code_get: async ({ country_id, visa_type }, ctx) => {
    const prefix = codePrefix(country_id, visa_type);
    return { visa_product_unit_code: freeCode(prefix, await codesLike(ctx.db, prefix)) };
  },
  spu_add: spuAdd,
  spu_update: spuUpdate,
  spu_copy: spuCopy,
  spu_enable: spuEnable,
  spu_disable: spuDisable,
  spu_remove: spuRemove,
  spu_pick: async (input, ctx) => ({ list: await spuPicks(ctx.db, input) }),
  spu_coverage_get: spuCoverage,
});
