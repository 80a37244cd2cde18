import { flow } from "../../kit/flow.ts";
import { may } from "../../permissions.ts";

/** What is stored; when a published one runs follows from the clock. */
export const specialPriceActivityFlow = flow("special_price_activity", {
  states: {
    draft: { label: "草稿", tone: "grey", start: true },
    published: { label: "已发布", tone: "green" },
    stopped: { label: "已终止", tone: "grey" },
  },
  moves: {
    publish: { label: "发布", from: ["draft"], to: "published", may: may.special_price },
    stop: { label: "终止", from: ["published"], to: "stopped", may: may.special_price, danger: true },
  },
});

/** The states as the clock shows them; nobody moves a row between them. */
export const specialPriceShown = flow("special_price_shown", {
  states: {
    draft: { label: "草稿", tone: "grey", start: true },
    not_started: { label: "未开始", tone: "blue" },
    warming: { label: "预热中", tone: "orange" },
    running: { label: "进行中", tone: "green" },
    ended: { label: "已结束", tone: "grey" },
    stopped: { label: "已终止", tone: "grey" },
  },
  moves: {},
});
