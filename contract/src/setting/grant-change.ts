import { api, list, move, pick } from "../kit/endpoint.ts";
import { anyOf, bool, choice, id, text, time, version, z } from "../kit/field.ts";
import { flow, stateLabels } from "../kit/flow.ts";
import { may, permissionLabel } from "../permissions.ts";
import { DATA_SCOPES } from "../account/session.ts";

export const GRANT_KINDS = { role: "角色变更", assign: "更换角色" } as const;
/** A change nobody decided within so many days is over. */
export const GRANT_DAYS = 7;

export const grantChangeFlow = flow("grant_change", {
  states: {
    pending: { label: "待复核", tone: "orange", start: true },
    approved: { label: "已生效", tone: "green", start: true },
    rejected: { label: "已驳回", tone: "red" },
    withdrawn: { label: "已撤回", tone: "grey" },
    expired: { label: "已过期", tone: "grey" },
  },
  moves: {
    approve: { label: "通过", from: ["pending"], to: "approved", may: may.role },
    reject: { label: "驳回", from: ["pending"], to: "rejected", may: may.role, danger: true },
    withdraw: { label: "撤回", from: ["pending"], to: "withdrawn", may: may.role, danger: true },
    expire: { label: "过期", from: ["pending"], to: "expired", may: "system" },
  },
});

/** Said before a grant is saved that nobody can confirm and that does not hold alone either. */
export const NO_CHECKER_TEXT = `现在没有其他角色管理员可以复核，而${GRANT_DAYS}天内有过，所以也不能单人生效。保存后会一直等待，${GRANT_DAYS}天未复核自动过期；请先启用另一位角色管理员，或满${GRANT_DAYS}天后再保存。`;

/** Why a sensitive right is given, said by who gives it. */
export const grantReason = () => text("授权原因", { min: 5, max: 200, message: "授权原因为5至200个字" });

const codes = (label: string) => z.array(z.int()).meta({ label, kind: "codes" });
/** What a role holds, or a worker by his role. */
export const granted = z.object({
  role_name: z.nullable(text("角色")),
  module_group: codes("权限"),
  data_scope: z.nullable(choice("数据范围", DATA_SCOPES)),
});

export const grantChange = z.object({
  id: id("编号"),
  kind: choice("类别", GRANT_KINDS),
  /** Null once the role is gone. */
  target_id: z.nullable(id("对象")),
  target_name: text("对象"),
  old: granted.meta({ label: "现在", kind: "object" }),
  new: granted.meta({ label: "变更后", kind: "object" }),
  added_sensitive: codes("新增敏感权限"),
  /** Who would hold more afterwards. */
  gainers: z.array(z.object({ id: id(), nickname: text("昵称") })).meta({ label: "受益人", kind: "list" }),
  reason: text("授权原因", { min: 0 }),
  reject_text: z.nullable(text("驳回原因")),
  maker_id: id("提交人", "worker"),
  maker_name: text("提交人"),
  checker_name: z.nullable(text("复核人")),
  is_sole: bool("单人生效"),
  grant_status: choice("状态", stateLabels(grantChangeFlow)),
  expires_at: time("过期时间"),
  decided_at: z.nullable(time("复核时间")),
  created_at: time("提交时间"),
  version: version(),
  /** What the reader may do now, and why not. */
  moves: z.array(z.object({ move: z.string(), ok: z.boolean(), missing: z.nullable(z.string()) })),
});
const f = grantChange.shape;

/** The data scope where the change widens or narrows it. */
export const scopeWords = ({ old, new: next }: Pick<z.output<typeof grantChange>, "old" | "new">): string[] =>
  next.data_scope === null || old.data_scope === next.data_scope
    ? []
    : [`数据范围 ${old.data_scope === null ? "无" : DATA_SCOPES[old.data_scope]} → ${DATA_SCOPES[next.data_scope]}`];
const seen = pick(grantChange, "id", "version");

export const grantChangeApi = api({
  grant_change_query: list("授权变更列表", may.role, {
    filter: {
      keyword: z.optional(text("角色、员工", { min: 0, max: 40 })),
      kind: z.optional(anyOf(f.kind)),
      grant_status: z.optional(anyOf(f.grant_status)),
      maker_id: z.optional(anyOf(f.maker_id)),
    },
    row: grantChange,
    sorts: ["created_at", "expires_at"],
    exports: [
      "target_name",
      "kind",
      "grant_status",
      "reason",
      "maker_name",
      "checker_name",
      "is_sole",
      "reject_text",
      "created_at",
      "decided_at",
      "expires_at",
    ],
    sheet: {
      new_role_name: { type: text("改为角色"), of: ["kind", "new"], value: (c) => (c.kind === "assign" ? c.new.role_name : null) },
      gain_text: {
        type: text("敏感授权"),
        of: ["added_sensitive", "old", "new"],
        value: (c) => [...c.added_sensitive.map(permissionLabel), ...scopeWords(c)].join("、"),
      },
      gainer_names: { type: text("受益人"), of: ["gainers"], value: (c) => c.gainers.map((g) => g.nickname).join("、") },
    },
  }),
  grant_change_approve: move(grantChangeFlow, "approve", seen, grantChange, { key: true, log: "grant" }),
  grant_change_reject: move(
    grantChangeFlow,
    "reject",
    { ...seen, reject_text: text("驳回原因", { min: 2, max: 200, message: "驳回原因为2至200个字" }) },
    grantChange,
    { key: true, log: "grant" },
  ),
  grant_change_withdraw: move(grantChangeFlow, "withdraw", seen, grantChange, { key: true, log: "grant" }),
});
