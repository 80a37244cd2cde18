/** Host commands of the operation log. */
import { time } from "@visadesk/contract/kit/format.ts";
import { LOG_KINDS } from "@visadesk/contract/setting/operation-log.ts";
import { mask } from "@visadesk/contract/kit/mask.ts";
import type { HostCommands } from "#kit/host.ts";
import { verifyLog } from "./operation-log-chain.sql.ts";
import { whoSaw, type SubjectDoors } from "./operation-log.ts";
import { compareDays } from "./operation-log.jobs.ts";

/** Exit code of a log that does not verify. */
const BROKEN = 2;

export const operationLogHost = (doors: SubjectDoors) =>
  ({
    "audit-verify": {
      usage: "",
      label: "校验操作日志链和每日存档",
      args: 0,
      run: async ({ print, dataDir }, ctx) => {
        const chain = await verifyLog(ctx.db);
        const days = await compareDays(ctx.db, dataDir);
        const broken = chain.broken_seq ?? days.broken_seq;
        const chained = chain.chained_to === null ? "" : `，已封至 ${time(chain.chained_to)}`;
        if (chain.broken_seq !== null) print(`日志链在第 ${chain.broken_seq} 条断开`);
        else print(`已校验 ${chain.checked} 条，日志链完整${chained}`);
        if (days.broken_seq !== null) print(`每日存档与日志链不符：第 ${days.broken_seq} 条`);
        else print(`每日存档 ${days.days} 天，与日志链一致`);
        ctx.note({ noun: "operation_log", reason: broken === null ? `${chain.checked}条完整` : `第${broken}条断开` });
        return broken === null ? 0 : BROKEN;
      },
    },
    "pii who-saw": {
      usage: "<订单号 | 申请人编号 | 护照号全号、末4位>",
      label: "谁看过此人的个人信息",
      args: 1,
      run: async ({ args, print }, ctx) => {
        const { subjects, list, applicant_id, is_capped } = await whoSaw(doors, ctx.db, { word: args[0] ?? "" });
        const one = subjects.find((s) => s.applicant_id === applicant_id);
        if (!one) print(`有 ${subjects.length} 名申请人符合，请用申请人编号指定一人`);
        for (const s of one ? [] : subjects) print(`  ${s.applicant_no}  ${mask("name", s.name_cn ?? "")}`);
        if (one) print(`${one.applicant_no}：${is_capped ? `超过 ${list.length} 次，只列最近 ${list.length} 次` : `${list.length} 次`}`);
        for (const l of list)
          print(
            `  ${time(l.at)}  ${l.actor_name}  ${LOG_KINDS[l.kind]}  ${l.changes.map((c) => c.label).join("、")}  ${l.reason ?? ""}`.trimEnd(),
          );
        ctx.note({
          kind: "audit",
          noun: "applicant",
          noun_id: one?.applicant_id ?? null,
          noun_no: one?.applicant_no ?? null,
          reason: "谁看过此人",
        });
      },
    },
  }) satisfies HostCommands;
