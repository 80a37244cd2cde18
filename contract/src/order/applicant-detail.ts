/** Everything of one applicant on his page. */
import { stateLabels } from "../kit/flow.ts";
import {
  address,
  bool,
  choice,
  contactName,
  date,
  files,
  id,
  int,
  maskedDate,
  mobile,
  money,
  personName,
  text,
  time,
  version,
  z,
} from "../kit/field.ts";
import { applicantFlow } from "./order.flow.ts";
import { moveState, orderDetail, returnTo } from "./order-parts.ts";
import { EXPRESS_TYPES, LIABILITIES, PARTIES, REFUSAL_CATEGORIES, SEND_MODES } from "./words.ts";
import { applicantClaim } from "./claim/refuse-claim-proof.ts";
import { formSection, material, visit } from "./applicant-material.ts";
import { applicant, person } from "./applicant-record.ts";
import { orderRemind } from "./order-remind.ts";

const f = applicant.shape;
export const stageSpan = z.object({
  status: choice("阶段", stateLabels(applicantFlow)),
  party: choice("等待方", PARTIES),
  entered_at: time("进入"),
  left_at: z.nullable(time("离开")),
  work_minutes: z.nullable(int("工作分钟")),
  hold_minutes: int("挂起分钟"),
  is_rolled_back: bool("已回退"),
});
export const parcel = z.object({
  id: id(),
  type: z.int().meta({ label: "类型", kind: "choice", options: EXPRESS_TYPES }),
  carrier_code: z.nullable(z.string()),
  waybill_no: z.nullable(text("运单号")),
  express_status: z.string(),
  sent_at: z.nullable(time("寄出")),
  signed_at: z.nullable(time("签收")),
  items: z.array(
    z.object({
      id: id(),
      applicant_id: z.nullable(id()),
      material_id: z.nullable(id()),
      name: z.string(),
      count: z.int(),
      counted: z.nullable(z.int()),
    }),
  ),
  version: version(),
});

const shortage = z.object({ text: z.string(), mend: z.enum(["take_back", "other_mode"]), material_ids: z.array(id()) });
const sendWay = z.object({ mode: choice("方式", SEND_MODES), missing: z.array(shortage) });

export const applicantDetail = z.object({
  ...f,
  ...person.shape,
  birth_date: z.nullable(maskedDate("出生日期")),
  address: z.nullable(address("居住地")),
  address_text: z.nullable(z.string().meta({ label: "居住地", kind: "text", personal: "address" })),
  seq: z.int(),
  is_child: bool("儿童"),
  order_status: z.string(),
  pay_status: z.string(),
  contact_name: contactName(),
  contact_mobile: mobile("联系手机"),
  return_name: returnTo.shape.return_name,
  return_mobile: returnTo.shape.return_mobile,
  return_address_text: orderDetail.shape.return_address_text,
  supplement_due_at: z.nullable(time("补料截止")),
  supplement_source: z.nullable(z.string()),
  hold_party: z.nullable(z.string()),
  collected_at: z.nullable(time("资料齐")),
  review_passed_at: z.nullable(time("预审通过")),
  submitted_at: z.nullable(time("送签")),
  result_at: z.nullable(time("出结果时间")),
  received_at: z.nullable(time("收到")),
  supplier_id: z.nullable(id("供应商")),
  settle_price: z.nullable(money("结算价")),
  settle_includes_embassy: z.nullable(bool("含签证费")),
  application_no: z.nullable(text("受理号")),
  promised_date: z.nullable(date("预计出签")),
  visa_no: z.nullable(text("签证号")),
  visa_issue_date: z.nullable(date("签发日")),
  visa_effective_date: z.nullable(date("生效日")),
  visa_expiry_date: z.nullable(date("失效日")),
  stay_days: z.nullable(int("停留天数")),
  entry_count: z.nullable(text("入境次数")),
  result_files: files("结果文件", "result"),
  refusal_category: z.nullable(choice("拒签类别", REFUSAL_CATEGORIES)),
  refusal_text: z.nullable(text("拒签说明")),
  refusal_files: files("拒签信", "letter"),
  liability: z.nullable(choice("责任", LIABILITIES)),
  /** Once he was refused under a protection. */
  claim: z.nullable(applicantClaim),
  needs: z.object({
    visit: z.boolean(),
    training: z.boolean(),
    originals: z.boolean(),
    evisa: z.boolean(),
    application_no: z.boolean(),
    passport_until: z.nullable(z.string()),
  }),
  people: z.array(z.object({ id: id(), seq: z.int(), name_cn: z.nullable(personName("姓名")), applicant_status: z.string() })),
  form_sections: z.array(formSection),
  /** What the passport and the order answer in the form by themselves, masked. */
  form_fills: z.array(z.object({ key: z.string(), value: z.string() })),
  materials: z.array(material),
  visits: z.array(visit),
  /** Open reminders of the order and of this person. */
  reminds: z.array(orderRemind),
  parcels: z.array(parcel),
  spans: z.array(stageSpan),
  moves: z.array(moveState),
  /** What keeps each way back from going on; null: there is nothing to send now. */
  send_back: z.nullable(z.array(sendWay)),
  rollback_to: z.array(z.object({ state: z.string(), label: z.string() })),
});
