/** What a visa photo must be, and the formats papers come in. */
import { bool, decimal, int, keysOf, text, z } from "../../kit/field.ts";
import { numberFault } from "../../kit/field-number.ts";
import { PAPER_FORMATS } from "./document.rules.ts";

export const paperFormats = z
  .array(z.enum(keysOf(PAPER_FORMATS)), { error: "请选择格式" })
  .min(1, { error: "请选择格式" })
  .max(3)
  .meta({ label: "格式", kind: "choices", options: PAPER_FORMATS });
const size = (label: string) =>
  z
    .number({ error: numberFault("照片尺寸", "") })
    .min(10, { error: `${label}不能小于10` })
    .max(200, { error: `${label}不能大于200` })
    .meta({ label, kind: "number" });
const head = (label: string) => decimal(label, 0, 200);

/** What a photo must be; sizes in mm and pixels, weight in KB, 0 = no limit. */
export const photoRule = z
  .strictObject({
    w_mm: size("宽(mm)"),
    h_mm: size("高(mm)"),
    w_px: int("宽(像素)", 50, 10_000),
    h_px: int("高(像素)", 50, 10_000),
    px_max: int("最大边长(像素)", 0, 20_000),
    bg: text("背景色", { max: 7, check: (v) => (/^#[0-9A-Fa-f]{6}$/.test(v) ? null : "背景色格式应为#RRGGBB") }),
    bg_name: text("背景色名", { max: 10 }),
    head_min_mm: head("头部最小(mm)"),
    head_max_mm: head("头部最大(mm)"),
    min_kb: int("最小KB", 0, 20_000),
    max_kb: int("最大KB", 0, 20_000),
    formats: paperFormats,
    paper_copies: int("纸质张数", 0, 6),
    months: int("近几个月内", 0, 24),
    glasses: bool("可戴眼镜"),
    tips: z
      .array(text("提示", { max: 40 }))
      .max(8, { error: "提示最多8条" })
      .meta({ label: "提示", kind: "list" }),
  })
  .meta({ label: "照片规格", kind: "object" });
