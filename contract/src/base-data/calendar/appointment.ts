/** 最近可约日期: the earliest day a place can be booked, per kind of visa, as staff or a supplier saw it. */
import { api, list, optional, pick, read, rowResult, write } from "../../kit/endpoint.ts";
import { anyOf, bool, choice, date, id, ids, int, personName, status, text, time, z } from "../../kit/field.ts";
import { stateLabels } from "../../kit/flow.ts";
import { applicantFlow } from "../../order/order.flow.ts";
import { may } from "../../permissions.ts";
import { VISA_TYPES } from "../../product/sku/sku.words.ts";
import { APPOINTMENT_BATCH_MAX } from "./appointment.rules.ts";
import { APPOINTMENT_HALVES, APPOINTMENT_SOURCES, FRESHNESS } from "./appointment.words.ts";
import { recordApi, recordFields } from "../paper/record.ts";

export * from "./appointment.words.ts";

/** People told at once. */
export const NOTIFY_MAX = 500;
/** Points of the history that are answered at once. */
export const POINTS_MAX = 500;
export const ALL_VISA_TYPES = "全部类型";
export const visaTypeName = (type: number | null): string =>
  type === null ? ALL_VISA_TYPES : (Object.entries(VISA_TYPES).find(([k]) => Number(k) === type)?.[1] ?? String(type));

const visaType = z.int().min(1).max(30).meta({ label: "签证类型", kind: "choice", options: VISA_TYPES });
const slot = {
  earliest_date: z.nullable(date("最早可约")),
  no_slots: bool("无号"),
  slots_note: text("余量", { min: 0, max: 40 }),
};

/** A value some time ago: the day it was stated, and how far ahead the date then lay; null = no slots. */
export const curvePoint = z.object({ on: date("日期"), days: z.nullable(z.int()) });

export const appointment = z.object({
  id: id("编号"),
  country_id: text("国家/地区").meta({ label: "国家/地区", kind: "text", of: "country" }),
  country_name: text("国家/地区"),
  flag_emoji: text("旗", { min: 0 }),
  place_id: id("地点", "embassy"),
  place_name: text("地点"),
  district_name: text("领区", { min: 0 }),
  visa_type: z.nullable(visaType),
  ...slot,
  half: choice("半天", APPOINTMENT_HALVES),
  min_lead_days: int("提前天数", 0, 180),
  source: choice("来源", APPOINTMENT_SOURCES),
  supplier_id: z.nullable(id("供应商", "supplier")),
  supplier_name: z.nullable(text("供应商")),
  valid_days: int("有效工作日", 1, 30),
  checked_at: time("核对时间"),
  fresh_until: date("有效至"),
  freshness: choice("新鲜度", FRESHNESS),
  updated_by: z.nullable(id("更新人", "worker")),
  updated_by_name: z.nullable(text("更新人")),
  /** Values of the last 90 days, the oldest first, led by the one in force when they began. */
  curve: z.array(curvePoint).meta({ label: "90天曲线", kind: "list" }),
  used_count: int("关联商品"),
  waiting_count: int("等待预约"),
  status: status(),
  ...recordFields,
});
const f = appointment.shape;

export const appointmentPoint = z.object({
  id: id(),
  ...slot,
  source: f.source,
  supplier_name: f.supplier_name,
  worker_name: z.nullable(text("录入人")),
  at: time("时间"),
});

/** A change that people who wait must hear of. */
const impact = z.object({
  id: id("编号", "appointment"),
  place_name: f.place_name,
  visa_type: f.visa_type,
  before: text("原来"),
  after: text("现在"),
  waiting: int("等待预约"),
});
export const waitingApplicant = z.object({
  applicant_id: id("申请人"),
  applicant_no: text("申请人编号"),
  order_id: id("订单"),
  order_no: text("订单号"),
  name_cn: z.nullable(personName("申请人")),
  sku_name: text("商品"),
  applicant_status: choice("状态", stateLabels(applicantFlow)),
  status_at: time("进入时间"),
  travel_date: z.nullable(date("出行日期")),
  expert_name: z.nullable(text("签证专家")),
  /** An open reminder of this kind, and how often it was raised. */
  reminded_times: int("已提醒次数"),
  reminded_at: z.nullable(time("上次提醒")),
});

const facts = pick(appointment, "earliest_date", "no_slots", "slots_note", "half", "min_lead_days", "source", "supplier_id", "valid_days");
/** A date or 无号 is asked for by the server, which knows both; without a type it speaks for all of them. */
const form = {
  ...pick(appointment, "place_id"),
  ...optional(pick(appointment, "visa_type", "earliest_date", "no_slots", "supplier_id")),
  ...pick(appointment, "slots_note", "half", "min_lead_days", "source", "valid_days"),
  ...optional(pick(appointment, "sort", "remark")),
};
const saved = z.object({ id: id(), version: recordFields.version, impact: z.nullable(impact) });

