/** 快照: what was sold under this product over time, and 「下单时 vs 现在」 of one of them. */
import { Button, Empty, Spin } from "antd";
import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Stack } from "#kit/page/blocks.tsx";
import { ask } from "#kit/act/ask.ts";
import { Section, useRecord } from "#kit/page/detail-screen.tsx";
import { ListFault } from "#kit/list/list-table.tsx";
import { time } from "@visadesk/contract/kit/format.ts";
import { TOTAL_CAP } from "@visadesk/contract/kit/constants.ts";
import { skuSnapshotApi } from "@visadesk/contract/product/sku/sku-snapshot.ts";

const PAGE = 50;

function Diff({ id }: { id: number }) {
  const answer = useRecord(skuSnapshotApi.sku_snapshot_get, { id });
  if (answer.error) return <ListFault slim error={answer.error} retry={() => void answer.refetch()} />;
  const snapshot = answer.data;
  if (!snapshot) return <Spin />;
  return (
    <Section title="下单时 vs 现在" flush extra={<span className="vd-muted">用这份快照的订单始终按下单时执行</span>}>
      {snapshot.diff.length === 0 ? (
        <p className="vd-muted pd-none">与现在的商品一致</p>
      ) : (
        <table className="pd-table" aria-label="下单时与现在">
          <thead>
            <tr>
              <th style={{ width: 220 }}>项目</th>
              <th>下单时</th>
              <th>现在</th>
            </tr>
          </thead>
          <tbody>
            {snapshot.diff.map((d) => (
              <tr key={d.label}>
                <th scope="row">{d.label}</th>
                <td className="vd-wrap">{d.then || "—"}</td>
                <td className="vd-wrap">{d.now || "—"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
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
  if (answer.error) return <ListFault error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Spin />;
  const { list, total } = answer.data;
  if (list.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有订单，下单时会留下商品快照" />;
  const chosen = picked ?? list[0]?.id ?? null;
  return (
    <Stack>
      <Section title="快照" flush extra={<span className="vd-muted">内容相同的订单共用一份，永不改动</span>}>
        <table className="pd-table" aria-label="商品快照">
          <thead>
            <tr>
              <th>首次下单</th>
              <th>商品版本</th>
              <th className="is-end">订单数</th>
              <th>与现在</th>
              <th>操作</th>
            </tr>
          </thead>
          <tbody>
            {list.map((s) => (
              <tr key={s.id} aria-current={s.id === chosen || undefined}>
                <td className="vd-num">{time(s.made_at).slice(0, 16)}</td>
                <td className="vd-num">第 {s.sku_version} 版</td>
                <td className="is-end vd-num">{s.orders > TOTAL_CAP ? `${TOTAL_CAP}+` : s.orders}</td>
                <td>{s.changes === 0 ? "一致" : `${s.changes} 处不同`}</td>
                <td className="is-end">
                  <Button type="link" size="small" disabled={s.id === chosen} onClick={() => setPicked(s.id)}>
                    对比现在
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {(total ?? 0) > PAGE && (
          <p className="pd-none">
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
