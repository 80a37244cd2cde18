/** 退款政策: what is given back stage by stage; a row opens its rules, versions and trial. */
import { Button } from "antd";
import { useCallback } from "react";
import { Meter, TwoLines } from "#kit/page/blocks.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { Mark } from "#kit/page/flow-tag.tsx";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { Item } from "#kit/page/item.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { ListActs, ListScreen, type Column } from "#kit/list/list-screen.tsx";
import { part } from "#kit/app/part.tsx";
import { useCan } from "#kit/app/session.ts";
import { useGo, useSearchText } from "#kit/filter/use-url.ts";
import { wordOf } from "#kit/words.ts";
import { refundPhoneHref } from "#shared/refund-phone-href.ts";
import { refundPolicyApi } from "@visadesk/contract/base-data/refund-policy.ts";
import { REFUND_STAGES, refundStages } from "@visadesk/contract/base-data/refund.rules.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { shortTime, time } from "@visadesk/contract/kit/format.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { VISA_FORMS } from "@visadesk/contract/product/sku/sku.words.ts";
import { RecordActs, statusColumn, usedColumn, type Open } from "../record/record-acts.tsx";
import type { RefundPolicyDrawerProps } from "./refund-policy-drawer.tsx";
import { shortStage } from "./refund-words.ts";
import "../record/record.css";
import "./refund-policy.css";

export type Policy = Output<typeof refundPolicyApi.refund_policy_query>["list"][number];

const RefundPolicyDrawer = part<RefundPolicyDrawerProps>(() => import("./refund-policy-drawer.tsx").then((m) => m.RefundPolicyDrawer));

/** The list stays as it is filtered; the open policy stands beside the filters in the address. */
const OPEN = "policy";
function hrefOf(id: number): string {
  const params = new URLSearchParams(window.location.search);
  params.set(OPEN, String(id));
  return `${window.location.pathname}?${params}`;
}
const policyHref = (p: Policy): string => hrefOf(p.id);

const formsText = (p: Policy): string => p.forms.map((form) => wordOf(VISA_FORMS, form)).join("、") || "不限";

function InForce({ policy: p }: { policy: Policy }) {
  return (
    <TwoLines under={p.in_force && `${time(p.in_force.effective_from).slice(0, 16)} 起`}>
      {p.in_force ? `第${p.in_force.version_no}版` : <span className="vd-muted">还没有生效的版本</span>}
      {p.next && (
        <span title={`第${p.next.version_no}版 ${time(p.next.effective_from)} 起生效`}>
          <Mark tone="blue">
            第{p.next.version_no}版 {shortTime(p.next.effective_from)} 生效
          </Mark>
        </span>
      )}
    </TwoLines>
  );
}

/** Seven bars in the order of the journey, each with its percent. */
function RateBars({ policy: p }: { policy: Policy }) {
  if (!p.in_force) return <span className="vd-blank">—</span>;
  const { rates } = p.in_force;
  return (
    <span className="rf-bars">
      {refundStages.map((stage) => {
        const rate = rates.find((r) => r.stage === stage)?.service_rate ?? 0;
        return (
          <span key={stage} className={rate === 0 ? "is-none" : ""} title={`${REFUND_STAGES[stage]}：服务费退${rate}%`}>
            <b className="vd-num">{rate}</b>
            <Meter percent={rate} />
            <small>{shortStage(stage)}</small>
          </span>
        );
      })}
    </span>
  );
}

const COLUMNS: readonly Column<Policy>[] = [
  {
    name: "name",
    width: 184,
    href: policyHref,
    exports: ["name", "remark"],
    render: (p) => (
      <TwoLines title={p.remark} under={p.remark}>
        <HrefLink href={policyHref(p)}>{p.name}</HrefLink>
      </TwoLines>
    ),
  },
  {
    name: "forms",
    width: 104,
    render: (p) => (
      <span className="vd-ellipsis" title={formsText(p)}>
        {formsText(p)}
      </span>
    ),
  },
  {
    name: "in_force",
    title: "现行版本 · 生效",
    width: 156,
    exports: ["in_force_no", "in_force_from", "next_no", "next_from"],
    render: (p) => <InForce policy={p} />,
  },
  {
    key: "rates",
    title: "各阶段服务费%",
    exports: refundStages.map((stage) => `rate_${stage}`),
    hint: "从左到右：未交资料、预审中、预审通过、已送签、出签、拒签、拒签理赔通过",
    width: 264,
    render: (p) => <RateBars policy={p} />,
  },
  usedColumn("refund_policy"),
  statusColumn(),
  {
    name: "draft_no",
    width: 96,
    render: (p) => (p.draft_no === null ? <span className="vd-blank">—</span> : <Mark tone="orange">第{p.draft_no}版</Mark>),
  },
  "updated_at",
];

