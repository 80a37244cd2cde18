import { flow } from "../kit/flow.ts";
import { may } from "../permissions.ts";

/** The order's journey. Before payment it moves by explicit moves; after payment it is derived from the applicants. */
export const orderFlow = flow("order", {
  states: {
    pending_visit_date: { label: "待选择赴馆日期", tone: "orange", code: 10, start: true },
    pending_upload: { label: "待上传资料", tone: "orange", code: 1, start: true },
    pending_form: { label: "待填写申请表", tone: "orange", code: 2, start: true },
    pending_payment: { label: "待支付", tone: "orange", code: 3, start: true },
    pending_mail: { label: "待邮寄资料", tone: "orange", code: 4 },
    processing: { label: "办理中", tone: "blue", code: 5 },
    shipped: { label: "已发货", tone: "blue", code: 6 },
    pending_evaluate: { label: "待评价", tone: "green", code: 7 },
    completed: { label: "已完成", tone: "green", code: 8 },
    cancelled: { label: "已取消", tone: "grey", code: 0 },
    deleted: { label: "已删除", tone: "grey", code: 9 },
  },
  moves: {
    add: {
      label: "代客下单",
      from: [],
      to: ["pending_visit_date", "pending_upload", "pending_form", "pending_payment"],
      may: may.order_entry,
    },
    wish_submit: {
      label: "提交意向",
      from: ["pending_visit_date"],
      to: ["pending_upload", "pending_form", "pending_payment"],
      may: may.order_process,
    },
    upload_submit: { label: "资料齐", from: ["pending_upload"], to: ["pending_form", "pending_payment"], may: may.order_process },
    form_submit: { label: "申请表齐", from: ["pending_form"], to: "pending_payment", may: may.order_process },
    pay: {
      label: "登记收款",
      from: ["pending_payment"],
      to: ["pending_visit_date", "pending_upload", "pending_form", "pending_mail", "processing"],
      may: may.order_pay_register,
      endpoint: "order_pay_register",
    },
    cancel: {
      label: "取消订单",
      from: ["pending_visit_date", "pending_upload", "pending_form", "pending_payment"],
      to: "cancelled",
      may: may.order_process,
      danger: true,
    },
    pay_expire: { label: "支付超时", from: ["pending_payment"], to: "cancelled", may: "system" },
    restore: { label: "恢复订单", from: ["cancelled"], to: "pending_payment", may: may.order_expired },
    derive: {
      label: "状态更新",
      from: [
        "pending_visit_date",
        "pending_upload",
        "pending_form",
        "pending_mail",
        "processing",
        "shipped",
        "pending_evaluate",
        "completed",
      ],
      to: [
        "pending_visit_date",
        "pending_upload",
        "pending_form",
        "pending_mail",
        "processing",
        "shipped",
        "pending_evaluate",
        "completed",
        "cancelled",
      ],
      may: "system",
      back: true,
    },
    receive: { label: "确认收到", from: ["shipped"], to: "pending_evaluate", may: may.order_process },
    complete: { label: "完成", from: ["pending_evaluate"], to: "completed", may: "system" },
    hide: { label: "客户删除", from: ["completed", "cancelled"], to: "deleted", may: "system" },
  },
});

const forward = may.order_process;
const claims = may.order_refuse_claim;
const BEFORE_RESULT = [
  "pre_review",
  "pre_review_rejected",
  "pre_review_failed",
  "awaiting_originals",
  "awaiting_appointment",
  "awaiting_confirm",
  "appointed",
  "awaiting_training",
  "awaiting_visit",
  "awaiting_submission",
] as const;

