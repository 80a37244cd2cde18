/** Mine: as who is away, as the cover, as the leader. */
import { Button, Segmented } from "antd";
import { useState } from "react";
import { handover, handoverApi } from "@visadesk/contract/workbench/handover/handover.ts";
import { HANDOVER_VIEWS } from "@visadesk/contract/workbench/handover/handover.words.ts";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { TimeText } from "#kit/form/format-cells.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Pages } from "#kit/table/pages.tsx";
import { Rows } from "#kit/table/rows.tsx";
import { handoverHref } from "#shared/handover-href.ts";
import { HandoverAdd } from "./handover-add.tsx";
import { HandoverMoves } from "./handover-moves.tsx";
import { HandoverState, stateNote } from "./handover-words.tsx";

const PAGE = 20;
type View = keyof typeof HANDOVER_VIEWS | "all";
const VIEWS = [
  { value: "all" as const, label: "全部" },
  ...keysOf(HANDOVER_VIEWS).map((value) => ({ value, label: HANDOVER_VIEWS[value] })),
];

export function HandoverList() {
  const [view, setView] = useState<View>("all");
  const [page, setPage] = useState(1);
  const [dialog, open] = useDialog();
  const answer = useRecord(handoverApi.handover_query, { page, page_size: PAGE, ...(view !== "all" && { view }) });
  return (
    <>
      <div className="vd-row vd-after-12">
        <Segmented<View>
          size="small"
          aria-label="视图"
          options={VIEWS}
          value={view}
          onChange={(next) => {
            setView(next);
            setPage(1);
          }}
        />
        <span className="vd-grow" />
        <Button type="primary" onClick={() => open((close) => <HandoverAdd onClose={close} />)}>
          计划休假交接
        </Button>
      </div>
      <Reads slim rows={6} answer={answer}>
        {({ list, total }) => (
          <>
            <Rows
              label="休假交接"
              of={handover}
              rows={list}
              by="id"
              none="还没有休假交接"
              columns={[
                {
                  name: "from_name",
                  cell: (h) => (
                    <TwoLines under={h.note} title={h.note}>
                      <HrefLink href={handoverHref(h.id)}>{h.from_name}</HrefLink>
                    </TwoLines>
                  ),
                },
                "to_name",
                {
                  name: "start_at",
                  title: "起止",
                  cell: (h) => (
                    <TwoLines under={<TimeText at={h.end_at} />} num>
                      <TimeText at={h.start_at} />
                    </TwoLines>
                  ),
                },
                {
                  name: "handover_status",
                  cell: (h) => (
                    <TwoLines under={stateNote(h)} title={stateNote(h)}>
                      <HandoverState of={h} />
                    </TwoLines>
                  ),
                },
                { name: "read_at", cell: (h) => (h.read_at === null ? "—" : <TimeText at={h.read_at} />) },
                "created_by_name",
                { title: "操作", unseen: true, cell: (h) => <HandoverMoves of={h} /> },
              ]}
            />
            <Pages page={page} size={PAGE} total={total} onChange={setPage} />
          </>
        )}
      </Reads>
      {dialog}
    </>
  );
}
