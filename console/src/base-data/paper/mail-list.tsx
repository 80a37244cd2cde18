import { ListActs, ListScreen, type Column } from "#kit/list/list-screen.tsx";
import { documentApi } from "@visadesk/contract/base-data/paper/document.ts";
import { Two, type PaperOf } from "./paper-cells.tsx";
import { CentresButton, QualityButton } from "./paper-heads.tsx";
import { paperFirst, paperLast, PAPER_MORE, usePaperList } from "./paper-list.tsx";

type Mail = PaperOf<"mail">;

const COLUMNS: readonly Column<Mail>[] = [
  ...paperFirst("mail"),
  {
    name: "is_original",
    title: "原件×份数 · 回寄",
    width: 124,
    exports: ["is_original", "copies", "return_needed"],
    render: (p) => <Two first={`${p.is_original ? "原件" : "复印件"} × ${p.copies}`} second={p.return_needed ? "用后回寄" : "不回寄"} />,
  },
  ...paperLast("mail"),
];

export default function MailList() {
  const paper = usePaperList("mail");
  return (
    <>
      <ListScreen
        endpoint={documentApi.mail_query}
        title="邮寄资料"
        {...paper.shared}
        more={["is_original", ...PAPER_MORE]}
        columns={COLUMNS}
      >
        <ListActs>
          {paper.actions(
            <>
              <QualityButton noun="mail" open={paper.open} />
              <CentresButton open={paper.open} />
            </>,
          )}
        </ListActs>
        {paper.parts}
      </ListScreen>
      {paper.dialog}
    </>
  );
}
