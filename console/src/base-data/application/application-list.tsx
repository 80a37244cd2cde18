import { TwoLines } from "#kit/page/blocks.tsx";
import { ListActs, ListScreen, type Column } from "#kit/list/list-screen.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { documentApi, FILL_MODES } from "@visadesk/contract/base-data/paper/document.ts";
import type { PaperOf } from "../paper/paper-cells.tsx";
import { paperFirst, paperLast, PAPER_MORE, usePaperList } from "../paper/paper-list.tsx";

type Application = PaperOf<"application">;

/** 在线填写, and below it what is in force: 第2版 · 12题, or that nothing is. */
const Form = ({ form: a }: { form: Application }) => (
  <TwoLines under={a.version_no === null ? "未发布" : `第${a.version_no}版 · ${a.questions}题`}>
    {FILL_MODES[a.fill_mode]}
    {a.has_draft && <Mark tone="orange">有草稿</Mark>}
  </TwoLines>
);

const COLUMNS: readonly Column<Application>[] = [
  ...paperFirst("application").filter((c) => typeof c === "string" || c.key !== "category"),
  {
    name: "fill_mode",
    title: "填写方式 · 版本",
    width: 152,
    exports: ["fill_mode", "version_no", "questions", "has_draft"],
    render: (a) => <Form form={a} />,
  },
  ...paperLast("application"),
];

export default function ApplicationList() {
  const paper = usePaperList("application");
  return (
    <>
      <ListScreen
        endpoint={documentApi.application_query}
        title="申请表"
        {...paper.shared}
        filters={["identity", "country_id", "fill_mode"]}
        more={PAPER_MORE.filter((name) => name !== "first_pass_below")}
        columns={COLUMNS}
      >
        <ListActs>{paper.actions()}</ListActs>
        {paper.parts}
      </ListScreen>
      {paper.dialog}
    </>
  );
}
