/** 子账号: the logins of a peer's own people. Nobody of ours sees or types a password: a one-time link sets it. */
import { api, done, list, optional, pick, read, write } from "../../kit/endpoint.ts";
import { anyOf, bool, choice, id, int, mobile, money, status, text, time, version, z } from "../../kit/field.ts";
import { may } from "../../permissions.ts";
import { ACCOUNT_ROLES, RESET_DELIVERIES } from "./peer.words.ts";

const code = { any: [may.peer, may.peer_manager] } as const;
const facts = {
  name: text("姓名", { min: 2, max: 20 }),
  mobile: mobile("手机"),
  /** The owner's role changes by a reviewed request. */
  role: choice("角色", ACCOUNT_ROLES),
  /** Null: no limit. */
  order_limit: z.nullable(money("单笔上限", { min: 1 })),
  can_pay: bool("可支付"),
};
export const peerAccount = z.object({
  id: id("编号", "peer_account"),
  peer_id: id("同行", "peer"),
  peer_no: text("同行编号"),
  peer_name: text("同行"),
  account: text("账号", { pattern: "word", message: "账号为6-20位字母、数字或下划线" }),
  ...facts,
  status: status(),
  /** How its last link went out. */
  reset_delivery: z.nullable(choice("登录链接", RESET_DELIVERIES)),
  reset_until: z.nullable(time("链接有效至")),
  last_login_at: z.nullable(time("最近登录")),
  version: version(),
  created_at: time("创建时间"),
  updated_at: time("更新时间"),
});
const f = peerAccount.shape;
const of = pick(peerAccount, "id", "version");
/** Shown once where nothing could be sent, then nowhere: a repeated key answers null. */
const link = z.object({
  id: f.id,
  delivery: choice("发送结果", RESET_DELIVERIES),
  token_link: z.nullable(text("一次性登录链接", { max: 300 })),
  no_site: bool("同行站地址未设置"),
  until: time("有效至"),
});

export const peerAccountApi = api({
  peer_account_query: list("同行账号列表", code, {
    filter: {
      peer_id: z.optional(anyOf(f.peer_id)),
      keyword: z.optional(text("账号/姓名/手机/同行", { min: 0, max: 60, lookup: ["mobile"] })),
      role: z.optional(anyOf(facts.role)),
      status: z.optional(status()),
      inactive_days: z.optional(int("未登录天数", 1, 3650)),
    },
    row: peerAccount,
    sorts: ["created_at", "last_login_at"],
    exports: ["account", "name", "mobile", "peer_no", "peer_name", "role", "order_limit", "can_pay", "last_login_at", "status"],
  }),
  peer_account_get: read("同行账号详情", code, pick(peerAccount, "id"), peerAccount),
  peer_account_add: write("新增子账号", code, { ...pick(peerAccount, "peer_id", "account"), ...facts }, link, { key: true }),
  peer_account_update: write("编辑子账号", code, { ...of, ...optional(facts) }, peerAccount),
  peer_account_enable: write("启用子账号", code, of, done),
  peer_account_disable: write("停用子账号", code, { ...of, reason: text("停用原因", { min: 2, max: 200 }) }, done),
  peer_account_reset: write("重置子账号密码", code, of, link, { key: true }),
});
