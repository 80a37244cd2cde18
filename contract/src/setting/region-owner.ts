import { api, list, optional, pick, read, write } from "../kit/endpoint.ts";
import { anyOf, bool, choice, date, id, int, text, time, version, z } from "../kit/field.ts";
import { flow, stateLabels } from "../kit/flow.ts";
import { may } from "../permissions.ts";

export const REGION_KINDS = { bd: "商务", cs: "客服" } as const;
/** An owner gets the orders of his places, so he holds at least one of these. */
export const REGION_NEEDS = [may.order_view, may.order_process] as const;

/** Follows from the two dates and is never stored. */
export const regionOwnerFlow = flow("region_owner", {
  states: {
    pending: { label: "待生效", tone: "blue", start: true },
    active: { label: "生效中", tone: "green", start: true },
    ended: { label: "已结束", tone: "grey" },
  },
  moves: {
    begin: { label: "生效", from: ["pending"], to: "active", may: "system" },
    expire: { label: "到期", from: ["active"], to: "ended", may: "system" },
  },
});

const areaCode = (label: string) => text(label, { max: 6, message: `${label}不在地址库中` });

export const regionOwner = z.object({
  id: id("编号"),
  kind: choice("类型", REGION_KINDS),
  name: text("区域名称", { min: 2, max: 20, message: "区域名称为2至20个字" }),
  worker_id: id("负责人", "worker"),
  worker_name: text("负责人"),
  worker_enabled: bool("负责人在职"),
  area_codes: z
    .array(areaCode("负责区域"), { error: "请选择负责区域" })
    .min(1, { error: "请选择负责区域" })
    .max(400, { error: "负责区域最多400项" })
    .meta({ label: "负责区域", kind: "list" }),
  area_text: text("区域"),
  from_date: date("生效日期"),
  to_date: z.nullable(date("结束日期")),
  note: text("备注", { min: 0, max: 200 }),
  region_state: choice("状态", stateLabels(regionOwnerFlow)),
  version: version(),
  updated_at: time("更新时间"),
});
const f = regionOwner.shape;
/** Peers of its places, as far as it holds today; null: it does not. */
const regionOwnerRow = regionOwner.extend({
  peer_count: z.nullable(int("同行数")),
  peer_new: z.nullable(int("近30天新增")),
  /** Those of its places that somebody else looks after. */
  peer_differing: z.nullable(int("由他人负责")),
});

/** Who owns a place on a day. */
const placeOwner = z.object({
  region_owner_id: id(),
  name: f.name,
  worker_id: f.worker_id,
  worker_name: f.worker_name,
  worker_enabled: f.worker_enabled,
});
const coverOfKind = z.object({
  owner: z.nullable(placeOwner),
  /** Cities with a row of their own, which beats that of the province. */
  cities: z.array(placeOwner.extend({ area_code: areaCode("城市"), area_name: text("城市") })),
  /** Some city of the province has nobody. */
  is_gap: bool("无人负责"),
});
export const regionCover = z.object({ province_code: areaCode("省份"), province_name: text("省份"), bd: coverOfKind, cs: coverOfKind });

/** A line of the table of a day, as its export says it. */
const coverLine = z.object({
  province_code: areaCode("省份代码"),
  province_name: text("省份"),
  bd_text: text("商务", { min: 0 }),
  bd_cities: text("商务单列城市", { min: 0 }),
  cs_text: text("客服", { min: 0 }),
  cs_cities: text("客服单列城市", { min: 0 }),
});

const form = { ...pick(regionOwner, "name", "worker_id", "area_codes", "from_date"), ...optional(pick(regionOwner, "to_date", "note")) };

export const regionOwnerApi = api({
  region_owner_query: list("区域负责人列表", may.region, {
    filter: {
      kind: z.optional(f.kind),
      keyword: z.optional(text("区域名称", { min: 0, max: 40 })),
      worker_id: z.optional(anyOf(f.worker_id)),
      area_code: z.optional(text("省市", { max: 6 }).meta({ label: "省市", kind: "text", of: "area" })),
      region_state: z.optional(anyOf(f.region_state)),
    },
    row: regionOwnerRow,
    sorts: ["name", "from_date", "updated_at"],
    exports: [
      "name",
      "kind",
      "worker_name",
      "area_text",
      "from_date",
      "to_date",
      "region_state",
      "peer_count",
      "peer_new",
      "peer_differing",
      "note",
      "updated_at",
    ],
  }),
  region_owner_get: read("区域负责人详情", may.region, pick(regionOwner, "id"), regionOwner),
  region_owner_add: write("新增区域负责人", may.region, { kind: f.kind, ...form }, regionOwner, { key: true }),
  region_owner_update: write("编辑区域负责人", may.region, { ...pick(regionOwner, "id", "version"), ...form }, regionOwner, { key: true }),
  region_owner_end: write("结束区域负责人", may.region, { ...pick(regionOwner, "id", "version"), to_date: date("结束日期") }, regionOwner, {
    key: true,
  }),
  region_cover_get: read(
    "区域覆盖表",
    may.region,
    { date: date("日期") },
    z.object({ list: z.array(regionCover), bd_gaps: int("商务缺口"), cs_gaps: int("客服缺口") }),
  ),
  region_cover_query: list("区域覆盖表", may.region, {
    filter: { date: date("日期") },
    row: coverLine,
    sorts: ["province_code"],
    exports: ["province_name", "bd_text", "bd_cities", "cs_text", "cs_cities"],
  }),
});