/** A cell of the grid as it was typed or pasted; what is wrong with it is told per cell, never of the whole grid. */
const cell = (label: string) =>
  z
    .string({ error: `${label}格式不正确` })
    .max(200, { error: `${label}最多200个字符` })
    .meta({ label });
const batchRow = z.strictObject({
  /** Where it stands in the caller's grid. */
  row: int("行", 0, 10_000),
  /** A kept row; without one the place and the type name it, and a new one is made when there is none. */
  id: z.optional(id("编号", "appointment")),
  version: z.optional(recordFields.version),
  place: z.optional(cell("地点")),
  visa_type: z.optional(cell("签证类型")),
  slot: cell("最早可约"),
  slots_note: z.optional(cell("余量")),
});
const BATCH_CELLS = { place: "地点", visa_type: "签证类型", slot: "最早可约", slots_note: "余量" } as const;
const batchResult = z.object({
  row: z.int(),
  id: z.nullable(id()),
  ok: z.boolean(),
  /** What happened to a row that went through. */
  made: z.nullable(z.enum(["added", "changed", "refreshed"])),
  cell: z.nullable(choice("单元格", BATCH_CELLS)),
  msg: z.string(),
});

export const appointmentApi = api({
  appointment_query: list("最近可约日期", may.appointment, {
    filter: {
      keyword: z.optional(text("地点", { min: 0, max: 40 })),
      country_id: z.optional(anyOf(f.country_id)),
      place_id: z.optional(anyOf(f.place_id)),
      visa_type: z.optional(anyOf(visaType)),
      freshness: z.optional(anyOf(f.freshness)),
      source: z.optional(f.source),
      updated_by: z.optional(anyOf(id("更新人", "worker"))),
      status: z.optional(status()),
    },
    row: appointment,
    sorts: ["freshness", "earliest_date", "checked_at", "place_name"],
    exports: [
      "place_name",
      "country_name",
      "district_name",
      "visa_type",
      "earliest_date",
      "no_slots",
      "slots_note",
      "half",
      "min_lead_days",
      "source",
      "supplier_name",
      "freshness",
      "fresh_until",
      "updated_by_name",
      "checked_at",
      "used_count",
      "waiting_count",
      "remark",
    ],
  }),
  appointment_stat_get: read(
    "最近可约日期计数",
    may.appointment,
    {},
    z.object({ fresh: int("有效"), stale: int("已过期"), none: int("无号"), waiting: int("等待预约") }),
  ),
  appointment_get: read("最近可约日期详情", may.appointment, { id: f.id }, appointment),
  appointment_add: write("新增最近可约日期", may.appointment, form, saved, { key: true }),
  /** Place and type stay: the history is theirs. */
  appointment_update: write(
    "编辑最近可约日期",
    may.appointment,
    { id: f.id, version: recordFields.version, ...optional(facts), ...optional(pick(appointment, "sort", "remark")) },
    saved,
  ),
  appointment_batch_update: write(
    "批量录入最近可约日期",
    may.appointment,
    {
      rows: z
        .array(batchRow)
        .min(1, { error: "没有可录入的内容" })
        .max(APPOINTMENT_BATCH_MAX, { error: `一次最多${APPOINTMENT_BATCH_MAX}行` })
        .meta({ label: "行" }),
    },
    z.object({
      results: z.array(batchResult),
      added: int("新增"),
      changed: int("已改"),
      refreshed: int("已核对"),
      failed: int("未保存"),
      impacts: z.array(impact),
    }),
    { key: true },
  ),
  appointment_point_query: read(
    "最近可约日期历史",
    may.appointment,
    { id: f.id, days: z.optional(int("天数", 1, 3660)) },
    z.object({ list: z.array(appointmentPoint) }),
  ),
  appointment_calendar_get: read(
    "可约地点的闭馆日",
    may.appointment,
    { place_id: f.place_id, from: date("起"), to: date("止") },
    z.object({
      closed: z.array(z.object({ date: date("日期"), name: text("原因") })),
      /** A year among them has no published calendar: its days follow the weekdays alone. */
      is_estimated: bool("按周末推算"),
    }),
  ),
  appointment_waiting_query: read(
    "等待预约的申请人",
    may.appointment,
    { id: f.id },
    z.object({ list: z.array(waitingApplicant), total: int("等待预约"), before: z.nullable(z.string()), after: z.string() }),
  ),
  appointment_notify: write(
    "通知等待预约的申请人",
    may.appointment,
    {
      id: f.id,
      applicant_ids: ids("申请人", NOTIFY_MAX, "applicant").min(1, { error: "请选择要通知的申请人" }),
      /** How many were waiting in the list the caller saw. */
      expected_count: int("等待预约"),
      note: z.optional(text("补充说明", { min: 0, max: 100 })),
    },
    z.object({ reminded: int("已提醒"), results: z.array(rowResult) }),
    { key: true },
  ),
  ...recordApi("appointment", "最近可约日期", may.appointment, id("编号", "appointment")),
});
