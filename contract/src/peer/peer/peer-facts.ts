/** What is said of a company and of whom we speak with there, the same in its application and as a peer. */
import { bool, choice, date, files, id, ids, longText, mobile, openAddress, text, z } from "../../kit/field.ts";
import { creditCodeFault } from "../../kit/credit-code.ts";
import { patterns } from "../../kit/patterns.ts";
import { BUSINESS_KINDS, PEER_SOURCES } from "./peer.words.ts";

export const countryCode = () => text("国家/地区", { max: 2 }).meta({ label: "国家/地区", kind: "text", of: "country" });

/** As they stand in the register of companies; a peer's change by a reviewed request alone. */
export const companyFacts = {
  name: text("企业名称", { min: 2, max: 60 }),
  credit_code: text("统一社会信用代码", { max: 18, check: creditCodeFault }),
  legal_person: text("法人", { min: 2, max: 30 }),
  /** Says which licences it must have. */
  business_kind: choice("类型", BUSINESS_KINDS),
  /** Due of a travel agency. */
  licence_no: text("许可证号", { min: 0, max: 40 }),
};
export const contactFacts = {
  /** Whom our staff call: at work, so not masked. */
  contact_name: text("联系人", { min: 2, max: 20 }),
  contact_mobile: mobile("手机"),
  contact_email: text("邮箱", {
    min: 0,
    max: 100,
    check: (v) => (v === "" || patterns.email.re.test(v) ? null : patterns.email.message),
  }),
  address: openAddress("地址"),
};
export const source = choice("来源", PEER_SOURCES);
export const papers = {
  business_licence: files("营业执照", "peer_document").min(1, { error: "请上传营业执照" }),
  /** Null: as of today; without an end: null. */
  business_licence_from: z.nullable(date("营业执照开始日期")),
  business_licence_to: z.nullable(date("营业执照结束日期")),
  travel_licence: files("旅行社许可证", "peer_document"),
  travel_licence_from: z.nullable(date("许可证开始日期")),
  travel_licence_to: z.nullable(date("许可证结束日期")),
};
/** What a peer's own staff may change at once. */
export const ownFacts = {
  ...contactFacts,
  short_name: text("简称", { min: 2, max: 12 }),
  /** Empty: all; others are neither seen nor ordered. */
  allow_country_ids: z
    .array(countryCode())
    .max(250, { error: "可售国家最多250个" })
    .meta({ label: "可售国家", kind: "codes", of: "country" }),
  auto_deduct: bool("自动扣差价"),
  service_group_id: z.nullable(id("服务分组", "peer_group")),
  note: longText("内部备注", 2000, 0),
};
export const owners = { bd_owner_id: z.nullable(id("商务", "worker")), cs_owner_id: z.nullable(id("客服", "worker")) };
export const peerIds = ids("同行", 200, "peer").min(1, { error: "请选择同行" });
