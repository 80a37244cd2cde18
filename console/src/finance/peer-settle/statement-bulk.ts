/** Acts upon several statements: sent one by one, asked for one by one. */
import type { QueryClient } from "@tanstack/react-query";
import { ask } from "#kit/act/ask.ts";
import { tellOutcome } from "#kit/act/outcome.tsx";
import { ApiError } from "#kit/app/api.ts";
import { confirm } from "#kit/app/feedback.ts";
import type { BulkAct, Selection } from "#kit/list/list-screen.tsx";
import { peerSettleApi } from "@visadesk/contract/finance/peer/peer-settle.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { isOwing, type Statement } from "./peer-settle-words.tsx";

const idsOf = (s: Selection): readonly number[] => ("ids" in s ? s.ids : []);
/** The picked rows as the pages that were looked at showed them. */
function seen(client: QueryClient, ids: readonly number[]): Statement[] {
  const pages = client.getQueriesData<{ list?: readonly Statement[] }>({ queryKey: [peerSettleApi.peer_settle_cycle_query.name, "page"] });
  const rows = new Map<number, Statement>();
  for (const row of pages.flatMap(([, page]) => page?.list ?? []))
    if (row.version >= (rows.get(row.id)?.version ?? 0)) rows.set(row.id, row);
  return ids.flatMap((id) => rows.get(id) ?? []);
}
/** Each is a call of its own: one that is refused leaves the others. */
async function each(label: string, rows: readonly Statement[], act: (s: Statement) => Promise<unknown>): Promise<boolean> {
  if (!(await confirm({ title: `${label} ${rows.length} 张账单？`, content: "每张各自办理，不能办理的会列出原因。", ok: label })))
    return false;
  const left: { name: string; msg: string }[] = [];
  for (const s of rows)
    try {
      await act(s);
    } catch (e) {
      if (!(e instanceof ApiError)) throw e;
      left.push({ name: `${s.party_name} ${s.settle_no}`, msg: e.message });
    }
  tellOutcome(label, "张账单", { done: rows.length - left.length, left });
  return true;
}
const quiet = { noToast: true } as const;
export const statementBulk = (client: QueryClient): readonly BulkAct[] => [
  {
    label: "发送",
    may: may.peer_settle,
    ids_only: true,
    fits: { of: (s: Statement) => ["draft", "disputed"].includes(s.settlement_status), none: "所选账单都不是待出账或有异议" },
    run: (s) => each("发送", seen(client, idsOf(s)), ({ id, version }) => ask(peerSettleApi.peer_settle_send, { id, version }, quiet)),
  },
  {
    label: "催收",
    may: may.peer_settle,
    ids_only: true,
    fits: { of: (s: Statement) => isOwing(s), none: "所选账单都没有待还款" },
    run: (s) => each("催收", seen(client, idsOf(s)), ({ id, version }) => ask(peerSettleApi.peer_settle_remind, { id, version }, quiet)),
  },
];
