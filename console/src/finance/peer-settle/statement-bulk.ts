/** Acts upon several statements: sent one by one, asked for one by one. */
import type { QueryClient } from "@tanstack/react-query";
import { ask } from "#kit/act/ask.ts";
import { eachRow } from "#kit/act/each-row.ts";
import { tellOutcome } from "#kit/act/outcome.tsx";
import { confirm } from "#kit/app/feedback.ts";
import type { BulkAct, Selection } from "#kit/list/list-screen.tsx";
import { idsOf } from "#kit/list/list-model.ts";
import { seenRows } from "#kit/list/seen-rows.ts";
import { peerSettleApi } from "@visadesk/contract/finance/peer/peer-settle.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { isOwing, type Statement } from "./peer-settle-words.tsx";

/** Each is a call of its own: one that is refused leaves the others. */
async function each(label: string, rows: readonly Statement[], act: (s: Statement) => Promise<unknown>): Promise<false | number[]> {
  if (!(await confirm({ title: `${label} ${rows.length} 张账单？`, content: "每张各自办理，不能办理的会列出原因。", ok: label })))
    return false;
  const outcome = await eachRow(rows, (s) => `${s.party_name} ${s.settle_no}`, act);
  tellOutcome(label, "张账单", outcome);
  return outcome.rest.map((s) => s.id);
}
const quiet = { noToast: true } as const;
export const statementBulk = (client: QueryClient): readonly BulkAct[] => {
  const picked = (s: Selection) => seenRows(client, peerSettleApi.peer_settle_cycle_query, idsOf(s));
  return [
    {
      label: "发送",
      may: may.peer_settle,
      ids_only: true,
      fits: { of: (s: Statement) => ["draft", "disputed"].includes(s.settlement_status), none: "所选账单都不是待出账或有异议" },
      run: (s) => each("发送", picked(s), ({ id, version }) => ask(peerSettleApi.peer_settle_send, { id, version }, quiet)),
    },
    {
      label: "催收",
      may: may.peer_settle,
      ids_only: true,
      fits: { of: (s: Statement) => isOwing(s), none: "所选账单都没有待还款" },
      run: (s) => each("催收", picked(s), ({ id, version }) => ask(peerSettleApi.peer_settle_remind, { id, version }, quiet)),
    },
  ];
};
