/** 工作日历: days that differ from their weekday, of China (`CN`) or of a mission (its id). */
import { api, read, write } from "../../kit/endpoint.ts";
import { bool, choice, date, int, text, z } from "../../kit/field.ts";
import { may } from "../../permissions.ts";

export const CN_CALENDAR = "CN";
export const DAY_KINDS = { off: "休", work: "班" } as const;
export const CALENDARS_MAX = 6;
/** Days of a year, and then some that are wrong. */
const ROWS_MAX = 400;

const calendar = () =>
  z
    .string({ error: "请选择日历" })
    .regex(/^(CN|[1-9]\d{0,14})$/, { error: "日历不存在" })
    .meta({ label: "日历", kind: "text" });
const year = () => int("年份", 2000, 2100);
const dayName = () => text("名称", { min: 0, max: 20 });

/** One date of a year as a calendar has it. */
const calendarDate = z.object({
  date: date("日期"),
  /** A working day of China; for a mission: open. */
  is_open: bool("开放"),
  name: z.nullable(text("名称")),
  /** Its own row; null: follows from the weekday and, for a mission, from China's holidays. */
  day_kind: z.nullable(choice("类型", DAY_KINDS)),
});
const calendarYear = z.object({
  calendar: calendar(),
  name: text("日历"),
  /** China's days of the year are known; without them every result is reckoned by weekends. */
  is_published: bool("已公布"),
  own_days: int("单列天数"),
  /** Handed back at saving: somebody else's change in between is not overwritten. */
  stamp: z.string(),
  days: z.array(calendarDate),
});
const dayChange = z.object({
  date: date("日期"),
  before: z.nullable(choice("原类型", DAY_KINDS)),
  after: z.nullable(choice("新类型", DAY_KINDS)),
  name: text("名称", { min: 0 }),
});

export const calendarApi = api({
  calendar_query: read(
    "工作日历",
    may.embassy,
    {
      year: year(),
      calendars: z
        .array(calendar())
        .min(1, { error: "请选择日历" })
        .max(CALENDARS_MAX, { error: `一次最多并排${CALENDARS_MAX}个日历` }),
    },
    z.object({ list: z.array(calendarYear), years: z.array(int("已公布的年份")) }),
  ),
  /** `day_kind` null: the date follows its weekday again. */
  calendar_save: write(
    "修改工作日历",
    may.embassy,
    {
      calendar: calendar(),
      year: year(),
      stamp: z.string().max(80).meta({ label: "版本" }),
      days: z
        .array(z.strictObject({ date: date("日期"), day_kind: z.nullable(choice("类型", DAY_KINDS)), name: dayName() }))
        .min(1, { error: "没有改动" })
        .max(ROWS_MAX, { error: `一次最多${ROWS_MAX}天` })
        .meta({ label: "日子" }),
    },
    z.object({ changes: z.array(dayChange) }),
  ),
  /** Takes the place of the whole year of the calendar. A dry run tells what would change and changes nothing. */
  calendar_import: write(
    "导入工作日历",
    may.embassy,
    {
      calendar: calendar(),
      year: year(),
      rows: z
        .array(z.record(z.string().max(40), z.unknown()))
        .min(1, { error: "没有可导入的内容" })
        .max(ROWS_MAX, { error: `一次最多${ROWS_MAX}行` })
        .meta({ label: "行" }),
      dry_run: bool("试导入"),
    },
    z.object({
      changes: z.array(dayChange),
      unchanged: int("不变"),
      errors: z.array(z.object({ row: int("行"), msg: z.string() })),
    }),
    { key: true },
  ),
});
