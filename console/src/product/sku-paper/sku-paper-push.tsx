/** 在办申请人: who has other papers than the list of today, the push to those who are ticked, and earlier pushes. */
import { Button, Drawer, Segmented } from "antd";
import { useState } from "react";
import { useKept } from "#kit/form/save/kept.tsx";
import { None } from "#kit/page/blocks.tsx";
import { Rows } from "#kit/table/rows.tsx";
import { ActButton } from "#kit/act/act-button.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { TimeText } from "#kit/form/format-cells.tsx";
import { uuid } from "#kit/app/hash.ts";
import { Unread } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Pages } from "#kit/table/pages.tsx";
import { skuPaperPushApi } from "@visadesk/contract/product/sku/sku-paper-push.ts";
import { PaperPeople, pickedBody, usePeople, type People } from "./sku-paper-people.tsx";
import { PushProgress, PushState, pushWords } from "./sku-paper-progress.tsx";

export interface PaperPushProps {
  sku: { id: number; name: string };
  /** Opens at this push. */
  push?: number;
  onClose: () => void;
}
const PAGE = 20;

function Pushes({ skuId, onOpen }: { skuId: number; onOpen: (id: number) => void }) {
  const [page, setPage] = useState(1);
  const answer = useRecord(skuPaperPushApi.sku_paper_push_query, { sku_id: skuId, page, page_size: PAGE });
  const { data } = answer;
  if (!data) return <Unread slim answer={answer} rows={4} />;
  if (data.list.length === 0) return <None>还没有推送过资料变更</None>;
  return (
    <>
      <Rows
        label="推送记录"
        of={skuPaperPushApi.sku_paper_push_query.row}
        rows={data.list}
        columns={[
          {
            name: "created_at",
            cell: (p) => (
              <Button type="link" size="small" onClick={() => onOpen(p.id)}>
                <TimeText at={p.created_at} />
              </Button>
            ),
          },
          "created_by_name",
          "total",
          { name: "push_state", cell: (p) => <PushState push={p} /> },
          { title: "结果", num: true, cell: pushWords },
        ]}
      />
      <Pages page={page} size={PAGE} total={data.total} onChange={setPage} />
    </>
  );
}

/** The push of what is ticked; a refused one reads the list anew. */
function useSend(skuId: number, people: People, onSent: (id: number) => void): () => Promise<boolean> {
  const [attempt, setAttempt] = useState(uuid);
  const afterWrite = useAfterWrite();
  return async () => {
    const { picks, answer } = people;
    if (!picks || !answer.data) return false;
    try {
      const body = { sku_id: skuId, version: answer.data.version, ...pickedBody(picks), idempotency_key: attempt };
      onSent((await ask(skuPaperPushApi.sku_paper_push_add, body)).id);
      return true;
    } catch {
      // Said already.
      return false;
    } finally {
      setAttempt(uuid());
      people.pickAll(false);
      afterWrite();
    }
  };
}

export function PaperPush({ sku, push, onClose }: PaperPushProps) {
  const [view, setView] = useState<"people" | "pushes">(push === undefined ? "people" : "pushes");
  const [opened, setOpened] = useState<number | null>(push ?? null);
  const people = usePeople(sku.id);
  const kept = useKept(() => people.picks !== null, onClose);
  const send = useSend(sku.id, people, (id) => {
    setView("pushes");
    setOpened(id);
  });
  return (
    <Drawer
      open
      size="min(960px, 100vw)"
      title={`资料变更推送：${sku.name}`}
      onClose={kept.close}
      footer={
        view === "people" && people.answer.data && people.answer.data.people > 0 ? (
          <div className="vd-row vd-at-end">
            <ActButton type="primary" disabled={!people.picks} onClick={send}>
              {people.picks ? `推送给 ${people.picks.count} 人` : "推送"}
            </ActButton>
          </div>
        ) : null
      }
    >
      {kept.guard}
      <Segmented<"people" | "pushes">
        aria-label="内容"
        options={[
          { value: "people", label: "受影响的申请人" },
          { value: "pushes", label: "推送记录" },
        ]}
        value={view}
        onChange={(next) => {
          setView(next);
          setOpened(null);
        }}
      />
      <div className="vd-before-12">
        {view === "people" && <PaperPeople people={people} none="在办申请人的资料都与现行清单一致" />}
        {view === "pushes" && opened === null && <Pushes skuId={sku.id} onOpen={setOpened} />}
        {view === "pushes" && opened !== null && (
          <>
            <p className="vd-after-8">
              <Button type="link" size="small" className="vd-plain-link" onClick={() => setOpened(null)}>
                返回推送记录
              </Button>
            </p>
            <PushProgress id={opened} />
          </>
        )}
      </div>
    </Drawer>
  );
}
