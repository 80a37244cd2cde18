/** `{noun}_log_query` of every record with a page: what was done to it, under the record's own right and scope. */
import { api, inArea, read } from "./kit/endpoint.ts";
import { id, keysOf, text, time, z } from "./kit/field.ts";
import type { May } from "./permissions.ts";
import { recordNouns, type RecordNoun } from "./record-nouns.ts";

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

type Logs = { [N in RecordNoun as `${N}_log_query`]: ReturnType<N extends "country" ? typeof coded : typeof numbered> };
const logsOf = (nouns: Readonly<Record<string, { label: string; may: May }>>) =>
  api(
    Object.fromEntries(
      Object.entries(nouns).map(([noun, { label, may }]) => [
        `${noun}_log_query`,
        noun === "country" ? coded(label, may) : numbered(label, may),
      ]),
    ),
  );

/** Each in the area of its noun. */
export const recordLogApi = Object.assign({}, ...keysOf(recordNouns).map((area) => inArea(area, logsOf(recordNouns[area])))) as Logs;
