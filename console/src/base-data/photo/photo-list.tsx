import { TwoLines } from "#kit/page/blocks.tsx";
import { ListActs, ListScreen, type Column } from "#kit/list/list-screen.tsx";
import { documentApi } from "@visadesk/contract/base-data/paper/document.ts";
import { formatText, type PaperOf } from "../paper/paper-cells.tsx";
import { paperFirst, paperLast, PAPER_MORE, usePaperList } from "../paper/paper-list.tsx";
import { QualityButton } from "../paper/paper-heads.tsx";
import { verifyColumn } from "../record/record-acts.tsx";
import "./photo.css";

type Photo = PaperOf<"photo">;

const weight = ({ min_kb, max_kb }: Photo["photo_rule"]): string =>
  min_kb > 0 && max_kb > 0 ? `${min_kb}–${max_kb} KB` : max_kb > 0 ? `≤ ${max_kb} KB` : min_kb > 0 ? `≥ ${min_kb} KB` : "大小不限";

const COLUMNS: readonly Column<Photo>[] = [
  ...paperFirst("photo"),
  {
    key: "size",
    title: "尺寸 · 像素",
    width: 120,
    exports: ["photo_size"],
    render: ({ photo_rule: r }) => (
      <TwoLines num under={`${r.w_px}×${r.h_px}`}>
        {r.w_mm}×{r.h_mm} mm
      </TwoLines>
    ),
  },
  {
    key: "file",
    title: "底色 · 文件",
    width: 136,
    exports: ["photo_file"],
    render: ({ photo_rule: r }) => (
      <TwoLines under={`${formatText(r.formats)} · ${weight(r)}`}>
        <span title={r.bg}>
          <i className="ph-dot" style={{ background: r.bg }} aria-hidden />
          {r.bg_name}
        </span>
      </TwoLines>
    ),
  },
  verifyColumn<Photo>(),
  ...paperLast("photo"),
];

export default function PhotoList() {
  const paper = usePaperList("photo");
  return (
    <>
      <ListScreen
        endpoint={documentApi.photo_query}
        title="签证照片"
        {...paper.shared}
        filters={["identity", "country_id"]}
        more={["is_verify_due", ...PAPER_MORE]}
        columns={COLUMNS}
      >
        <ListActs>{paper.actions(<QualityButton noun="photo" open={paper.open} />)}</ListActs>
        {paper.parts}
      </ListScreen>
      {paper.dialog}
    </>
  );
}
