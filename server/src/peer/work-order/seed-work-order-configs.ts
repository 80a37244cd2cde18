/** Configurations of the demo business beside those every house has: a form in its second version, one for the best peers, a draft. */
import type { Tx } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";

const ITEM = { key: "item", label: "修改项目", kind: "choice", required: true, options: ["护照信息", "行程日期", "联系方式", "其他"] };
const DETAIL = { key: "detail", label: "修改说明", kind: "long_text", required: true, options: [] };
const PROOF = { key: "proof", label: "证明材料", kind: "files", required: false, options: [] };
const TEMPLATES = [
  { title: "已收到", text: "已收到，今天内给您回复。" },
  { title: "请补材料", text: "请补充清晰的护照首页扫描件，收到后继续办理。" },
];
const COPIED = "code, category, name, need_order, reply_minutes, resolve_minutes, handler, escalate, link, is_system";

interface Next {
  code: string;
  scope?: "all" | "level";
  scope_ids?: readonly string[];
  fields?: readonly object[];
  resolve_minutes?: number;
  status: "live" | "draft";
}
/** The next version of a code's configuration for everybody, or one of its own for some. */
async function next(tx: Tx, n: Next, now: Date): Promise<void> {
  const scope = n.scope ?? "all";
  const before = await row<{ id: number }>(
    tx,
    q`select id from work_order_configs where code = ${n.code} and scope = 'all' and config_status = 'live'`,
  );
  if (!before) return;
  const isNext = scope === "all";
  if (isNext && n.status === "live")
    await rows(
      tx,
      q`update work_order_configs set config_status = 'retired', retired_at = ${now}, updated_at = ${now} where id = ${before.id}`,
    );
  await rows(
    tx,
    q`
    insert into work_order_configs (${{ pieces: [COPIED], values: [] }}, scope, scope_ids, fields, templates, config_version, based_on, config_status, published_at, published_by, created_by, created_at, updated_at)
    select code, category, name, need_order, reply_minutes, ${n.resolve_minutes ?? null}::int4, handler, escalate, link, is_system,
      ${scope}, ${[...(n.scope_ids ?? [])]}::text[], ${JSON.stringify(n.fields ?? [])}::jsonb, ${JSON.stringify(TEMPLATES)}::jsonb, ${isNext ? 2 : 1}::int4, ${isNext ? before.id : null}::int8,
      ${n.status}, case when ${n.status} = 'live' then ${now}::timestamptz end, case when ${n.status} = 'live' then a.id end, a.id, ${now}::timestamptz, ${now}::timestamptz
    from work_order_configs, (select min(id) as id from workers) a where work_order_configs.id = ${before.id}`,
  );
}

export async function seedConfigs(tx: Tx, now: Date): Promise<void> {
  await next(tx, { code: "CHANGE", fields: [ITEM, DETAIL, PROOF], resolve_minutes: 480, status: "live" }, now);
  await next(tx, { code: "CONSULT", scope: "level", scope_ids: ["V4", "V5"], resolve_minutes: 240, status: "live" }, now);
  await next(tx, { code: "COMPLAINT", fields: [DETAIL], resolve_minutes: 360, status: "draft" }, now);
}
