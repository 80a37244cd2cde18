/** Host commands of the operation log. */
import type { HostCommands } from "#kit/host.ts";
import { verifyLog } from "./operation-log.sql.ts";

export const operationLogHost = {
  "audit-verify": {
    usage: "",
    label: "校验操作日志链",
    args: 0,
    run: async ({ print }, ctx) => {
      const found = await verifyLog(ctx.db);
      print(found.broken_seq === null ? `已校验 ${found.checked} 条，日志链完整` : `日志链在第 ${found.broken_seq} 条断开`);
      ctx.note({ noun: "operation_log", reason: found.broken_seq === null ? null : `第 ${found.broken_seq} 条断开` });
      return found.broken_seq === null ? 0 : 2;
    },
  },
} satisfies HostCommands;
