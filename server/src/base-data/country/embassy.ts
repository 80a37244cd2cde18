/** 使领馆与签证中心: the record, its verification and what today is for it. */
import { embassy as shape, embassyApi } from "@visadesk/contract/base-data/embassy.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Issue } from "@visadesk/contract/kit/envelope.ts";
import { labelOf } from "@visadesk/contract/kit/field.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { cellChanges, type Cell } from "#kit/call/changes.ts";
import type { Ctx, FieldChange } from "#kit/call/context.ts";
import { definedOf, keysOf, only } from "#kit/files/objects.ts";
import { pageOf } from "#kit/db/page.ts";
import { badInput, found, refuseUnless } from "#kit/http/refuse.ts";
import { serve, type Served } from "#kit/call/serve.ts";
import { addressCheck, addressNames, placeText, plainCity } from "../district/address.ts";
import type { WorkCalendar } from "../calendar/calendar.rules.ts";
import { calendarOf } from "../calendar/calendar.ts";
import { districtAcceptsGet, districtCheckGet, places } from "../district/district.ts";
import type { Doors, RecordId } from "../doors.ts";
import { districtFaults, districtText, hoursFaults, ofType, typedFaults } from "./embassy.rules.ts";
import {
  countryExists,
  embassyList,
  embassyNamed,
  embassyView,
  isEmbassyKept,
  lockEmbassies,
  missionsAmong,
  type StoredEmbassy,
} from "./embassy.sql.ts";
import { recordServer, replaceServer, verifyServer, type RecordDef } from "../record/record.ts";
import { lockRow, saveRow } from "#kit/noun/save.ts";
import { embassyNoun } from "./embassy.noun.ts";

type Api = typeof embassyApi;
type View = Output<Api["embassy_get"]>;
/** What a person fills; the rest of the row is reckoned. */
type Facts = Pick<View, Exclude<keyof Parsed<Api["embassy_update"]>, "id" | "version">>;

/** Facts of a new post that nobody has filled. */
const BLANK: Omit<Facts, "embassy_type" | "country_id" | "name"> = {
  short_name: "",
  operator: "embassy",
  parent_ids: [],
  city: "",
  address: null,
  lat: null,
  lon: null,
  phone: "",
  email: "",
  website: "",
  weekdays: [1, 2, 3, 4, 5],
  open_from: "09:00",
  open_to: "17:00",
  pickup_hours: "",
  follow_cn: true,
  transport: "",
  carry_limits: "",
  notice_note: "",
  district_name: "",
  domicile_limit: false,
  district_area: [],
  residence_counts: true,
  follow_relative: true,
  channel: "",
  verify_months: 6,
  sort: 0,
  remark: "",
};
/** Changing one of these says nothing about the post itself, so it stays verified. */
const NO_FACTS: ReadonlySet<string> = new Set(["verify_months", "sort", "remark"]);

function shown({ nearest, ...e }: StoredEmbassy, calendar: WorkCalendar, today: string): View {
  const closed_because = calendar.missionDays(e).closedBecause(today);
  return {
    ...e,
    address_text: placeText(e.address),
    is_open_today: closed_because === null,
    closed_because,
    earliest: nearest && {
      earliest_date: nearest.earliest_date,
      no_slots: nearest.no_slots,
      is_stale: calendar.addWorkingDays(shanghaiDate(new Date(nearest.checked_at)), nearest.valid_days) < today,
    },
  };
}

async function view(ctx: Ctx, doors: Doors, id: number): Promise<View> {
  const stored = found(await embassyView(ctx.db, id, doors, ctx.now), "使领馆不存在");
  return shown(stored, await calendarOf(ctx.db), shanghaiDate(ctx.now));
}

async function faultsOf(ctx: Ctx, e: Facts): Promise<Issue[]> {
  const issues = [...hoursFaults(e), ...districtFaults(e, places)];
  if (!(await countryExists(ctx.db, e.country_id))) issues.push({ path: "country_id", message: "请选择国家" });
  const address = e.address && addressCheck(e.address);
  if (address) issues.push({ path: "address", message: address });
  if ((await missionsAmong(ctx.db, e.parent_ids, e.country_id)) !== new Set(e.parent_ids).size)
    issues.push({ path: "parent_ids", message: "所属使领馆须为同一国家的使领馆" });
  return issues;
}

/** Under the lock on all posts: rules that look at the stored ones. */
async function checked(ctx: Ctx, wanted: Facts, typed: Partial<Facts>, except: number | null): Promise<Facts> {
  const e = ofType({ ...wanted, weekdays: [...new Set(wanted.weekdays)].sort((a, b) => a - b) });
  const issues = [...typedFaults(e.embassy_type, typed), ...(await faultsOf(ctx, e))];
  if (issues.length > 0) throw badInput(...issues);
  refuseUnless(!(await embassyNamed(ctx.db, e.name, except)), "duplicate", "名称已存在");
  return { ...e, city: e.city || cityOf(e.address) };
}

