/** What peers of the demo business ask for, by the code of its configuration. */
export interface Matter {
  code: string;
  title: string;
  asked: string;
  answer: string;
  /** Among us. */
  note: string;
  answers?: Readonly<Record<string, unknown>>;
}

export const MATTERS: readonly Matter[] = [
  {
    code: "CONSULT",
    title: "申根多次往返能不能首次申请",
    asked: "客人第一次去法国，想直接要多次往返，需要补什么材料？",
    answer: "首次申请以单次为主，可附往返行程和资产证明说明理由，是否给多次由使馆决定。",
    note: "答复口径按知识库申根多次往返一文。",
  },
  {
    code: "URGENCY",
    title: "客人 12 月 5 日出发，催一下出签",
    asked: "送签已经八个工作日，客人机票不能改，请帮忙催一下。",
    answer: "已联系送签方，使馆正在审理，预计本周三前出结果，出签后当天寄出。",
    note: "送签方回复在审，暂不需要补料。",
  },
  {
    code: "CHANGE",
    title: "客人护照换发，需要改护照号",
    asked: "客人上周换了新护照，新首页已经发给你们，请改订单里的护照号。",
    answer: "已收到新护照首页，护照号已更正，申请表同步更新，请核对后回复。",
    note: "还没送签，可以直接改。",
    answers: { item: "护照信息", detail: "护照换发，新号见附件" },
  },
  {
    code: "COMPLAINT",
    title: "预审退回两次，第二次才说缺银行流水",
    asked: "第一次退回没有提流水，第二次才说，耽误了三天，希望一次说全。",
    answer: "抱歉耽误了您。已请专家把缺项一次列全，并加急复核，今天内给您结果。",
    note: "转组长看一下首次预审的清单。",
  },
  {
    code: "INVOICE",
    title: "上月订单合并开专票",
    asked: "10 月的订单请合并开一张增值税专用发票，抬头用公司全称。",
    answer: "已按您提供的抬头登记，开票后电子发票发到结算邮箱。",
    note: "核对过 10 月账单金额。",
  },
  {
    code: "STATEMENT",
    title: "10 月账单有两单金额对不上",
    asked: "账单里有两单加急费我们没有下过加急，请核对。",
    answer: "已核对，其中一单确为普通件，本期先调减，另一单的加急记录已发您确认。",
    note: "差额 600 元，等同行确认后调整。",
  },
  {
    code: "REFUND",
    title: "客人取消行程，申请退款",
    asked: "客人公司临时取消出差，还没送签，请退服务费。",
    answer: "还未送签，按退款政策可退服务费，已提交退款复核，一至两个工作日有结果。",
    note: "未送签，使馆费未付。",
  },
  {
    code: "CONSULT",
    title: "日本三年多次的资产要求",
    asked: "夫妻一起申请，资产证明是一个人出还是两个人都要？",
    answer: "以主申请人的资产证明为准，配偶附结婚证即可。",
    note: "按领区要求答复。",
  },
];
