/** 汇款审核: money that is said to have been sent, by stage; suggested matches may be booked several at once, each for itself. */
import { useQueryClient } from "@tanstack/react-query";
import { Button, Empty } from "antd";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { eachRow } from "#kit/act/each-row.ts";
import { tellOutcome } from "#kit/act/outcome.tsx";
import { confirm } from "#kit/app/feedback.ts";
import { uuid } from "#kit/app/hash.ts";
import { part } from "#kit/app/part.tsx";
import { useOpened } from "#kit/filter/use-opened.ts";
import { useSearchText } from "#kit/filter/use-url.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { ListActs, ListBulk, ListEmpty, ListScreen, ListTabs, type BulkAct } from "#kit/list/list-screen.tsx";
import { idsOf } from "#kit/list/list-model.ts";
import { seenRows } from "#kit/list/seen-rows.ts";
import { remittanceApi } from "@visadesk/contract/finance/remittance.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { BANK_TABS, useBankCounts } from "../bank/bank-tabs.ts";
import { REMITTANCE_COLUMNS } from "./remittance-columns.tsx";
import type { RemittanceDrawerProps } from "./remittance-drawer.tsx";
import type { RemittanceFormProps } from "./remittance-form.tsx";
import { RemittanceMoves } from "./remittance-moves.tsx";
import type { Remittance } from "./remittance-words.tsx";

const RemittanceDrawer = part<RemittanceDrawerProps>(() => import("./remittance-drawer.tsx").then((m) => m.RemittanceDrawer));
const RemittanceForm = part<RemittanceFormProps>(() => import("./remittance-form.tsx").then((m) => m.RemittanceForm));
const RateDialog = part<{ onClose: () => void }>(() => import("./rate-dialog.tsx").then((m) => m.RateDialog));
const isSuggested = (r: Remittance): boolean => r.remittance_status === "pending" && !r.is_mine && r.suggestion?.level === "suggest";

/** Each by itself, with the line it was suggested for: one that is refused leaves the others booked. */
async function bookAll(list: readonly Remittance[]): Promise<false | number[]> {
  const sum = list.reduce((n, r) => n + r.amount, 0);
  const content = `共 ${money(sum)}，各与其建议的流水匹配；达到复核限额的转待复核。`;
  if (!(await confirm({ title: `确认 ${list.length} 笔汇款到账？`, content, ok: "确认到账" }))) return false;
  const book = ({ id, version, suggestion, amount, matched }: Remittance): Promise<unknown> => {
    const lines = suggestion ? [{ line_id: suggestion.line_id, amount: Math.min(suggestion.rest, amount - matched) }] : [];
    return ask(remittanceApi.remittance_approve, { id, version, lines, only_suggested: true, idempotency_key: uuid() }, { noToast: true });
  };
  const outcome = await eachRow(list, (r) => r.remittance_no, book);
  tellOutcome("确认到账", "笔汇款", outcome);
  return outcome.rest.map((r) => r.id);
}

export function RemittanceList() {
  const [opened, look] = useOpened("remittance");
  // Opened from elsewhere with the peer whose money it is: `?add_peer=7&add_for=repay`.
  const [addPeer, setAddPeer] = useOpened("add_peer");
  const [search] = useSearchText();
  const purpose = new URLSearchParams(search).get("add_for") === "repay" ? "repay" : "top_up";
  const [dialog, open] = useDialog();
  const client = useQueryClient();
  const afterWrite = useAfterWrite();
  const bulk: BulkAct = {
    label: "确认到账",
    may: may.corporate_remittance,
    ids_only: true,
    fits: { of: isSuggested, none: "选中的汇款都不是待您审核的建议匹配，请逐笔查看" },
    run: async (s) => {
      const left = await bookAll(seenRows(client, remittanceApi.remittance_query, idsOf(s)).filter(isSuggested));
      if (left !== false) afterWrite();
      return left;
    },
  };
  return (
    <>
      <ListScreen
        endpoint={remittanceApi.remittance_query}
        title="对公汇款审核"
        keyword={{ name: "keyword", placeholder: "汇款单号" }}
        filters={["peer_id", "purpose", "company_account_id", "is_suggested"]}
        more={[
          ...(["remittance_status", "amount_from", "amount_to", "payer_name", "payer_account", "remitted_on"] as const),
          ...(["checker_id", "is_overdue", "queue"] as const),
        ]}
        columns={REMITTANCE_COLUMNS}
        row={(r) => (
          <RemittanceMoves remittance={r} onLook={() => look(r.id)} review={(close) => <RemittanceDrawer id={r.id} onClose={close} />} />
        )}
      >
        <ListTabs tabs={BANK_TABS} useCounts={useBankCounts} />
        <ListActs>
          <Button onClick={() => open((close) => <RateDialog onClose={close} />)}>建议采纳率</Button>
          <Button type="primary" onClick={() => open((close) => <RemittanceForm onClose={close} />)}>
            登记汇款
          </Button>
        </ListActs>
        <ListBulk acts={[bulk]} />
        <ListEmpty>
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有待审核的汇款。" />
        </ListEmpty>
      </ListScreen>
      {dialog}
      {addPeer !== null && <RemittanceForm given={{ peer_id: addPeer, purpose }} onClose={() => setAddPeer(null)} />}
      {opened !== null && <RemittanceDrawer id={opened} onClose={() => look(null)} />}
    </>
  );
}
