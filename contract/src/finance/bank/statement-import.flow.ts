import { flow } from "../../kit/flow.ts";
import { may } from "../../permissions.ts";

export const statementImportFlow = flow("statement_import", {
  states: {
    running: { label: "导入中", tone: "blue", start: true },
    done: { label: "已导入", tone: "green" },
    cancelled: { label: "已取消", tone: "grey" },
    failed: { label: "导入失败", tone: "red" },
    undone: { label: "已撤销", tone: "grey" },
  },
  moves: {
    undo: { label: "撤销导入", from: ["done"], to: "undone", may: may.corporate_remittance, danger: true },
    finish: { label: "导入完成", from: ["running"], to: "done", may: "system" },
    stop: { label: "停止导入", from: ["running"], to: ["cancelled", "failed"], may: "system" },
  },
});