/** The city of an address as people call it: 上海, 广州. */
function cityOf(address: Facts["address"]): string {
  if (!address) return "";
  const { province, city } = addressNames(address);
  return (plainCity(city) || province).replace(/(特别行政区|市)$/, "");
}

/** Names stand beside the codes, so that a record stays readable when codes go. */
const columnsOf = (e: Facts) => ({
  ...e,
  address: e.address && JSON.stringify({ ...e.address, ...addressNames(e.address) }),
  district_area: JSON.stringify(e.district_area),
});

const wordOf = (e: Facts, field: keyof Facts): unknown =>
  field === "district_area" ? districtText(e.district_area, places) : field === "address" ? placeText(e.address) : e[field];
const changesOf = (before: Facts | null, after: Facts): FieldChange[] => {
  const cells = (of: Facts): Cell[] => keysOf(after).map((field) => ({ field, label: labelOf(shape, field), value: wordOf(of, field) }));
  return cellChanges(before && cells(before), cells(after));
};

async function add(doors: Doors, input: Parsed<Api["embassy_add"]>, ctx: Ctx): Promise<View> {
  await lockEmbassies(ctx.db);
  const typed = definedOf(input);
  const facts = await checked(ctx, { ...BLANK, ...typed }, typed, null);
  const { id } = await ctx.db
    .insertInto("embassies")
    .values({ ...columnsOf(facts), created_by: ctx.me.worker_id, created_at: ctx.now, updated_at: ctx.now })
    .returning("id")
    .executeTakeFirstOrThrow();
  ctx.note({ noun: "embassy", noun_id: id, noun_no: facts.name, changes: changesOf(null, facts) });
  return view(ctx, doors, id);
}

/** The facts of a stored post, without what is reckoned from it. */
const factsOf = (e: StoredEmbassy): Facts => only(e, ["embassy_type", "country_id", "name", ...keysOf(BLANK)]);

async function update(doors: Doors, { id, version, ...set }: Parsed<Api["embassy_update"]>, ctx: Ctx): Promise<View> {
  await lockEmbassies(ctx.db);
  const stored = found(await embassyView(ctx.db, id, doors, ctx.now), "使领馆不存在");
  await lockRow(ctx, embassyNoun, { id, version, current: stored });
  const before = factsOf(stored);
  const typed = definedOf(set);
  const facts = await checked(ctx, { ...before, ...typed }, typed, id);
  const changes = changesOf(before, facts);
  const stale = changes.some((c) => !NO_FACTS.has(c.field));
  const columns = { ...columnsOf(facts), updated_at: ctx.now, ...(stale && { verified_at: null, verified_by: null }) };
  await saveRow(ctx, embassyNoun, { id, version, set: columns, told: true });
  ctx.note({ noun: "embassy", noun_id: id, noun_no: facts.name, changes });
  return view(ctx, doors, id);
}

async function notReady(id: RecordId, doors: Doors, ctx: Ctx): Promise<string | null> {
  const stored = found(await embassyView(ctx.db, Number(id), doors, ctx.now));
  return districtFaults(stored, places)[0]?.message ?? null;
}

export const embassyServer = (doors: Doors): { readonly [K in keyof Api]: Served } => {
  const def: RecordDef<"embassy"> = {
    noun: "embassy",
    label: "使领馆",
    keepsSource: true,
    notReady: (row, ctx) => notReady(row.id, doors, ctx),
    unlike: (from, to) => (from["country_id"] === to["country_id"] ? null : "只能替换为同一国家的使领馆"),
    isKept: (ctx, id) => isEmbassyKept(ctx.db, Number(id)),
  };
  return serve(embassyApi, {
    ...recordServer(def, doors),
    ...replaceServer(def, doors),
    embassy_query: async (input, ctx) => {
      const [page, calendar] = [await pageOf<StoredEmbassy>(ctx.db, input, embassyList(input, doors, ctx.now)), await calendarOf(ctx.db)];
      const today = shanghaiDate(ctx.now);
      return { ...page, list: page.list.map((e) => shown(e, calendar, today)) };
    },
    embassy_get: ({ id }, ctx) => view(ctx, doors, id),
    embassy_add: (input, ctx) => add(doors, input, ctx),
    embassy_update: (input, ctx) => update(doors, input, ctx),
    ...verifyServer(def),
    district_check_get: districtCheckGet,
    district_accepts_get: districtAcceptsGet,
  });
};
