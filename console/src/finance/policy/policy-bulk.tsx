/** 导出投保名单: the picked policies become a batch with a sheet for the insurer, which is fetched at once. */
import type { QueryClient } from "@tanstack/react-query";
import { ask } from "#kit/act/ask.ts";
import { tellOutcome } from "#kit/act/outcome.tsx";
import { confirm } from "#kit/app/feedback.ts";
import { uuid } from "#kit/app/hash.ts";
import type { BulkAct } from "#kit/list/list-screen.tsx";
import { idsOf } from "#kit/list/list-model.ts";
import { idsLeft, leftOf, seenRows } from "#kit/list/seen-rows.ts";
import { policyApi as api } from "@visadesk/contract/finance/insurance/policy.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { PolicyRow } from "./policy-columns.tsx";

async function exportSeveral(rows: readonly PolicyRow[]): Promise<false | number[]> {
  const content = "名单含完整护照号，生成与下载都会记入日志，保留7天。已在批次中的保单会换到新批次。";
  if (!(await confirm({ title: `导出 ${rows.length} 份保单的投保名单？`, content, ok: "导出" }))) return false;
  const { results, done, sheet_id } = await ask(api.policy_sheet_export, {
    rows: rows.map(({ id, version }) => ({ id, version })),
    idempotency_key: uuid(),
  });
  tellOutcome("导出", "份保单", {
    done,
    left: leftOf(results, rows, (p) => p.apply_no),
  });
  if (sheet_id !== null) window.location.assign((await ask(api.policy_sheet_get, { id: sheet_id })).url);
  return idsLeft(results);
}

export const policyBulk = (client: QueryClient): readonly BulkAct[] => [
  {
    label: "导出投保名单",
    may: may.insurance,
    ids_only: true,
    fits: { of: (p: PolicyRow) => p.policy_status === "to_issue", none: "所选保单都不在待出单" },
    run: (s) => exportSeveral(seenRows(client, api.policy_query, idsOf(s))),
  },
];
