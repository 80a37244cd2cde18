import { ListActs, ListScreen, type Column } from "#kit/list/list-screen.tsx";
import { documentApi } from "@visadesk/contract/base-data/paper/document.ts";
import { Two, type PaperOf } from "./paper-cells.tsx";
import { paperFirst, paperLast, usePaperList } from "./paper-list.tsx";

type Bring = PaperOf<"bring">;

const COLUMNS: readonly Column<Bring>[] = [
  ...paperFirst("bring"),
  {
    name: "is_original",
    title: "原件×份数 · 打印",
    width: 124,
    exports: ["is_original", "copies", "print_on_notice"],
    render: (p) => (
      <Two first={`${p.is_original ? "原件" : "复印件"} × ${p.copies}`} second={p.print_on_notice ? "印在通知上" : "不印在通知上"} />
    ),
  },
  ...paperLast("bring"),
];

export default function BringList() {
  const paper = usePaperList("bring");
  return (
    <>
      <ListScreen
        endpoint={documentApi.bring_query}
        title="赴馆携带资料"
        {...paper.shared}
        more={["is_original", "is_used"]}
        columns={COLUMNS}
      >
        <ListActs>{paper.actions()}</ListActs>
        {paper.parts}
      </ListScreen>
      {paper.dialog}
    </>
  );
}
