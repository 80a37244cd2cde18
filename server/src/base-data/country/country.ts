/** Countries and regions: what is true of them, when it was checked last, and whom a change of a rule reaches. */
import { countryApi, countryDetail, countryFacts } from "@visadesk/contract/base-data/country.ts";
import { feeCents } from "@visadesk/contract/base-data/official-fee.rules.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { labelOf } from "@visadesk/contract/kit/field.ts";
import { cellChanges, type Cell } from "#kit/call/changes.ts";
import type { Ctx, FieldChange } from "#kit/call/context.ts";
import { heldIn } from "#kit/files/file-keys.ts";
import { pageOf } from "#kit/db/page.ts";
import { badInput, found, refuse } from "#kit/http/refuse.ts";
import { serveHolding, type Served } from "#kit/call/serve.ts";
import { flagOf, regionIssues, stayIssues } from "./country.rules.ts";
import { countryList, countryRow, isKeptCountry, isNamed, sheetFees, sheetMissions, type CountryRow } from "./country.sql.ts";
import type { Doors } from "../doors.ts";
import { recordServer, verifyServer, type RecordDef } from "../record/record.ts";
import { lockedRecord } from "../record/record.sql.ts";
import { lockRow, saveRow } from "#kit/noun/save.ts";
import { countryNoun } from "./country.noun.ts";

type Api = typeof countryApi;
const MISSING = "国家/地区不存在";

/** Fields of a save, without what says which record it is. */
type Form = Partial<Omit<Parsed<Api["country_update"]>, "id" | "version">>;

type Judged = Pick<CountryRow, "name_zh" | "is_region" | "visa_policy" | "visa_free_days">;
async function checkForm(ctx: Ctx, id: string, form: Judged): Promise<void> {
  const issues = [...regionIssues(id, form), ...stayIssues(form)];
  if (issues.length > 0) throw badInput(...issues);
  if (await isNamed(ctx.db, form.name_zh, id))
    refuse("duplicate", "中文名已存在", { issues: [{ path: "name_zh", message: "中文名已存在" }] });
}

/** What a save changes, field by field; fields it does not name stay. */
function changesOf(before: Readonly<Record<string, unknown>> | null, form: Form): FieldChange[] {
  const named = Object.entries(form).filter(([, value]) => value !== undefined);
  const cell = (field: string, value: unknown): Cell => ({ field, label: labelOf(countryDetail, field), value });
  return cellChanges(
    before && named.map(([field]) => cell(field, before[field])),
    named.map(([field, value]) => cell(field, value)),
  );
}

async function countryAdd(input: Parsed<Api["country_add"]>, ctx: Ctx): Promise<{ id: string }> {
  const { code2, idempotency_key: _, ...form } = input;
  const taken = await ctx.db.selectFrom("countries").select("id").where("id", "=", code2).executeTakeFirst();
  if (taken) refuse("duplicate", "代码已存在", { issues: [{ path: "code2", message: "代码已存在" }] });
  await checkForm(ctx, code2, { ...form, visa_free_days: form.visa_free_days ?? null });
  await ctx.db
    .insertInto("countries")
    .values({
      ...form,
      id: code2,
      flag_emoji: flagOf(code2),
      created_by: ctx.me.worker_id,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .execute();
  ctx.note({ noun: "country", noun_id: code2, noun_no: form.name_zh, changes: changesOf(null, form) });
  return { id: code2 };
}

const countryUpdate =
  (doors: Doors) =>
  async ({ id, version, ...form }: Parsed<Api["country_update"]>, ctx: Ctx): Promise<CountryRow> => {
    found(await lockedRecord(ctx.db, "countries", "name_zh", id), MISSING);
    const before = found(await countryRow(ctx.db, doors.product, id, ctx.now), MISSING);
    await lockRow(ctx, countryNoun, { id, version, current: before });
    const { visa_free_days = before.visa_free_days } = form;
    await checkForm(ctx, id, {
      name_zh: form.name_zh ?? before.name_zh,
      is_region: form.is_region ?? before.is_region,
      visa_policy: form.visa_policy ?? before.visa_policy,
      visa_free_days,
    });
    const changes = changesOf(before, form);
    const isFact = changes.some((c) => countryFacts.includes(c.field));
    const set = { ...form, ...(isFact && { verified_at: null, verified_by: null }), updated_at: ctx.now };
    if (changes.length > 0) await saveRow(ctx, countryNoun, { id, version, set, told: true });
    ctx.note({ noun: "country", noun_id: id, noun_no: form.name_zh ?? before.name_zh, changes });
    return found(await countryRow(ctx.db, doors.product, id, ctx.now), MISSING);
  };

const countrySheet =
  (doors: Doors) =>
  async ({ id }: { id: string }, ctx: Ctx): Promise<Output<Api["country_sheet_get"]>> => {
    const country = found(await countryRow(ctx.db, doors.product, id, ctx.now), MISSING);
    const fees = await sheetFees(ctx.db, id, ctx.now);
    const rates = await doors.product.lastRates(
      ctx.db,
      fees.map((f) => f.currency),
    );
    return {
      country,
      missions: await sheetMissions(ctx.db, id),
      fees: fees.map((f) => {
        const rate = f.currency === "CNY" ? null : (rates.get(f.currency) ?? null);
        return {
          ...f,
          rate,
          cny_adult: feeCents(f.adult, f.currency, rate),
          cny_child: f.child === null ? null : feeCents(f.child, f.currency, rate),
        };
      }),
      products: await doors.product.productsOnSale(ctx, id),
    };
  };

const RECORD: RecordDef<"country"> = {
  noun: "country",
  label: "国家/地区",
  name: "name_zh",
  keepsSource: true,
  isKept: (ctx, id) => isKeptCountry(ctx.db, String(id)),
};

export const countryServer = (doors: Doors): { readonly [K in keyof Api]: Served } =>
  serveHolding(countryApi, heldIn("countries", "cover"), {
    country_query: (input, ctx) => pageOf<CountryRow>(ctx.db, input, countryList(input, doors.product, ctx.now)),
    country_detail_get: async ({ id }, ctx) => found(await countryRow(ctx.db, doors.product, id, ctx.now), MISSING),
    country_sheet_get: countrySheet(doors),
    country_impact_get: async ({ id, passport_months }, ctx) => {
      found(await countryRow(ctx.db, doors.product, id, ctx.now), MISSING);
      return doors.order.countryImpact(ctx, { country_id: id, passport_months });
    },
    country_impact_query: (input, ctx) => pageOf(ctx.db, input, doors.order.countryImpactList(ctx, input)),
    country_add: countryAdd,
    country_update: countryUpdate(doors),
    ...recordServer(RECORD, doors),
    ...verifyServer(RECORD),
  });
