/** 派单记录: picks of one expert, or of all; each opens to its candidates. */
import { Drawer, Empty, Pagination, Select, Skeleton, Switch, Table } from "antd";
import { useState } from "react";
import { useRecord } from "#kit/detail-screen.tsx";
import { StateTag } from "#kit/flow-tag.tsx";
import { ShortTime } from "#kit/format-cells.tsx";
import { HrefLink } from "#kit/href-link.tsx";
import { ListFault } from "#kit/list-table.tsx";
import { hrefOf } from "#kit/screens.ts";
import { session } from "#kit/session.ts";
import { entriesOf } from "#kit/words.ts";
import { PickExplain, type ExpertPick } from "#shared/expert-pick.tsx";
import type { Tone } from "@visadesk/contract/kit/flow.ts";
import { expertApi, PICK_KEEP_DAYS, PICK_STEPS, type PickStep } from "@visadesk/contract/setting/expert.ts";

const WIDTH = 880;
const PAGE = 20;
const TONES: Readonly<Record<PickStep, Tone>> = { load: "green", relaxed: "blue", leader: "orange", nobody: "red" };

function OrderLink({ pick }: { pick: ExpertPick }) {
  const codes = session.use((s) => s.codes);
  const params = { orderId: pick.order_id };
  const href = hrefOf("admin-order-detail", params, codes) ?? hrefOf("order-detail", params, codes);
  return href ? (
    <HrefLink className="vd-link vd-num" href={href}>
      {pick.order_no}
    </HrefLink>
  ) : (
    <span className="vd-num">{pick.order_no}</span>
  );
}

const COLUMNS = [
  { key: "at", title: "时间", width: 108, render: (_: unknown, p: ExpertPick) => <ShortTime at={p.at} /> },
  { key: "order_no", title: "订单", width: 156, render: (_: unknown, p: ExpertPick) => <OrderLink pick={p} /> },
  {
    key: "country",
    title: "国家/地区",
    width: 112,
    render: (_: unknown, p: ExpertPick) => `${p.country_name}${p.is_urgent ? " · 加急" : ""}`,
  },
  { key: "picked", title: "派给", width: 104, render: (_: unknown, p: ExpertPick) => p.picked_name ?? "—" },
  {
    key: "step",
    title: "规则",
    width: 112,
    render: (_: unknown, p: ExpertPick) => <StateTag tone={TONES[p.step]}>{PICK_STEPS[p.step]}</StateTag>,
  },
  { key: "n", title: "候选", width: 64, align: "end" as const, render: (_: unknown, p: ExpertPick) => `${p.candidates.length} 人` },
];

export function ExpertPicks({
  worker,
  steps,
  onClose,
}: {
  worker: { id: number; name: string } | null;
  steps?: readonly PickStep[];
  onClose: () => void;
}) {
  const [step, setStep] = useState<readonly PickStep[]>(steps ?? []);
  const [all, setAll] = useState(false);
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useRecord(expertApi.expert_pick_query, {
    page,
    page_size: PAGE,
    ...(worker && { worker_id: worker.id, ...(all && { with_candidate: true }) }),
    ...(step.length > 0 && { step: [...step] }),
  });
  const total = data?.total ?? 0;
  return (
    <Drawer open title={worker ? `派单记录：${worker.name}` : "派单记录"} size={WIDTH} onClose={onClose}>
      <div className="vd-picks-head">
        <Select
          mode="multiple"
          className="vd-filter"
          placeholder="规则"
          aria-label="规则"
          allowClear
          value={[...step]}
          options={entriesOf(PICK_STEPS).map(([value, label]) => ({ value, label }))}
          onChange={(next: PickStep[]) => {
            setStep(next);
            setPage(1);
          }}
        />
        {worker && (
          <label>
            <Switch
              size="small"
              checked={all}
              onChange={(on) => {
                setAll(on);
                setPage(1);
              }}
            />{" "}
            含未派给他的
          </label>
        )}
        <span className="vd-grow" />
        <span className="vd-muted">保留 {PICK_KEEP_DAYS} 天，点开一行看候选与原因</span>
      </div>
      {error && !data ? <ListFault error={error} retry={() => void refetch()} /> : null}
      {!data && !error && <Skeleton active paragraph={{ rows: 6 }} />}
      {data && data.list.length === 0 && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={step.length > 0 ? "没有符合筛选的派单" : "还没有派单记录"} />
      )}
      {data && data.list.length > 0 && (
        <>
          <Table<ExpertPick>
            aria-label="派单记录"
            size="small"
            rowKey="id"
            columns={COLUMNS}
            dataSource={data.list}
            pagination={false}
            tableLayout="fixed"
            expandable={{ expandRowByClick: true, expandedRowRender: (p) => <PickExplain pick={p} /> }}
          />
          <Pagination
            className="vd-picks-foot"
            size="small"
            current={page}
            pageSize={PAGE}
            total={total}
            showSizeChanger={false}
            showTotal={() => `共 ${data.total_capped ? `${total}+` : total} 条`}
            onChange={setPage}
          />
        </>
      )}
    </Drawer>
  );
}
