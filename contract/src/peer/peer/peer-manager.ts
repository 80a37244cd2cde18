/** 负责人: our BD and customer service, what they look after and what they get done. */
import { api, list, optional, pick, read, write } from "../../kit/endpoint.ts";
import { anyOf, bool, choice, date, file, id, int, money, phone, share, text, time, version, z } from "../../kit/field.ts";
import { stateLabels } from "../../kit/flow.ts";
import { may } from "../../permissions.ts";
import { LEVEL_CODES } from "../level/level.words.ts";
import { peerTransferFlow } from "../transfer/peer-transfer.flow.ts";
import { workOrderFlow } from "../work-order/work-order.flow.ts";
import { overdueNote, unbilledText } from "./peer.ts";
import { OWNER_ROLES } from "./peer.words.ts";

const code = may.peer_manager;
const signed = (label: string) => money(label, { signed: true });
const facts = {
  /** Null: no limit. This and the target ask for the scope of a team. */
  max_peers: z.nullable(int("同行上限", 1, 10_000)),
  accept_new: bool("接收新客"),
  month_target: money("月目标"),
  display_name: text("展示姓名", { min: 0, max: 20 }),
  /** Told to peers: at work. */
  display_mobile: phone("展示手机", 20),
  display_qr: z.nullable(file("展示二维码", "public_peer")),
};
export const peerManager = z.object({
  /** The worker's: a list tells its rows apart by it. */
  id: id("编号", "worker"),
  worker_id: id("负责人", "worker"),
  worker_name: text("姓名"),
  worker_enabled: bool("在职"),
  roles: z.array(choice("角色", OWNER_ROLES)).meta({ label: "角色", kind: "choices", options: OWNER_ROLES }),
  team_name: z.nullable(text("团队")),
  region_text: text("负责区域", { min: 0 }),
  ...facts,
  peer_count: int("同行数"),
  is_over_max: bool("超上限"),
  new_count: int("本月新增"),
  active_count: int("活跃"),
  silent_count: int("沉默"),
  lost_count: int("流失"),
  gmv_month: signed("本月GMV"),
  target_rate: z.nullable(share("目标达成率")),
  repaid_month: money("本月回款"),
  overdue_peers: int("逾期家数"),
  overdue_amount: z.nullable(money("逾期额")),
  open_work_orders: int("未结工单"),
  reply_minutes: z.nullable(int("首响中位(工作分钟)")),
  /** Last day of the leave he is on today. */
  leave_until: z.nullable(date("休假至")),
  version: version(),
  updated_at: time("更新时间"),
});
export const peerManagerDetail = peerManager.extend({
  /** Share of the last 90 days' calls after which a paid order came. */
  back_rate: z.nullable(share("唤回率")),
  aging: z.array(z.object({ label: text("账龄"), amount: money("金额"), count: int("家数") })),
  months: z.array(z.object({ month: text("月份"), gmv: signed("GMV"), orders: int("单量"), new_count: int("新增") })),
  /** What he looks after, by level. */
  levels: z.array(
    z.object({ level_id: choice("等级", LEVEL_CODES), peers: int("同行"), silent: int("沉默与流失"), gmv_30: signed("30天GMV") }),
  ),
  /** Open ones, the first due above. */
  work_orders: z.array(
    z.object({
      id: id("工单", "work_order"),
      work_order_no: text("工单号"),
      title: text("标题"),
      peer_id: id("同行", "peer"),
      peer_name: text("同行"),
      work_order_status: choice("状态", stateLabels(workOrderFlow)),
      due_at: time("解决截止"),
    }),
  ),
  /** From him or to him, the newest above. */
  transfers: z.array(
    z.object({
      id: id("批次", "peer_transfer"),
      transfer_no: text("批次号"),
      role: choice("角色", OWNER_ROLES),
      direction: choice("方向", { out: "转出", in: "接收" }),
      peers: int("家数"),
      effective_on: date("生效日"),
      transfer_status: choice("状态", stateLabels(peerTransferFlow)),
    }),
  ),
});
export const peerManagerApi = api({
  peer_manager_query: list("负责人列表", code, {
    filter: {
      keyword: z.optional(text("姓名", { min: 0, max: 40 })),
      role: z.optional(choice("角色", OWNER_ROLES)),
      team_id: z.optional(anyOf(id("团队", "team"))),
      province_code: z.optional(anyOf(text("区域", { max: 6 }).meta({ label: "区域", kind: "text", of: "province" }))),
      is_on_leave: z.optional(bool("休假中")),
      is_over_max: z.optional(bool("超上限")),
    },
    row: peerManager,
    sorts: ["worker_id"],
    exports: [
      "worker_name",
      "roles",
      "team_name",
      "region_text",
      "peer_count",
      "max_peers",
      "new_count",
      "active_count",
      "silent_count",
      "lost_count",
      "gmv_month",
      "month_target",
      "target_rate",
      "repaid_month",
      "overdue_peers",
      "overdue_amount",
      "open_work_orders",
      "reply_minutes",
      "leave_until",
      "accept_new",
    ],
    sheet: {
      overdue_note: {
        type: overdueNote,
        of: ["overdue_peers", "overdue_amount"],
        value: (m) => unbilledText(m.overdue_peers > 0, m.overdue_amount),
      },
    },
  }),
  peer_manager_get: read("负责人详情", code, pick(peerManager, "worker_id"), peerManagerDetail),
  peer_manager_update: write("编辑负责人", code, { ...pick(peerManager, "worker_id", "version"), ...optional(facts) }, peerManager),
});
