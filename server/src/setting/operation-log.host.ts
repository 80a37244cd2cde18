/** Host commands of the operation log. */
import { time } from "@visadesk/contract/kit/format.ts";
import type { HostCommands } from "#kit/host.ts";
import { verifyLog } from "./operation-log-chain.sql.ts";
import { compareDays } from "./operation-log.jobs.ts";

/** Exit code of a log that does not verify. */
const BROKEN = 2;

export const operationLogHost = {
  "audit-verify": {
    usage: "",
    label: "校验操作日志链和每日存档",
    args: 0,
    run: async ({ print, dataDir }, ctx) => {
      const chain = await verifyLog(ctx.db);
      const days = await compareDays(ctx.db, dataDir);
      const broken = chain.broken_seq ?? days.broken_seq;
      const sealed = chain.sealed_to === null ? "" : `，已封至 ${time(chain.sealed_to)}`;
      if (chain.broken_seq !== null) print(`日志链在第 ${chain.broken_seq} 条断开`);
      else print(`已校验 ${chain.checked} 条，日志链完整${sealed}`);
      if (days.broken_seq !== null) print(`每日存档与日志链不符：第 ${days.broken_seq} 条`);
      else print(`每日存档 ${days.days} 天，与日志链一致`);
      ctx.note({ noun: "operation_log", reason: broken === null ? `${chain.checked}条完整` : `第${broken}条断开` });
      return broken === null ? 0 : BROKEN;
    },
  },
} satisfies HostCommands;
