/** 快照: what was sold under this product over time, and 「下单时 vs 现在」 of one of them. */
import { Button, Empty } from "antd";
import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Rows } from "#kit/table/rows.tsx";
import { Section, Stack } from "#kit/page/blocks.tsx";
import { ask } from "#kit/act/ask.ts";
import { useRecord } from "#kit/page/detail-screen.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { time } from "@visadesk/contract/kit/format.ts";
import { TOTAL_CAP } from "@visadesk/contract/kit/constants.ts";
import { skuSnapshotApi } from "@visadesk/contract/product/sku/sku-snapshot.ts";

const PAGE = 50;

function Diff({ id }: { id: number }) {
  const answer = useRecord(skuSnapshotApi.sku_snapshot_get, { id });
  const snapshot = answer.data;
  if (!snapshot) return <Unread slim answer={answer} rows={4} />;
  return (
    <Section title="下单时 vs 现在" flush extra={<span className="vd-muted">用这份快照的订单始终按下单时执行</span>}>
      <Rows
        label="下单时与现在"
        of={skuSnapshotApi.sku_snapshot_get.output.shape.diff}
        rows={snapshot.diff}
        by="label"
        none="与现在的商品一致"
        columns={[
          { name: "label", head: true, width: 220 },
          { name: "then", className: "vd-wrap" },
          { name: "now", className: "vd-wrap" },
        ]}
      />
    </Section>
  );
}

export interface SkuSnapshotsProps {
  skuId: number;
}
export function SkuSnapshots({ skuId }: SkuSnapshotsProps) {
  const [page, setPage] = useState(1);
  const [picked, setPicked] = useState<number | null>(null);
  const input = { sku_id: skuId, page, page_size: PAGE };
  const answer = useQuery({
    queryKey: ["sku_snapshot_query", input],
    queryFn: ({ signal }) => ask(skuSnapshotApi.sku_snapshot_query, input, { signal, noToast: true }),
  });
  if (!answer.data) return <Unread answer={answer} />;
  const { list, total } = answer.data;
  if (list.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有订单，下单时会留下商品快照" />;
  const chosen = picked ?? list[0]?.id ?? null;
  return (
    <Stack>
      <Section title="快照" flush extra={<span className="vd-muted">内容相同的订单共用一份，永不改动</span>}>
        <Rows
          label="商品快照"
          of={skuSnapshotApi.sku_snapshot_query.row}
          rows={list}
          rowProps={(s) => ({ "aria-current": s.id === chosen || undefined })}
          columns={[
            { name: "made_at", num: true, cell: (s) => time(s.made_at).slice(0, 16) },
            { name: "sku_version", end: false, num: true, cell: (s) => `第 ${s.sku_version} 版` },
            { name: "orders", num: true, cell: (s) => (s.orders > TOTAL_CAP ? `${TOTAL_CAP}+` : s.orders) },
            { name: "changes", title: "与现在", end: false, cell: (s) => (s.changes === 0 ? "一致" : `${s.changes} 处不同`) },
            {
              title: "操作",
              end: true,
              cell: (s) => (
                <Button type="link" size="small" disabled={s.id === chosen} onClick={() => setPicked(s.id)}>
                  对比现在
                </Button>
              ),
            },
          ]}
        />
        {(total ?? 0) > PAGE && (
          <p className="vd-under-card">
            <Button size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
              较新
            </Button>{" "}
            <Button size="small" disabled={list.length < PAGE} onClick={() => setPage(page + 1)}>
              较早
            </Button>
          </p>
        )}
      </Section>
      {chosen !== null && <Diff key={chosen} id={chosen} />}
    </Stack>
  );
}
