/** A configuration in words, for those who read it and for two versions side by side. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { workOrderConfigApi } from "@visadesk/contract/peer/work-order/work-order-config.ts";
import { ANSWER_KINDS, ESCALATE_TO, HANDLERS, LINKS, WORK_ORDER_CATEGORIES } from "@visadesk/contract/peer/work-order/work-order.words.ts";
import { minuteWords } from "./work-order-words.tsx";

export type ConfigDetail = Output<typeof workOrderConfigApi.work_order_config_get>;
const fieldText = (f: ConfigDetail["fields"][number]): string =>
  `${f.label}（${ANSWER_KINDS[f.kind]}${f.required ? "，必填" : ""}${f.options.length > 0 ? `：${f.options.join("/")}` : ""}）`;

/** Label and words of everything that a version may differ in. */
export const configFacts = (c: ConfigDetail): readonly (readonly [label: string, text: string])[] => [
  ["名称", c.name],
  ["大类", WORK_ORDER_CATEGORIES[c.category]],
  ["适用", c.scope_text],
  ["表单", c.fields.map(fieldText).join("；") || "没有要填的内容"],
  ["须关联订单", c.need_order ? "是" : "否"],
  ["首响时限", minuteWords(c.reply_minutes)],
  ["解决时限", minuteWords(c.resolve_minutes)],
  ["升级", c.escalate.map((s) => `${s.at_percent}% ${ESCALATE_TO[s.to]}`).join("；")],
  ["处理人", c.team_name ? `${HANDLERS[c.handler]}：${c.team_name}` : HANDLERS[c.handler]],
  ["联动", LINKS[c.link]],
  ["回复模板", c.templates.map((t) => `${t.title}：${t.text}`).join("\n") || "无"],
  ["请求评价", c.ask_score ? "是" : "否"],
];
