import { flow } from "../../kit/flow.ts";
import { may } from "../../permissions.ts";

/** What became of a line of a statement; it follows from its matches. */
export const statementLineFlow = flow("statement_line", {
  states: {
    open: { label: "待处理", tone: "orange", start: true },
    part: { label: "部分匹配", tone: "blue" },
    matched: { label: "已匹配", tone: "green" },
    parked: { label: "已挂账", tone: "blue" },
    ignored: { label: "无需处理", tone: "grey" },
  },
  moves: {
    match: { label: "匹配", from: ["open", "part"], to: ["part", "matched"], may: may.corporate_remittance },
    park: { label: "挂账", from: ["open"], to: "parked", may: may.corporate_remittance },
    ignore: { label: "忽略", from: ["open"], to: "ignored", may: may.corporate_remittance },
    unmatch: {
      label: "取消匹配",
      from: ["part", "matched", "parked", "ignored"],
      to: ["open", "part"],
      may: may.corporate_remittance,
      danger: true,
      back: true,
    },
    /** A trade number and an amount that one line of the books has alone. */
    link: { label: "自动关联", from: ["open"], to: "matched", may: "system" },
    /** The remittance it was attached to was rejected, withdrawn or reversed. */
    free: { label: "释放", from: ["part", "matched"], to: ["open", "part"], may: "system", back: true },
  },
});
