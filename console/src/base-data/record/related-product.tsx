/** 关联商品: who changes a record sees what it moves. One screen behind nine routes. */
import { Empty } from "antd";
import { useMemo } from "react";
import { TwoLines } from "#kit/page/blocks.tsx";
import { Flag } from "#kit/page/flag.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { flowTag } from "#kit/page/flow-tag.tsx";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { Copyable } from "#kit/form/format-cells.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import {
  ListBulk,
  ListEmpty,
  ListScreen,
  ListTabs,
  type BulkAct,
  type Column,
  type ListTab,
  type Selection,
} from "#kit/list/list-screen.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { part } from "#kit/app/part.tsx";
import { to } from "#kit/screens.ts";
import { useCan } from "#kit/app/session.ts";
import { useRecord } from "#kit/page/use-record.ts";
import { useParam } from "#kit/filter/use-url.ts";
import { idsOf } from "#kit/list/list-model.ts";
import type { RelatedList } from "@visadesk/contract/base-data/paper/record.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { skuFlow } from "@visadesk/contract/product/sku/sku.flow.ts";
import { RecordState, type Open } from "./record-acts.tsx";
import type { RecordNoun } from "./record-nouns.ts";
import { RELATED, type RelatedOf } from "./related-endpoints.ts";
import type { ReplaceDialogProps } from "./replace-dialog.tsx";
import "./record.css";

const ReplaceDialog = part<ReplaceDialogProps>(() => import("./replace-dialog.tsx").then((m) => m.ReplaceDialog));

type Related = Output<RelatedList>["list"][number];
type Head = Output<RelatedOf["head"]>;

const skuHref = (s: Related): string => to("product-detail", { id: s.id });

const COLUMNS: readonly Column<Related>[] = [
  {
    key: "sku",
    title: "商品",
    width: 268,
    sort: "sku_no",
    href: skuHref,
    exports: ["sku_no", "name"],
    render: (s) => (
      <TwoLines title={s.name} under={<Copyable text={s.sku_no} />}>
        <HrefLink href={skuHref(s)}>{s.name}</HrefLink>
      </TwoLines>
    ),
  },
  {
    name: "usage",
    width: 232,
    render: (s) => (
      <span className="vd-ellipsis" title={s.usage.join("、")}>
        {s.usage.join("、")}
      </span>
    ),
  },
  { name: "sku_status", width: 96, render: (s) => flowTag(skuFlow, s.sku_status) },
  { name: "open_orders", width: 96, align: "end" as const, render: (s) => <span className="vd-num">{s.open_orders}</span> },
  {
    name: "spu_name",
    width: 176,
    render: (s) => (
      <span className="vd-ellipsis" title={s.spu_name}>
        {s.spu_name}
      </span>
    ),
  },
  {
    name: "country_name",
    width: 112,
    render: (s) => (
      <>
        <Flag emoji={s.flag_emoji} />
        {s.country_name}
      </>
    ),
  },
  { name: "district_name", width: 120, render: (s) => s.district_name || "不限" },
  "ends",
  "updated_at",
];

/** Ids of chosen products; the acts are hidden while everything that matches is picked. */

function useReplaceActs(of: RelatedOf, id: number | string, title: string, open: Open): readonly BulkAct[] | undefined {
  const afterWrite = useAfterWrite();
  const maySell = useCan(may.sku);
  return useMemo(() => {
    const { swap } = of;
    if (!swap || !maySell) return undefined;
    const ask = (remove: boolean) => (s: Selection) =>
      new Promise<boolean>((resolve) => {
        open((close) => (
          <ReplaceDialog
            label={of.label}
            id={id}
            title={title}
            swap={swap}
            ids={idsOf(s)}
            remove={remove}
            onClose={(done) => {
              close();
              if (done) afterWrite();
              resolve(done);
            }}
          />
        ));
      });
    return [
      { label: "批量替换", run: ask(false), ids_only: true as const },
      ...(of.removable ? [{ label: "从商品移除", run: ask(true), ids_only: true as const, danger: true as const }] : []),
    ];
  }, [of, id, title, open, maySell, afterWrite]);
}

function RecordHead({ of, head }: { of: RelatedOf; head: Head }) {
  return (
    <header className="vd-wraps vd-box vd-after-12">
      <span className="vd-muted">{of.label}</span>
      <b>{head.title}</b>
      <RecordState status={head.status} />
      <span className="vd-grow" />
      <span className="vd-muted">
        {head.on_sale > 0 ? `禁用前须先替换 ${head.on_sale} 个在售商品` : head.status === 1 ? "没有在售商品使用，可以禁用" : ""}
      </span>
    </header>
  );
}

const emptyText = ({ off_sale, draft }: Head): string =>
  off_sale + draft === 0 ? "没有商品使用此记录，可以放心禁用" : `没有在售商品使用此记录，已下架 ${off_sale} 个、草稿 ${draft} 个仍在使用`;

function RelatedProducts({ of, id, head }: { of: RelatedOf; id: number | string; head: Head }) {
  const [dialog, open] = useDialog();
  const bulk = useReplaceActs(of, id, head.title, open);
  const tabs = useMemo<readonly ListTab<RelatedList>[]>(
    () => [
      { key: "on_sale", label: "在售", filter: { record_id: id, sku_status: ["on_sale"] } },
      { key: "off_sale", label: "已下架", filter: { record_id: id, sku_status: ["off_sale"] } },
      { key: "draft", label: "草稿", filter: { record_id: id, sku_status: ["draft"] } },
    ],
    [id],
  );
  const counts = { on_sale: head.on_sale, off_sale: head.off_sale, draft: head.draft };
  return (
    <>
      <RecordHead of={of} head={head} />
      <ListScreen endpoint={of.list} title="关联商品" keyword={{ name: "keyword", placeholder: "商品名称、编号、拼音" }} columns={COLUMNS}>
        <ListTabs tabs={tabs} useCounts={() => counts} />
        {bulk && <ListBulk acts={bulk} />}
        <ListEmpty>
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={emptyText(head)} />
        </ListEmpty>
      </ListScreen>
      {dialog}
    </>
  );
}

/** The screen for one noun. */
export function relatedScreen(noun: RecordNoun) {
  const of = RELATED[noun];
  return function RelatedProduct() {
    const given = useParam("id");
    const id = noun === "country" ? given : Number(given);
    const answer = useRecord(of.head, { id });
    return <Reads answer={answer}>{(head) => <RelatedProducts of={of} id={id} head={head} />}</Reads>;
  };
}