/** Each applicant's own journey; `none` (收资料中) is the state before everything is handed in. */
export const applicantFlow = flow("applicant", {
  states: {
    none: { label: "收资料中", tone: "orange", start: true },
    pre_review: { label: "等待预审", tone: "blue", code: 1 },
    pre_review_rejected: { label: "预审不通过", tone: "orange", code: 2 },
    pre_review_failed: { label: "预审不通过(待退款)", tone: "red", code: 17 },
    awaiting_originals: { label: "等待接收资料", tone: "orange", code: 11 },
    awaiting_appointment: { label: "等待预约", tone: "blue", code: 9 },
    awaiting_confirm: { label: "待确认", tone: "orange", code: 10 },
    appointed: { label: "预约成功", tone: "blue", code: 18 },
    awaiting_training: { label: "等待培训", tone: "blue", code: 12 },
    awaiting_visit: { label: "待前往使馆", tone: "orange", code: 13 },
    awaiting_submission: { label: "等待送签", tone: "blue", code: 3 },
    in_embassy: { label: "使馆审核中", tone: "blue", code: 4 },
    issued: { label: "出签成功", tone: "green", code: 5 },
    refused: { label: "拒签", tone: "red", code: 6 },
    refused_proof: { label: "拒签(待提交证明)", tone: "red", code: 14 },
    refused_review: { label: "拒签(等待审核)", tone: "orange", code: 15 },
    refused_rejected: { label: "拒签(审核不通过)", tone: "red", code: 16 },
    refunding: { label: "退款中", tone: "orange", code: 7 },
    refunded: { label: "退款成功", tone: "grey", code: 8 },
    cancelled: { label: "已取消", tone: "grey", code: 0 },
  },
  moves: {
    enter_review: { label: "进入预审", from: ["none"], to: "pre_review", may: "system" },
    review_pass: {
      label: "预审通过",
      from: ["pre_review"],
      to: ["awaiting_originals", "awaiting_appointment", "awaiting_submission"],
      may: forward,
    },
    review_reject: { label: "预审不通过", from: ["pre_review"], to: "pre_review_rejected", may: forward },
    resubmit: { label: "重新提交", from: ["pre_review_rejected"], to: "pre_review", may: forward },
    review_fail: { label: "无法办理", from: ["pre_review", "pre_review_rejected"], to: "pre_review_failed", may: forward, danger: true },
    originals_pass: {
      label: "原件核对无误",
      from: ["awaiting_originals"],
      to: ["awaiting_appointment", "awaiting_submission"],
      may: forward,
    },
    originals_reject: { label: "原件不合格", from: ["awaiting_originals"], to: "pre_review_rejected", may: forward },
    visit_propose: {
      label: "提交待确认日期",
      from: ["awaiting_appointment"],
      to: "awaiting_confirm",
      may: forward,
      endpoint: "visit_propose",
    },
    visit_book: { label: "约号成功", from: ["awaiting_appointment"], to: "appointed", may: forward, endpoint: "visit_book" },
    visit_accept: { label: "客户同意", from: ["awaiting_confirm"], to: "appointed", may: forward, endpoint: "visit_accept" },
    visit_decline: { label: "客户拒绝", from: ["awaiting_confirm"], to: "awaiting_appointment", may: forward, endpoint: "visit_decline" },
    notice_send: {
      label: "发送赴馆单",
      from: ["appointed"],
      to: ["awaiting_training", "awaiting_visit"],
      may: forward,
      endpoint: "visit_notice_send",
    },
    train_done: { label: "辅导完成", from: ["awaiting_training"], to: "awaiting_visit", may: forward },
    visit_attend: { label: "已赴馆", from: ["awaiting_visit"], to: "in_embassy", may: forward, endpoint: "visit_attend" },
    visit_miss: { label: "未到馆/改期", from: ["awaiting_visit"], to: "awaiting_appointment", may: forward, endpoint: "visit_miss" },
    submit: { label: "登记送签", from: ["awaiting_submission"], to: "in_embassy", may: forward },
    embassy_supplement: { label: "使馆要求补料", from: ["in_embassy"], to: "pre_review_rejected", may: forward },
    issue: { label: "出签", from: ["in_embassy"], to: "issued", may: forward },
    refuse: { label: "拒签", from: ["in_embassy"], to: ["refused", "refused_proof"], may: forward, danger: true },
    claim_submit: { label: "提交证明", from: ["refused_proof"], to: "refused_review", may: forward, endpoint: "refuse_claim_submit" },
    claim_appeal: { label: "申诉", from: ["refused_rejected"], to: "refused_review", may: forward, endpoint: "refuse_claim_appeal" },
    claim_pass: { label: "理赔通过", from: ["refused_review"], to: "refunding", may: claims, endpoint: "refuse_claim_pass" },
    claim_reject: {
      label: "理赔不通过",
      from: ["refused_review"],
      to: "refused_rejected",
      may: claims,
      endpoint: "refuse_claim_reject",
      danger: true,
    },
    claim_lapse: { label: "权利失效", from: ["refused_proof", "refused_rejected"], to: "refused", may: "system" },
    refund_lock: { label: "退款通过", from: ["none", ...BEFORE_RESULT, "in_embassy", "issued", "refused"], to: "refunding", may: "system" },
    refund_done: { label: "退款成功", from: ["refunding"], to: "refunded", may: "system" },
    refund_undo: {
      label: "退款撤回",
      from: ["refunding"],
      to: ["none", ...BEFORE_RESULT, "in_embassy", "issued", "refused", "refused_review"],
      may: "system",
      back: true,
    },
    cancel: { label: "取消", from: ["none"], to: "cancelled", may: "system" },
    restore: { label: "恢复", from: ["cancelled"], to: "none", may: "system", back: true },
    rollback: {
      label: "回退状态",
      from: [...BEFORE_RESULT, "in_embassy", "issued", "refused", "refused_proof", "refused_review", "refused_rejected"],
      to: ["none", ...BEFORE_RESULT, "in_embassy", "issued", "refused", "refused_proof", "refused_review"],
      may: may.order_rollback,
      danger: true,
      back: true,
    },
  },
});

