import { flow } from "../../kit/flow.ts";
import { may } from "../../permissions.ts";

const code = may.workbench;

/** Who stands in for whom. Nothing moves before the cover agreed; it begins and ends by time, or ends by hand. */
export const handoverFlow = flow("handover", {
  states: {
    planned: { label: "待开始", tone: "orange", start: true },
    active: { label: "交接中", tone: "blue" },
    ended: { label: "已结束", tone: "green" },
    cancelled: { label: "已取消", tone: "grey" },
  },
  moves: {
    add: { label: "计划休假交接", from: [], to: "planned", may: code },
    /** Begins at once where its time has come. */
    confirm: { label: "确认接手", from: ["planned"], to: ["planned", "active"], may: code },
    start: { label: "到时开始", from: ["planned"], to: "active", may: "system" },
    end: { label: "结束交接", from: ["active"], to: "ended", may: code, danger: true },
    finish: { label: "到时结束", from: ["active"], to: "ended", may: "system" },
    cancel: { label: "取消交接", from: ["planned"], to: "cancelled", may: code, danger: true },
    /** One of the two may work here no more. */
    drop: { label: "条件不再满足", from: ["planned"], to: "cancelled", may: "system" },
  },
});
