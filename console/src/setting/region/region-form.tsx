/** The one form behind the four pages of 区域负责人. */
import { Alert } from "antd";
import { dayjs } from "#kit/app/dayjs.ts";
import { useState } from "react";
import { Section } from "#kit/page/blocks.tsx";
import { useRecord } from "#kit/page/detail-screen.tsx";
import { toast } from "#kit/app/feedback.ts";
import { Fields } from "#kit/form/fields.tsx";
import { FormScreen } from "#kit/form/form-screen.tsx";
import { FormSection, Item } from "#kit/page/item.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { remember } from "#kit/app/picker-registry.ts";
import { to } from "#kit/screens.ts";
import { useGo, useIdParam } from "#kit/filter/use-url.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { regionOwner, regionOwnerApi, REGION_KINDS } from "@visadesk/contract/setting/region-owner.ts";
import { OrderHolderPicker } from "#shared/record-pickers.tsx";
import { PlacesInput } from "./region-places.tsx";

export type Region = Output<typeof regionOwnerApi.region_owner_get>;
type Kind = Region["kind"];

const listOf = (kind: Kind): string => to("region-list", {}, kind === "bd" ? {} : { tab: kind });
const nextDay = (day: string): string => dayjs(day).add(1, "day").format("YYYY-MM-DD");

const RegionItems = ({ kind, own }: { kind: Kind; own?: number }) => (
  <>
    <FormSection title="负责人">
      <Item name="name" half placeholder="2至20个字，例如：华东" />
      <Item name="worker_id" half>
        <OrderHolderPicker placeholder="请选择" />
      </Item>
      <Item name="from_date" half help="当天零时起归他" />
      <Item name="to_date" half help="留空为长期" />
      <Item name="note" />
    </FormSection>
    <FormSection title="负责区域">
      <Item name="area_codes" label="省份，或单列的城市">
        <PlacesInput kind={kind} {...(own !== undefined && { own })} />
      </Item>
    </FormSection>
  </>
);

/** `?areas=` carries the gaps ticked in the cover table, `?date=` its day. */
export function RegionAdd({ kind }: { kind: Kind }) {
  const go = useGo();
  const [initial] = useState(() => {
    const asked = new URLSearchParams(window.location.search);
    const today = shanghaiDate(new Date());
    const day = asked.get("date") ?? today;
    return { kind, note: "", from_date: day < today ? today : day, area_codes: (asked.get("areas") ?? "").split(",").filter(Boolean) };
  });
  return (
    <FormScreen
      endpoint={regionOwnerApi.region_owner_add}
      title={`新增${REGION_KINDS[kind]}负责人`}
      initial={initial}
      {...(initial.area_codes.length === 0 && { draft: `region-${kind}-new` })}
      onCancel={() => go(listOf(kind))}
      onDone={(row) => {
        toast.success(`区域“${row.name}”已新增`);
        go(listOf(kind));
      }}
    >
      <RegionItems kind={kind} />
    </FormScreen>
  );
}

function EditForm({ row }: { row: Region }) {
  const go = useGo();
  const [today] = useState(() => shanghaiDate(new Date()));
  const begun = row.region_state === "active";
  const [initial] = useState(() => {
    const { id, version, name, worker_id, area_codes, to_date, note } = row;
    // Who left or lost the right is offered no more; here he stands by his name.
    remember("order_holder", [{ value: worker_id, label: `${row.worker_name}${row.worker_enabled ? "" : "（已停用）"}` }]);
    // What begins today can be succeeded from tomorrow on.
    const from_date = !begun ? row.from_date : row.from_date === today ? nextDay(today) : today;
    return { id, version, name, worker_id, area_codes, from_date, to_date, note };
  });
  return (
    <FormScreen
      endpoint={regionOwnerApi.region_owner_update}
      title={`编辑${REGION_KINDS[row.kind]}负责人：${row.name}`}
      initial={initial}
      presence={{ noun: "region_owner", id: row.id }}
      onCancel={() => go(listOf(row.kind))}
      onDone={(saved) => {
        toast.success(`区域“${saved.name}”已保存`);
        go(listOf(row.kind));
      }}
    >
      {begun && (
        <Alert
          type="info"
          showIcon
          title={`这条记录 ${row.from_date} 起生效，已发生的归属不变：保存后它止于新生效日期的前一天，改动从新生效日期起执行。`}
        />
      )}
      <RegionItems kind={row.kind} own={row.id} />
    </FormScreen>
  );
}

const EndedRegion = ({ row }: { row: Region }) => (
  <div className="vd-stack is-wide vd-form-page">
    <h1>{row.name}</h1>
    <Alert type="info" showIcon title="已结束的区域负责人不能修改，需要时请新增" />
    <Section title="区域负责人">
      <Fields of={regionOwner} value={row} names={["worker_name", "area_text", "from_date", "to_date", "note", "updated_at"]} />
    </Section>
  </div>
);

export function RegionEdit() {
  const id = useIdParam("id");
  const answer = useRecord(regionOwnerApi.region_owner_get, { id });
  if (!answer.data) return <Unread answer={answer} />;
  return answer.data.region_state === "ended" ? <EndedRegion row={answer.data} /> : <EditForm row={answer.data} />;
}