export const materialFlow = flow("applicant_material", {
  states: {
    missing: { label: "待提交", tone: "orange", start: true },
    submitted: { label: "待审核", tone: "blue" },
    passed: { label: "合格", tone: "green" },
    rejected: { label: "不合格", tone: "red" },
    waived: { label: "免交", tone: "grey" },
  },
  moves: {
    upload: { label: "上传", from: ["missing", "submitted", "rejected", "passed"], to: "submitted", may: may.order_process, back: true },
    pass: { label: "合格", from: ["submitted"], to: "passed", may: may.order_process },
    // An original that did not arrive is rejected while it is missing.
    reject: { label: "不合格", from: ["missing", "submitted", "passed"], to: "rejected", may: may.order_process },
    waive: { label: "免交", from: ["missing", "submitted", "rejected"], to: "waived", may: may.order_process },
    reopen: { label: "重新审核", from: ["passed", "waived"], to: ["submitted", "missing"], may: may.order_process, back: true },
  },
});

export const batchFlow = flow("submission_batch", {
  states: {
    draft: { label: "备件中", tone: "blue", start: true },
    handed: { label: "已交接", tone: "blue" },
    submitted: { label: "已送签", tone: "green" },
    cancelled: { label: "已取消", tone: "grey" },
  },
  moves: {
    hand_over: { label: "交接", from: ["draft"], to: "handed", may: may.order_process },
    submit: { label: "登记送签", from: ["draft", "handed"], to: "submitted", may: may.order_process },
    give_back: { label: "退回备件", from: ["handed"], to: "draft", may: "system", back: true },
    cancel: { label: "取消", from: ["draft"], to: "cancelled", may: may.order_process, danger: true },
  },
});

export const expressFlow = flow("express", {
  states: {
    created: { label: "待寄出", tone: "orange", start: true },
    in_transit: { label: "在途", tone: "blue" },
    problem: { label: "异常", tone: "red" },
    signed: { label: "已签收", tone: "blue" },
    checked: { label: "已核对", tone: "green" },
    returned: { label: "已退回", tone: "red" },
    cancelled: { label: "已作废", tone: "grey" },
  },
  moves: {
    send: { label: "寄出", from: ["created"], to: "in_transit", may: may.order_process },
    track: { label: "物流更新", from: ["in_transit", "problem"], to: ["in_transit", "problem", "returned"], may: "system", back: true },
    sign: { label: "签收", from: ["in_transit", "problem"], to: "signed", may: may.order_process },
    check: { label: "核对", from: ["signed"], to: "checked", may: may.order_process },
    cancel: { label: "作废", from: ["created"], to: "cancelled", may: may.order_process, danger: true },
  },
});

export const diffFlow = flow("order_diff", {
  states: {
    pending: { label: "待支付", tone: "orange", start: true },
    paid: { label: "已支付", tone: "green" },
    cancelled: { label: "已撤销", tone: "grey" },
  },
  moves: {
    pay: { label: "登记收款", from: ["pending"], to: "paid", may: may.order_pay_register },
    cancel: { label: "撤销", from: ["pending"], to: "cancelled", may: { any: [may.order_view, may.order_process] }, danger: true },
  },
});

export const flows = { orderFlow, applicantFlow, materialFlow, batchFlow, expressFlow, diffFlow };

/** Steps drawn as the thin line of an order's or applicant's path. */
export const APPLICANT_STEPS: readonly { label: string; states: readonly string[] }[] = [
  { label: "收资料", states: ["none"] },
  { label: "预审", states: ["pre_review", "pre_review_rejected", "pre_review_failed"] },
  { label: "收原件", states: ["awaiting_originals"] },
  { label: "预约赴馆", states: ["awaiting_appointment", "awaiting_confirm", "appointed", "awaiting_training", "awaiting_visit"] },
  { label: "送签", states: ["awaiting_submission"] },
  { label: "使馆审核", states: ["in_embassy"] },
  { label: "出结果", states: ["issued", "refused", "refused_proof", "refused_review", "refused_rejected"] },
  { label: "寄回", states: [] },
];