/** Names of a policy and what it fits; its rules are in the drawer. */
const Facts = () => (
  <>
    <Item name="name" placeholder="2至40个字，例如：标准退款政策" />
    <Item name="forms" help="只用于选择时提示，不选即不限" />
    <Item name="remark" rows={2} />
  </>
);

function useDialogs(open: Open, show: (id: number) => void) {
  const afterWrite = useAfterWrite();
  const done = (said: string) => (p: Policy) => {
    toast.success(said);
    afterWrite();
    show(p.id);
  };
  return {
    add: () =>
      open((close) => (
        <FormDialog
          endpoint={refundPolicyApi.refund_policy_add}
          title="新增退款政策"
          okText="新增"
          initial={{ forms: [], remark: "" }}
          intro="新增后填写各阶段退款比例并发布，再启用供商品选用。"
          onDone={done("已新增，请填写退款规则")}
          onClose={close}
        >
          <Facts />
        </FormDialog>
      )),
    edit: ({ id, version, name, forms, remark }: Policy) =>
      open((close) => (
        <FormDialog
          endpoint={refundPolicyApi.refund_policy_update}
          title={`修改“${name}”的名称与备注`}
          okText="保存"
          initial={{ id, version, name, forms, remark }}
          onDone={() => {
            toast.success("已保存");
            afterWrite();
          }}
          onClose={close}
        >
          <Facts />
        </FormDialog>
      )),
    copy: ({ id, name }: Policy) =>
      open((close) => (
        <FormDialog
          endpoint={refundPolicyApi.refund_policy_copy}
          title={`复制“${name}”`}
          okText="复制"
          initial={{ id, name: `${name.slice(0, 37)} 副本` }}
          intro="新政策以现行版本的内容为草稿，发布并启用后才能选用。"
          onDone={done("已复制，请核对草稿后发布")}
          onClose={close}
        >
          <Item name="name" />
        </FormDialog>
      )),
  };
}

export default function RefundPolicyList() {
  const [dialog, open] = useDialog();
  const [search, replace] = useSearchText();
  const go = useGo();
  const mayTry = useCan({ any: [may.order_view, may.order_process] });
  const shown = Number(new URLSearchParams(search).get(OPEN) ?? 0);
  const show = useCallback((id: number) => go(hrefOf(id)), [go]);
  const dialogs = useDialogs(open, show);
  const close = (): void => {
    const params = new URLSearchParams(window.location.search);
    params.delete(OPEN);
    replace(params.toString());
  };
  return (
    <>
      <ListScreen
        endpoint={refundPolicyApi.refund_policy_query}
        title="退款政策"
        keyword={{ name: "keyword", placeholder: "政策名称" }}
        filters={["form", "status"]}
        columns={COLUMNS}
        row={(p) => (
          <RecordActs
            noun="refund_policy"
            record={p}
            title={p.name}
            endpoints={refundPolicyApi}
            open={open}
            edit={policyHref(p)}
            more={[
              { key: "facts", label: "名称与备注", onClick: () => dialogs.edit(p) },
              { key: "copy", label: "复制", onClick: () => dialogs.copy(p) },
            ]}
          />
        )}
      >
        <ListActs>
          {mayTry && <Button onClick={() => go(refundPhoneHref())}>电话试算</Button>}
          <Button type="primary" onClick={dialogs.add}>
            新增退款政策
          </Button>
        </ListActs>
      </ListScreen>
      {dialog}
      {shown > 0 && <RefundPolicyDrawer key={shown} id={shown} open={open} onClose={close} />}
    </>
  );
}
