/** 派单记录: picks of one expert, or of all; each opens to its candidates. */
import { DownOutlined, UpOutlined } from "@ant-design/icons";
import { Button, Drawer, Empty, Select, Switch } from "antd";
import { useState } from "react";
import { CLEARS } from "#kit/inputs/clears.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Mark, StateTag } from "#kit/page/flow-tag.tsx";
import { TimeText } from "#kit/form/format-cells.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { useOrderHref } from "#shared/order-href.ts";
import { entriesOf } from "#kit/words.ts";
import { Rows } from "#kit/table/rows.tsx";
import { PickExplain, type ExpertPick } from "#shared/expert-pick.tsx";
import { MAX_OFFSET } from "@visadesk/contract/kit/constants.ts";
import type { Tone } from "@visadesk/contract/kit/flow.ts";
import { expertApi, PICK_KEEP_DAYS, PICK_STEPS, type PickStep } from "@visadesk/contract/setting/expert.ts";

const WIDTH = 880;
const PAGE = 20;
const TONES: Readonly<Record<PickStep, Tone>> = { load: "green", relaxed: "blue", leader: "orange", nobody: "red" };

function OrderLink({ pick }: { pick: ExpertPick }) {
  const href = useOrderHref(pick.order_id);
  return href ? (
    <HrefLink className="vd-link vd-num" href={href}>
      {pick.order_no}
    </HrefLink>
  ) : (
    <span className="vd-num">{pick.order_no}</span>
  );
}

function Lines({ list }: { list: readonly ExpertPick[] }) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const toggle = (id: number): void => setOpen((now) => new Set(now.has(id) ? [...now].filter((x) => x !== id) : [...now, id]));
  return (
    <Rows
      label="派单记录"
      rows={list}
      under={(p) => open.has(p.id) && <PickExplain pick={p} />}
      columns={[
        { title: "时间", cell: (p) => <TimeText at={p.at} /> },
        { title: "订单", cell: (p) => <OrderLink pick={p} /> },
        {
          title: "国家/地区",
          cell: (p) => (
            <>
              {p.country_name}
              {p.is_urgent && <Mark tone="blue">加急</Mark>}
            </>
          ),
        },
        { title: "派给", cell: (p) => p.picked_name ?? "—" },
        { title: "规则", cell: (p) => <StateTag tone={TONES[p.step]}>{PICK_STEPS[p.step]}</StateTag> },
        {
          title: "候选",
          cell: (p) => (
            <Button
              type="link"
              size="small"
              aria-expanded={open.has(p.id)}
              aria-label={`${p.order_no} 的候选与原因`}
              onClick={() => toggle(p.id)}
            >
              {p.candidates.length} 人 {open.has(p.id) ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
            </Button>
          ),
        },
      ]}
    />
  );
}

export interface ExpertPicksProps {
  /** Null: picks of everybody. */
  worker: { id: number; name: string } | null;
  steps?: readonly PickStep[];
  onClose: () => void;
}
export function ExpertPicks({ worker, steps, onClose }: ExpertPicksProps) {
  const [step, setStep] = useState<readonly PickStep[]>(steps ?? []);
  const [all, setAll] = useState(false);
  const [page, setPage] = useState(1);
  const answer = useRecord(expertApi.expert_pick_query, {
    page,
    page_size: PAGE,
    ...(worker && { worker_id: worker.id, ...(all && { with_candidate: true }) }),
    ...(step.length > 0 && { step: [...step] }),
  });
  const { data } = answer;
  const total = data?.total ?? 0;
  return (
    <Drawer open title={worker ? `派单记录：${worker.name}` : "派单记录"} size={WIDTH} onClose={onClose}>
      <div className="vd-row vd-after-12">
        <Select
          mode="multiple"
          className="vd-filter"
          placeholder="规则"
          aria-label="规则"
          allowClear={CLEARS}
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
        <span className="vd-muted">保留 {PICK_KEEP_DAYS} 天，点开候选看原因</span>
      </div>
      {!data && <Unread answer={answer} rows={6} />}
      {data && data.list.length === 0 && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={step.length > 0 ? "没有符合筛选的派单" : "还没有派单记录"} />
      )}
      {data && data.list.length > 0 && (
        <>
          <Lines list={data.list} />
          <p className="vd-row vd-at-end vd-before-12">
            <span className="vd-muted vd-num">
              第 {page} 页，共 {data.total_capped ? `${total}+` : total} 条
            </span>
            <Button size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
              上一页
            </Button>
            <Button size="small" disabled={data.list.length < PAGE || page * PAGE >= MAX_OFFSET} onClick={() => setPage(page + 1)}>
              下一页
            </Button>
          </p>
        </>
      )}
    </Drawer>
  );
}
