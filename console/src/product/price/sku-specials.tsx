/** 限时特价 of one product: what runs and comes first, drafts and what is over after it. */
import { Rows } from "#kit/table/rows.tsx";
import { Section } from "#kit/page/blocks.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { useCan } from "#kit/app/session.ts";
import { useRecord } from "#kit/page/use-record.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { specialPriceActivityApi } from "@visadesk/contract/product/price/special-price-activity.ts";
import { activityHref, ActivityState, Bands, Period } from "../special-price-activity/special-price-cells.tsx";
import { limitText } from "../special-price-activity/special-price-words.ts";

export function SkuSpecials({ skuId }: { skuId: number }) {
  const opens = useCan(may.special_price);
  const answer = useRecord(specialPriceActivityApi.special_price_item_query, { sku_id: skuId });
  if (!answer.data) return <Unread slim answer={answer} rows={3} />;
  const { list } = answer.data;
  return (
    <Section title="限时特价" flush>
      <Rows
        label="限时特价"
        of={specialPriceActivityApi.special_price_item_query.output.shape.list}
        rows={list}
        by="activity_id"
        none="没有参加限时特价"
        columns={[
          { title: "活动", cell: (s) => (opens ? <HrefLink href={activityHref({ id: s.activity_id })}>{s.name}</HrefLink> : s.name) },
          { name: "state", cell: (s) => <ActivityState activity={s} /> },
          "audience",
          { title: "起止", cell: (s) => <Period activity={s} /> },
          { name: "adult", cell: (s) => <Bands adult={s.adult} child={s.child} /> },
          { title: "限购 单 / 人", end: true, num: true, cell: (s) => `${limitText(s.per_order)} / ${limitText(s.per_buyer)}` },
          { title: "已售 / 总量", end: true, num: true, cell: (s) => `${s.sold} / ${limitText(s.total_limit)}` },
        ]}
      />
    </Section>
  );
}
