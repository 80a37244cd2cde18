/** 接口密钥: two enabled at most, so that one is changed for the other. The secret is answered once. */
import { api, done, optional, pick, read, write } from "../../kit/endpoint.ts";
import { id, status, text, time, version, z } from "../../kit/field.ts";
import { may } from "../../permissions.ts";

const code = may.peer_api_key;
const IP = /^(\d{1,3}\.){3}\d{1,3}(\/\d{1,2})?$|^[0-9a-f:]+(\/\d{1,3})?$/i;
export const CALLBACK_FAULT = "回调地址应为 https:// 开头的公网地址";
const CALLBACK = /^https:\/\/[^\s/?#]+\.[^\s/?#]+([/?#]\S*)?$/;
const facts = {
  /** Blank: nothing is called. A private address is refused when it is saved and when it is called. */
  callback_url: text("回调地址", {
    min: 0,
    max: 300,
    check: (v) => (v === "" || CALLBACK.test(v) ? null : CALLBACK_FAULT),
  }),
  /** Empty: from anywhere. */
  ip_list: z
    .array(text("IP", { max: 45, check: (v) => (IP.test(v) ? null : "IP格式不正确") }))
    .max(50, { error: "IP最多50个" })
    .meta({ label: "IP白名单", kind: "list" }),
  note: text("备注", { min: 0, max: 100 }),
};
export const peerApiKey = z.object({
  id: id("编号"),
  peer_id: id("同行", "peer"),
  access_key: text("访问码"),
  ...facts,
  status: status(),
  last_used_at: z.nullable(time("最近使用")),
  created_by_name: z.nullable(text("创建人")),
  created_at: time("创建时间"),
  version: version(),
  updated_at: time("更新时间"),
});
const of = pick(peerApiKey, "id", "version");
export const KEYS_FULL = "最多两个启用的密钥";

export const peerApiKeyApi = api({
  peer_api_key_query: read("接口密钥", code, pick(peerApiKey, "peer_id"), z.object({ list: z.array(peerApiKey) })),
  peer_api_key_add: write(
    "新增接口密钥",
    code,
    { ...pick(peerApiKey, "peer_id"), ...facts },
    /** Null where the key is repeated: it is shown once. */
    peerApiKey.extend({ secret: z.nullable(text("密钥", { max: 100 })) }),
    { key: true },
  ),
  peer_api_key_update: write("编辑接口密钥", code, { ...of, ...optional(facts) }, peerApiKey),
  peer_api_key_disable: write("停用接口密钥", code, { ...of, reason: text("停用原因", { min: 2, max: 200 }) }, done),
});
