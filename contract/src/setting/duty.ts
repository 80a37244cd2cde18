import { api, read, write } from "../kit/endpoint.ts";
import { bool, choice, date, id, int, text, version, z } from "../kit/field.ts";

/** Exceptions from the working calendar; 加班值班 is at work out of turn. */
export const DUTY_KINDS = { leave: "休假", out: "外勤", training: "培训", on: "加班值班" } as const;
export type DutyKind = keyof typeof DUTY_KINDS;
/** The day is cut at noon. */
export const DUTY_HALVES = { all: "全天", am: "上午", pm: "下午" } as const;
export const DUTY_MAX_DAYS = 60;
/** Days of one board. */
export const BOARD_DAYS = 14;
const CELLS_MAX = 100;

export const duty = z.object({
  id: id("编号"),
  worker_id: id("员工", "worker"),
  kind: choice("类型", DUTY_KINDS),
  from_date: date("开始日期"),
  to_date: date("结束日期"),
  half: choice("时段", DUTY_HALVES),
  reason: text("原因", { min: 0, max: 50 }),
  version: version(),
});
const f = duty.shape;

/** A day of the board as the shared calendar knows it. */
export const boardDay = z.object({
  date: date("日期"),
  is_working: bool("工作日"),
  /** Holiday or make-up day. */
  name: z.nullable(text("节假日")),
  /** The calendar of that year is not published; weekends are assumed. */
  is_estimated: bool("按周末推算"),
});

export const boardMember = z.object({
  worker_id: f.worker_id,
  nickname: text("昵称"),
  account: text("账号"),
  team_id: z.nullable(id("团队", "team")),
  team_name: z.nullable(text("团队")),
  is_expert: bool("签证专家"),
  duties: z.array(duty),
});

const cell = z.strictObject({
  worker_id: f.worker_id,
  from_date: f.from_date,
  to_date: f.to_date,
  half: f.half,
  /** Null clears these days. */
  kind: z.nullable(f.kind),
  reason: z.optional(f.reason),
  /** Puts the new entry in the place of what stands on these days. */
  replace: z.optional(z.boolean()),
});

export const dutyApi = api({
  duty_query: read(
    "值班表",
    "staff",
    {
      from_date: f.from_date,
      team_id: z.optional(id("团队", "team")),
      /** Only my own row. */
      mine: z.optional(bool("只看自己")),
    },
    z.object({
      days: z.array(boardDay),
      list: z.array(boardMember),
      /** Experts of each country team who can take orders on each day. */
      capacity: z.array(z.object({ team_id: id(), team_name: text("团队"), counts: z.array(int("当日可接单人数")) })),
    }),
  ),
  duty_save: write(
    "保存值班",
    "staff",
    {
      cells: z
        .array(cell)
        .min(1, { error: "请选择日期" })
        .max(CELLS_MAX, { error: `一次最多保存${CELLS_MAX}格` })
        .meta({ label: "值班", kind: "list" }),
    },
    /** One result per cell, in their order; when none could be saved the call is refused with the first reason. */
    z.object({ results: z.array(z.object({ worker_id: id(), ok: z.boolean(), code: z.nullable(z.string()), msg: z.string() })) }),
  ),
});
