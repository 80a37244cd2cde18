import { flow } from "../../kit/flow.ts";
import { may } from "../../permissions.ts";

/** A trade fair; its days move it. */
export const peerExhibitionFlow = flow("peer_exhibition", {
  states: {
    preparing: { label: "筹备中", tone: "orange", start: true },
    running: { label: "进行中", tone: "blue" },
    reviewing: { label: "复盘中", tone: "orange" },
    closed: { label: "已结束", tone: "green" },
    cancelled: { label: "已取消", tone: "grey" },
  },
  moves: {
    begin: { label: "开展", from: ["preparing"], to: "running", may: "system" },
    end: { label: "闭展", from: ["preparing", "running"], to: "reviewing", may: "system" },
    close: { label: "结束", from: ["reviewing"], to: "closed", may: may.peer_exhibition, danger: true },
    cancel: { label: "取消展会", from: ["preparing"], to: "cancelled", may: may.peer_exhibition, danger: true },
  },
});

/** Somebody met at a fair; the application moves it to its end. */
export const exhibitionLeadFlow = flow("exhibition_lead", {
  states: {
    new: { label: "新线索", tone: "orange", start: true },
    contacted: { label: "已联系", tone: "blue" },
    applied: { label: "已申请", tone: "blue" },
    won: { label: "已入驻", tone: "green" },
    lost: { label: "无意向", tone: "grey" },
  },
  moves: {
    follow: { label: "跟进", from: ["new", "contacted"], to: "contacted", may: may.peer_exhibition, back: true },
    apply: { label: "提交申请", from: ["new", "contacted"], to: "applied", may: "system" },
    /** Its application was rejected or withdrawn. */
    return: { label: "申请未通过", from: ["applied"], to: "contacted", may: "system", back: true },
    win: { label: "入驻", from: ["new", "contacted", "applied"], to: "won", may: "system" },
    lose: { label: "无意向", from: ["new", "contacted"], to: "lost", may: may.peer_exhibition, danger: true },
    revive: { label: "恢复", from: ["lost"], to: "contacted", may: may.peer_exhibition, back: true },
  },
});
