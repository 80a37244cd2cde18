import { ListActs, ListScreen, type Column } from "#kit/list/list-screen.tsx";
import { documentApi } from "@visadesk/contract/base-data/paper/document.ts";
import { formatText, Two, type PaperOf } from "./paper-cells.tsx";
import { QualityButton, ReasonsButton } from "./paper-heads.tsx";
import { paperFirst, paperLast, PAPER_MORE, usePaperList } from "./paper-list.tsx";

type Elec = PaperOf<"elec">;
const pages = (p: Elec): string => (p.page_type === 0 ? "单页" : `多页，最多 ${p.max_pages} 页`);

const COLUMNS: readonly Column<Elec>[] = [
  ...paperFirst("elec"),
  {
    name: "page_type",
    title: "单/多页 · 格式",
    width: 148,
    exports: ["page_type", "formats", "max_mb"],
    render: (p) => <Two first={pages(p)} second={`${formatText(p.formats)} ≤${p.max_mb}MB`} />,
  },
  ...paperLast("elec"),
];

export default function ElecList() {
  const paper = usePaperList("elec");
  return (
    <>
      <ListScreen
        endpoint={documentApi.elec_query}
        title="电子资料"
        {...paper.shared}
        more={["page_type", ...PAPER_MORE]}
        columns={COLUMNS}
      >
        <ListActs>
          {paper.actions(
            <>
              <QualityButton noun="elec" open={paper.open} />
              <ReasonsButton open={paper.open} />
            </>,
          )}
        </ListActs>
        {paper.parts}
      </ListScreen>
      {paper.dialog}
    </>
  );
}
