/** 导入记录: every batch with what became of it; one that runs is stopped here, one that nobody used is taken back. */
import { useQuery } from "@tanstack/react-query";
import { ActButton } from "#kit/act/act-button.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { Moves } from "#kit/act/moves.tsx";
import { Dialog } from "#kit/form/dialog.tsx";
import { TimeText } from "#kit/form/format-cells.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { flowTag } from "#kit/page/flow-tag.tsx";
import { Rows } from "#kit/table/rows.tsx";
import { statementImportFlow } from "@visadesk/contract/finance/bank/statement-import.flow.ts";
import { statementImport, statementImportApi } from "@visadesk/contract/finance/bank/statement-import.ts";

const POLL_MS = 1500;
export interface ImportListProps {
  onClose: () => void;
}
export function ImportList({ onClose }: ImportListProps) {
  const refresh = useAfterWrite();
  const answer = useQuery({
    queryKey: ["statement_import_query", "recent"],
    queryFn: ({ signal }) => ask(statementImportApi.statement_import_query, { page_size: 50 }, { signal, noToast: true }),
    refetchInterval: (q) => (q.state.data?.list.some((i) => i.import_status === "running") ? POLL_MS : false),
  });
  const stop = async (id: number): Promise<void> => {
    await ask(statementImportApi.statement_import_cancel, { id });
    refresh();
  };
  return (
    <Dialog title="导入记录" width={920} reads={answer} onClose={onClose}>
      <Rows
        label="导入记录"
        of={statementImport}
        rows={answer.data?.list ?? []}
        none="还没有导入过流水"
        maxHeight={480}
        columns={[
          { name: "created_at", cell: (i) => <TimeText at={i.created_at} /> },
          { name: "account_name", cell: (i) => <TwoLines under={i.file_name}>{i.account_name}</TwoLines> },
          { name: "import_status", cell: (i) => flowTag(statementImportFlow, i.import_status) },
          { title: "进度", num: true, end: true, cell: (i) => `${i.done_count}/${i.row_count}` },
          "new_count",
          "repeat_count",
          "linked_count",
          { name: "gaps", cell: (i) => (i.gaps.length > 0 ? <span className="vd-warn">{i.gaps.length} 处</span> : "连续") },
          "created_by_name",
          {
            title: "操作",
            unseen: true,
            cell: (i) =>
              i.import_status === "running" ? (
                <ActButton size="small" type="link" onClick={() => stop(i.id)}>
                  停止
                </ActButton>
              ) : (
                <Moves
                  flow={statementImportFlow}
                  row={i}
                  state={i.import_status}
                  endpoints={statementImportApi}
                  onDone={() => void answer.refetch()}
                />
              ),
          },
        ]}
      />
    </Dialog>
  );
}
