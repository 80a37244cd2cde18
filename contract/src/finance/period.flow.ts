import { flow } from "../kit/flow.ts";
import { may } from "../permissions.ts";

/** A month of the books. On hold only who closes books in it; closed it stays: what was wrong is corrected in an open one. */
export const periodFlow = flow("period", {
  states: {
    open: { label: "开放", tone: "green", start: true },
    hold: { label: "暂停", tone: "orange" },
    closed: { label: "已结账", tone: "grey" },
  },
  moves: {
    hold: { label: "暂停", from: ["open"], to: "hold", may: may.period_close },
    reopen: { label: "恢复", from: ["hold"], to: "open", may: may.period_close, back: true },
    close: { label: "结账", from: ["hold"], to: "closed", may: may.period_close, danger: true },
  },
});
