/** 限时特价 of one product: what runs and comes first, drafts and what is over after it. */
import { Skeleton } from "antd";
import { Section } from "#kit/page/detail-screen.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { ListFault } from "#kit/list/list-table.tsx";
import { useCan } from "#kit/app/session.ts";
import { useRecord } from "#kit/page/use-record.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { specialPriceActivityApi } from "@visadesk/contract/product/price/special-price-activity.ts";
import { activityHref, ActivityState, Bands, Period } from "../special-price-activity/special-price-cells.tsx";
import { limitText } from "../special-price-activity/special-price-words.ts";

export function SkuSpecials({ skuId }: { skuId: number }) {
  const opens = useCan(may.special_price);
  const answer = useRecord(specialPriceActivityApi.special_price_item_query, { sku_id: skuId });
  if (answer.error && !answer.data) return <ListFault slim error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Skeleton active paragraph={{ rows: 3 }} />;
  const { list } = answer.data;
  return (
    <Section title="限时特价" flush>
      {list.length === 0 ? (
        <p className="vd-muted pd-none">没有参加限时特价</p>
      ) : (
        <div className="pd-scroll">
          <table className="pd-table" aria-label="限时特价">
            <thead>
              <tr>
                <th>活动</th>
                <th>状态</th>
                <th>对象</th>
                <th>起止</th>
                <th className="is-end">特价</th>
                <th className="is-end">限购 单 / 人</th>
                <th className="is-end">已售 / 总量</th>
              </tr>
            </thead>
            <tbody>
              {list.map((s) => (
                <tr key={s.activity_id}>
                  <td>{opens ? <HrefLink href={activityHref({ id: s.activity_id })}>{s.name}</HrefLink> : s.name}</td>
                  <td>
                    <ActivityState activity={s} />
                  </td>
                  <td>{s.audience}</td>
                  <td>
                    <Period activity={s} />
                  </td>
                  <td className="is-end">
                    <Bands adult={s.adult} child={s.child} />
                  </td>
                  <td className="is-end vd-num">
                    {limitText(s.per_order)} / {limitText(s.per_buyer)}
                  </td>
                  <td className="is-end vd-num">
                    {s.sold} / {limitText(s.total_limit)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
}
