/** 展会线索: somebody met at a fair, called, applied and won; a peer of ours signs in by the same desk. */
import { api, done, list, move, optional, pick, read, write } from "../../kit/endpoint.ts";
import { anyOf, bool, choice, date, file, id, int, longText, mobile, range, text, time, version, z } from "../../kit/field.ts";
import { stateLabels } from "../../kit/flow.ts";
import { may } from "../../permissions.ts";
import { LEAD_QUEUES } from "../../workbench/queues.ts";
import { countryCode } from "../peer/peer-facts.ts";
import { exhibitionLeadFlow } from "./exhibition.flow.ts";
import { INTERESTS, LEAD_KINDS, LOSE_REASONS, PEER_CAME } from "./exhibition.words.ts";

const code = may.peer_exhibition;
const facts = {
  company: text("公司", { min: 2, max: 60 }),
  name: text("姓名", { min: 0, max: 20 }),
  mobile: mobile("手机"),
  title: text("职务", { min: 0, max: 20 }),
  card_file: z.nullable(file("名片", "lead_card")),
  interest: choice("意向", INTERESTS),
  country_ids: z.array(countryCode()).max(50, { error: "意向国家最多50个" }).meta({ label: "意向国家", kind: "codes", of: "country" }),
  owner_id: id("跟进人", "worker"),
  next_follow_on: z.nullable(date("下次跟进")),
  note: longText("备注", 500, 0),
};
export const exhibitionLead = z.object({
  id: id("编号", "exhibition_lead"),
  exhibition_id: id("展会", "peer_exhibition"),
  exhibition_name: text("展会"),
  kind: choice("类型", LEAD_KINDS),
  ...facts,
  owner_name: text("跟进人"),
  /** Nobody called it within two working days. */
  is_late: bool("超2个工作日未联系"),
  peer_id: z.nullable(id("同行", "peer")),
  peer_name: z.nullable(text("同行")),
  application_id: z.nullable(id("入驻申请", "peer_application")),
  application_no: z.nullable(text("申请号")),
  lost_reason: text("无意向原因", { min: 0 }),
  first_called_at: z.nullable(time("首次联系")),
  follow_count: int("跟进次数"),
  last_follow: z.nullable(text("最近跟进")),
  lead_status: choice("状态", stateLabels(exhibitionLeadFlow)),
  version: version(),
  created_at: time("登记时间"),
  updated_at: time("更新时间"),
});
const f = exhibitionLead.shape;
/** A peer that was ours before came by: nothing is to be won. */
export const isHere = (l: Pick<z.infer<typeof exhibitionLead>, "kind" | "lead_status">): boolean =>
  l.kind === "peer" && l.lead_status === "new";
export const exhibitionLeadDetail = exhibitionLead.extend({
  follows: z.array(z.object({ id: id(), text: text("跟进内容"), by_name: z.nullable(text("跟进人")), at: time("时间") })),
});
const of = pick(exhibitionLead, "id", "version");
/** A row of a sheet, as typed. */
const sheetRow = z.strictObject({
  company: text("公司", { min: 0, max: 100 }),
  name: text("姓名", { min: 0, max: 40 }),
  mobile: text("手机", { min: 0, max: 30 }),
  title: text("职务", { min: 0, max: 40 }),
  interest: text("意向", { min: 0, max: 10 }),
  note: text("备注", { min: 0, max: 500 }),
});

export const exhibitionLeadApi = api({
  exhibition_lead_query: list("展会线索列表", code, {
    filter: {
      queue: z.optional(choice("待办队列", LEAD_QUEUES)),
      exhibition_id: z.optional(anyOf(f.exhibition_id)),
      keyword: z.optional(text("公司/姓名/手机", { min: 0, max: 60, lookup: ["mobile"] })),
      kind: z.optional(f.kind),
      lead_status: z.optional(anyOf(f.lead_status)),
      interest: z.optional(anyOf(f.interest)),
      owner_id: z.optional(anyOf(f.owner_id)),
      is_late: z.optional(bool("未及时联系")),
      next_follow_on: z.optional(range("下次跟进")),
    },
    row: exhibitionLead,
    sorts: ["created_at", "next_follow_on"],
    exports: [
      "company",
      "name",
      "mobile",
      "title",
      "exhibition_name",
      "kind",
      "interest",
      "owner_name",
      "next_follow_on",
      "last_follow",
      "lead_status",
      "application_no",
      "created_at",
    ],
    sheet: {
      state_text: {
        type: text("状态"),
        of: ["kind", "lead_status"],
        value: (l) => (isHere(l) ? PEER_CAME : exhibitionLeadFlow.states[l.lead_status].label),
      },
    },
  }),
  exhibition_lead_get: read("展会线索详情", code, pick(exhibitionLead, "id"), exhibitionLeadDetail),
  /** Whose a number is already, while it is typed at the desk. Whole numbers alone; counted as looks. */
  exhibition_lead_check: write(
    "现场查重",
    code,
    { ...pick(exhibitionLead, "exhibition_id"), mobile: text("手机", { pattern: "mobile" }) },
    z.object({
      peer: z.nullable(z.object({ id: id("同行", "peer"), peer_no: text("编号"), short_name: text("简称"), contact_name: text("联系人") })),
      lead: z.nullable(z.object(pick(exhibitionLead, "id", "company", "lead_status"))),
    }),
    { log: "reveal" },
  ),
  /** At the desk mobile, company and interest are enough; a number of a peer signs it in. */
  exhibition_lead_add: write(
    "登记线索",
    code,
    {
      ...pick(exhibitionLead, "exhibition_id", "company", "mobile", "interest"),
      ...optional(pick(exhibitionLead, "name", "title", "card_file", "country_ids", "owner_id", "next_follow_on", "note")),
    },
    exhibitionLead,
    { key: true },
  ),
  exhibition_lead_update: write("编辑线索", code, { ...of, ...optional(facts) }, exhibitionLead),
  /** A dry run writes nothing and answers each row. */
  exhibition_lead_import: write(
    "导入线索",
    code,
    {
      ...pick(exhibitionLead, "exhibition_id"),
      rows: z
        .array(sheetRow)
        .min(1, { error: "表格没有数据" })
        .max(2_000, { error: "一次最多导入2000行" })
        .meta({ label: "线索", kind: "list" }),
      dry_run: bool("预检"),
    },
    z.object({
      rows: z.array(z.object({ row: int("行号"), outcome: z.enum(["add", "sign_in", "fault"]), fault: z.nullable(text("错误")) })),
      done: int("已登记"),
    }),
    { key: true },
  ),
  exhibition_lead_follow: move(
    exhibitionLeadFlow,
    "follow",
    { ...of, text: text("跟进内容", { min: 2, max: 500 }), next_follow_on: z.optional(z.nullable(date("下次跟进"))) },
    done,
  ),
  exhibition_lead_lose: move(
    exhibitionLeadFlow,
    "lose",
    { ...of, reason_code: choice("原因", LOSE_REASONS), reason: text("说明", { min: 2, max: 200 }) },
    done,
  ),
  exhibition_lead_revive: move(exhibitionLeadFlow, "revive", of, done),
});
