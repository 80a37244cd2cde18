/** `{noun}_log_query` of every record with a page: what was done to it, under the record's own right and scope. */
import { api, read } from "./kit/endpoint.ts";
import { id, text, time, z } from "./kit/field.ts";
import type { May } from "./permissions.ts";
import { recordNouns } from "./record-nouns.ts";

export const recordLog = z.object({
  id: id(),
  label: text("动作"),
  at: time("时间"),
  actor_kind: text("操作人类型"),
  actor_name: text("操作人", { min: 0 }),
  reason: z.nullable(text("原因")),
  changes: z.array(z.object({ field: z.string(), label: z.string(), before: z.unknown(), after: z.unknown() })),
});

/** A page of rows, newest first; the ones before `before_id` follow. */
const logOf = <I extends z.core.$ZodType>(of: I, label: string, may: May) =>
  read(`${label}日志`, may, { id: of, before_id: z.optional(id()) }, z.object({ list: z.array(recordLog), has_more: z.boolean() }));
const numbered = (label: string, may: May) => logOf(id("编号"), label, may);
/** Countries go by their code. */
const coded = (label: string, may: May) => logOf(text("国家/地区", { max: 2 }), label, may);

type Logs<N> = { [K in keyof N & string as `${K}_log_query`]: ReturnType<K extends "country" ? typeof coded : typeof numbered> };
const logsOf = <N extends Readonly<Record<string, { label: string; may: May }>>>(nouns: N): Logs<N> =>
  api(
    Object.fromEntries(
      Object.entries(nouns).map(([noun, { label, may }]) => [
        `${noun}_log_query`,
        noun === "country" ? coded(label, may) : numbered(label, may),
      ]),
    ),
  ) as unknown as Logs<N>;

export const recordLogApi = {
  order: logsOf(recordNouns.order),
  product: logsOf(recordNouns.product),
  supplier: logsOf(recordNouns.supplier),
  "base-data": logsOf(recordNouns["base-data"]),
  setting: logsOf(recordNouns.setting),
};
