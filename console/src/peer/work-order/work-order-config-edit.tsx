/** A draft is edited; of a live one the next version is drafted; what is over, and what somebody may not save, is read. */
import { may } from "@visadesk/contract/permissions.ts";
import { workOrderConfigApi, workOrderConfigDetail } from "@visadesk/contract/peer/work-order/work-order-config.ts";
import { workOrderConfigFlow } from "@visadesk/contract/peer/work-order/work-order.flow.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { toast } from "#kit/app/feedback.ts";
import { useCan } from "#kit/app/session.ts";
import { useGo, useIdParam } from "#kit/filter/use-url.ts";
import { Fields } from "#kit/form/fields.tsx";
import { FormScreen } from "#kit/form/form-screen.tsx";
import { Section, Stack } from "#kit/page/blocks.tsx";
import { flowTag } from "#kit/page/flow-tag.tsx";
import { LogButton } from "#kit/page/log-button.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { to } from "#kit/screens.ts";
import { configFacts, type ConfigDetail } from "./work-order-config-facts.tsx";
import { ConfigItems, SECTIONS } from "./work-order-config-form.tsx";

const configs = (): string => to("peer-work-order-list", {}, { tab: "configs" });

function ConfigForm({ c }: { c: ConfigDetail }) {
  const go = useGo();
  const isDraft = c.config_status === "draft";
  return (
    <FormScreen
      endpoint={isDraft ? workOrderConfigApi.work_order_config_update : workOrderConfigApi.work_order_config_draft}
      title={`${isDraft ? "编辑" : "起草下一版"}：${c.name}（${c.code} 第${isDraft ? c.config_version : c.config_version + 1}版）`}
      saveText={isDraft ? "保存" : "存为草稿"}
      initial={c}
      draft={`work-order-config-${c.id}`}
      log={{ noun: "work_order_config", id: c.id }}
      outline={SECTIONS}
      onCancel={() => go(configs())}
      onDone={() => {
        toast.success("草稿已保存，发布后生效");
        go(configs());
      }}
    >
      {!isDraft && (
        <p className="vd-note is-plain vd-small vd-after-16">现行版本不变，保存后成为第{c.config_version + 1}版草稿，发布时替换。</p>
      )}
      <ConfigItems />
    </FormScreen>
  );
}

const ConfigRead = ({ c }: { c: ConfigDetail }) => (
  <Stack gap={16}>
    <h1>
      {c.name}（{c.code} 第{c.config_version}版）{flowTag(workOrderConfigFlow, c.config_status)}
      <LogButton noun="work_order_config" id={c.id} />
    </h1>
    {c.draft_id !== null && (
      <p className="vd-note is-plain vd-small">
        下一版已有草稿：
        <HrefLink className="vd-link" href={to("peer-work-order-edit", { id: c.draft_id })}>
          打开草稿
        </HrefLink>
      </p>
    )}
    <Section title="配置">
      <Fields
        of={workOrderConfigDetail}
        value={c}
        columns={2}
        names={configFacts(c).map(([label, value]) => ({
          label,
          value: <span className="vd-wrap">{value}</span>,
          wide: value.length > 30,
        }))}
      />
    </Section>
  </Stack>
);

export default function WorkOrderConfigEdit() {
  const id = useIdParam("id");
  const canEdit = useCan(may.peer_work_order_edit);
  const answer = useRecord(workOrderConfigApi.work_order_config_get, { id });
  return (
    <Reads answer={answer}>
      {(c) =>
        canEdit && (c.config_status === "draft" || (c.config_status === "live" && c.draft_id === null)) ? (
          <ConfigForm key={c.id} c={c} />
        ) : (
          <ConfigRead c={c} />
        )
      }
    </Reads>
  );
}
