/** `npm run host -- ledger proof`: the books proved now; what does not hold is printed, kept and told. */
import type { HostCommands } from "#kit/host.ts";
import { CHECKS } from "./proof.checks.ts";
import { keepProof, proveLedger } from "./ledger-proof.ts";

/** Exit code of books that do not hold. */
const BROKEN = 2;

export const ledgerHost = {
  "ledger proof": {
    usage: "",
    label: "核对账务：凭证、余额、赠送批次、预收与应退",
    args: 0,
    run: async ({ print }, ctx) => {
      const faults = await proveLedger(ctx.db);
      await keepProof(ctx, faults);
      for (const f of faults) print(`${f.label}：${f.text}`);
      print(faults.length === 0 ? `已核对 ${CHECKS.length} 项，账务相符` : `已核对 ${CHECKS.length} 项，${faults.length} 处不符`);
      ctx.note({ noun: "ledger_proof", reason: faults.length === 0 ? "账务相符" : `${faults.length}处不符` });
      return faults.length === 0 ? 0 : BROKEN;
    },
  },
} satisfies HostCommands;
