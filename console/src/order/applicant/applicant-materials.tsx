/** Papers by kind with what waits and what was rejected; arrow keys go through them, after a verdict the next comes by itself. */
import { PlusOutlined } from "@ant-design/icons";
import { Button, Tabs } from "antd";
import { applicantMaterialApi } from "@visadesk/contract/order/applicant-material.ts";
import { materialFlow } from "@visadesk/contract/order/order.flow.ts";
import { HOLDERS } from "@visadesk/contract/order/words.ts";
import { DOCUMENT_KINDS } from "@visadesk/contract/base-data/base-data.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { useEffect, useRef, useState } from "react";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { Item } from "#kit/page/item.tsx";
import { useKeys } from "#kit/app/keyboard.ts";
import { useCan } from "#kit/app/session.ts";
import {
  fileRecord,
  firstItem,
  isLost,
  isNew,
  kindTabs,
  materialsClosed,
  neighbour,
  nextWaiting,
  type Applicant,
  type KindTab,
  type Material,
} from "./applicant-model.ts";
import { MaterialCard } from "../material/material-card.tsx";

const TabLabel = ({ tab }: { tab: KindTab }) => (
  <span className="vd-row">
    {tab.label}
    <i className="vd-dim vd-num">{tab.total}</i>
    {tab.waiting > 0 && (
      <b className="ord-kind vd-tone-blue" title="待审">
        {tab.waiting} 待审
      </b>
    )}
    {tab.rejected > 0 && (
      <b className="ord-kind vd-tone-red" title="不合格">
        {tab.rejected} 不合格
      </b>
    )}
  </span>
);

/** Judged as it was, and gone since. */
const LOST = { label: HOLDERS.lost, tone: "red" } as const;

function ItemButton({ m, on, onPick }: { m: Material; on: boolean; onPick: () => void }) {
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (on) ref.current?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }, [on]);
  const state = isLost(m) ? LOST : materialFlow.states[m.material_status];
  return (
    <button
      ref={ref}
      type="button"
      aria-current={on}
      className={on ? "vd-choice ord-item is-on" : "vd-choice ord-item"}
      title={`${m.name}：${state.label}`}
      onClick={onPick}
    >
      <i className={`vd-point vd-tone-${state.tone}`} aria-hidden="true" />
      <span className="vd-ellipsis">{m.name}</span>
      {m.owner !== "must" && <small>{m.owner === "ours" ? "我方" : "建议"}</small>}
      {isNew(m) && <em className="ord-new">新</em>}
      <span className="vd-unseen">{state.label}</span>
    </button>
  );
}

/** After going to another item its picture is in sight, the page's head may leave; the first item leaves the page as it is. */
function useInSight(id: number | undefined): readonly [React.RefObject<HTMLElement | null>, () => void] {
  const desk = useRef<HTMLElement>(null);
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) desk.current?.querySelector(".ord-versions, .ord-form")?.scrollIntoView?.({ block: "nearest" });
  }, [id]);
  return [
    desk,
    () => {
      asked.current = true;
    },
  ];
}

const ADD_KINDS = Object.fromEntries(Object.entries(DOCUMENT_KINDS).filter(([k]) => k !== "5"));

export function ApplicantMaterials({ applicant: a, review }: { applicant: Applicant; review: boolean }) {
  const [chosen, choose] = useState<number | null>(() => firstItem(a.materials)?.id ?? null);
  const [dialog, open] = useDialog();
  const afterWrite = useAfterWrite();
  const mayAdd = useCan(may.order_process) && review;
  const closed = materialsClosed(a);
  const now = a.materials.find((m) => m.id === chosen) ?? firstItem(a.materials);
  const [desk, show] = useInSight(now?.id);
  const pick = (id: number | null): void => {
    show();
    choose(id);
  };
  const step = (by: 1 | -1): void => {
    if (now) pick(neighbour(a.materials, now, by).id);
  };
  useKeys({ ArrowRight: ["下一项", () => step(1)], ArrowLeft: ["上一项", () => step(-1)] });
  const judged = (): void => {
    const next = now && nextWaiting(a.materials, now);
    if (next) pick(next.id);
    else toast.info("没有待审的资料了");
  };
  const add = (): void =>
    open((close) => (
      <FormDialog
        endpoint={applicantMaterialApi.applicant_material_add}
        initial={{ applicant_id: a.id, kind: now && now.kind !== 5 ? now.kind : 1, requirement: "" }}
        title="增加资料"
        onDone={afterWrite}
        onClose={close}
      >
        <Item name="kind" label="类型" options={ADD_KINDS} />
        <Item name="name" />
        <Item name="requirement" rows={3} placeholder="告诉客户要什么、怎么算合格" />
      </FormDialog>
    ));
  const adder =
    mayAdd && !closed ? (
      <Button type="text" size="small" icon={<PlusOutlined aria-hidden />} onClick={add}>
        增加资料
      </Button>
    ) : null;
  if (!now)
    return (
      <section className="vd-card ord-review">
        <p className="vd-muted">还没有资料清单，填写申请人身份后生成。</p>
        {adder}
        {dialog}
      </section>
    );
  const tabs = kindTabs(a.materials);
  return (
    <section ref={desk} className="vd-card ord-review" aria-label="资料审核">
      {/* A list of tabs holds tabs alone: the act stands beside it. */}
      <div className="vd-row">
        <Tabs
          size="small"
          activeKey={String(now.kind)}
          items={tabs.map((t) => ({ key: String(t.kind), label: <TabLabel tab={t} /> }))}
          onChange={(key) => pick(firstItem(a.materials.filter((m) => m.kind === Number(key)))?.id ?? null)}
        />
        {adder}
      </div>
      <nav className="ord-items" aria-label="资料">
        {a.materials
          .filter((m) => m.kind === now.kind)
          .map((m) => (
            <ItemButton key={m.id} m={m} on={m.id === now.id} onPick={() => pick(m.id)} />
          ))}
      </nav>
      <MaterialCard key={now.id} applicant={a} material={now} record={fileRecord(a)} closed={closed} review={review} onJudged={judged} />
      {dialog}
    </section>
  );
}
