/** 生成SKU: tick missions, levels and urgencies, see what will be made and what is there already, make the drafts. */
import { Alert, Checkbox, Form, Input, Select } from "antd";
import { useRef, useState } from "react";
import { CLEARS } from "#kit/inputs/clears.tsx";
import { Dialog } from "#kit/form/dialog.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask, faultOf } from "#kit/act/ask.ts";
import { toast } from "#kit/app/feedback.ts";
import { Mark } from "#kit/page/flow-tag.tsx";
import { uuid } from "#kit/app/hash.ts";
import { Table, type TableColumn } from "#kit/table/table.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { baseDataApi, EMBASSY_TYPES } from "@visadesk/contract/base-data/base-data.ts";
import { DEFAULT_LEVEL } from "@visadesk/contract/product/sku/sku-generate.rules.ts";
import { GENERATE_MAX, skuGenerateApi } from "@visadesk/contract/product/sku/sku-generate.ts";
import { skuApi, TIER_KINDS } from "@visadesk/contract/product/sku/sku.ts";
import { planRows, type MissionPick, type PlanRow } from "./sku-generate-model.ts";
import type { Sku } from "../sku/sku-cells.tsx";
import type { Spu } from "../spu/spu-cells.tsx";
import "../spu/spu.css";

export interface SkuGenerateProps {
  spu: Pick<Spu, "visa_product_unit_code" | "name" | "country_id" | "country_name">;
  onClose: () => void;
}

const WIDTH = 960;
const VISA_CENTRE = 4;
/** Stands for no mission among the boxes. */
const NATIONWIDE = 0;
const LEVEL_MAX = 10;
type TierKind = keyof typeof TIER_KINDS;
const TIERS = [
  { value: "slot", label: TIER_KINDS.slot },
  { value: "issue", label: TIER_KINDS.issue },
  { value: "queue", label: TIER_KINDS.queue },
] as const;

function columnsOf(rename: (key: string, name: string) => void): readonly TableColumn<PlanRow>[] {
  return [
    {
      key: "place",
      title: "送签使领馆",
      width: 220,
      render: (r) => (
        <span className="vd-ellipsis" title={r.place}>
          {r.place}
        </span>
      ),
    },
    { key: "level", title: "服务档", width: 88, render: (r) => r.service_level },
    {
      key: "called",
      title: "商品名称",
      render: (r) =>
        r.existing === null ? (
          <Input
            size="small"
            aria-label={`${r.place} ${r.service_level} 的商品名称`}
            value={r.name}
            maxLength={50}
            status={r.name.trim() === "" ? "error" : ""}
            onChange={(e) => rename(r.key, e.target.value)}
          />
        ) : (
          <span className="vd-muted">{r.name}</span>
        ),
    },
    {
      key: "state",
      title: "结果",
      width: 236,
      render: (r) =>
        r.existing === null ? <Mark tone="blue">新建草稿</Mark> : <span className="vd-muted vd-num">已存在（跳过） {r.existing}</span>,
    },
  ];
}

const TYPES: Readonly<Record<string, string>> = EMBASSY_TYPES;
const missionLabel = (m: MissionPick): string => `${m.name} · ${m.district_name || (TYPES[String(m.embassy_type)] ?? "")}`;

interface Choice {
  missions: readonly number[];
  levels: readonly string[];
  tiers: readonly TierKind[];
  from: number | null;
}

interface ChooserProps {
  missions: readonly MissionPick[];
  skus: readonly Sku[];
  choice: Choice;
  onChange: (patch: Partial<Choice>) => void;
}
function Chooser({ missions, skus, choice, onChange }: ChooserProps) {
  const all = [NATIONWIDE, ...missions.map((m) => m.id)];
  return (
    <Form layout="vertical" className="spu-generate">
      <Form.Item
        label={
          <>
            送签使领馆
            <Checkbox
              className="vd-apart"
              checked={missions.length > 0 && missions.every((m) => choice.missions.includes(m.id))}
              onChange={(e) => onChange({ missions: e.target.checked ? missions.map((m) => m.id) : [] })}
            >
              全选使领馆
            </Checkbox>
          </>
        }
      >
        <Checkbox.Group
          className="spu-missions"
          value={all.filter((id) => choice.missions.includes(id))}
          options={[
            ...missions.map((m) => ({ value: m.id, label: missionLabel(m) })),
            { value: NATIONWIDE, label: "全国受理（不指定使领馆）" },
          ]}
          onChange={(ids) => onChange({ missions: ids })}
        />
      </Form.Item>
      <div className="vd-stack is-wide spu-choices">
        <Form.Item label="服务档" extra="可输入新的服务档后回车">
          <Select
            mode="tags"
            aria-label="服务档"
            value={[...choice.levels]}
            options={[...new Set([DEFAULT_LEVEL, ...skus.map((s) => s.service_level)])].map((level) => ({ value: level, label: level }))}
            onChange={(levels: string[]) =>
              onChange({ levels: [...new Set(levels.map((l) => [...l.trim()].slice(0, LEVEL_MAX).join("")).filter((l) => l !== ""))] })
            }
          />
        </Form.Item>
        <Form.Item label="加急" extra="每个草稿都带所选加急档">
          <Checkbox.Group value={[...choice.tiers]} options={[...TIERS]} onChange={(tiers) => onChange({ tiers })} />
        </Form.Item>
        <Form.Item label="复制自" extra="带出资料、价格和退款政策">
          <Select
            allowClear={CLEARS}
            aria-label="复制自"
            placeholder="不复制，从空白开始"
            value={choice.from}
            options={skus.map((s) => ({ value: s.id, label: `${s.sku_no} ${s.name}` }))}
            onChange={(from?: number) => onChange({ from: from ?? null })}
          />
        </Form.Item>
      </div>
    </Form>
  );
}

/** What is chosen, what that makes of the catalogue, and making it. */
function useGenerate(spu: SkuGenerateProps["spu"], missions: readonly MissionPick[], skus: readonly Sku[], onClose: () => void) {
  const [changed, setChanged] = useState<Partial<Choice>>({});
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const [fault, setFault] = useState<string | null>(null);
  const key = useRef(uuid());
  const afterWrite = useAfterWrite();
  const sibling = skus.find((s) => s.sku_status === "on_sale") ?? skus[0];
  const choice: Choice = {
    missions: missions.length === 0 ? [NATIONWIDE] : [],
    levels: [DEFAULT_LEVEL],
    tiers: [],
    from: sibling?.id ?? null,
    ...changed,
  };
  const chosen = [...missions.filter((m) => choice.missions.includes(m.id)), ...(choice.missions.includes(NATIONWIDE) ? [null] : [])];
  const rows = planRows({ spu_name: spu.name, missions: chosen, levels: choice.levels, known: skus, names });
  const fresh = rows.filter((r) => r.existing === null);
  const send = async (): Promise<void> => {
    const { made, skipped } = await ask(
      skuGenerateApi.sku_generate,
      {
        visa_product_unit_code: spu.visa_product_unit_code,
        rows: rows.map(({ embassy_id, service_level, name }) => ({ embassy_id, service_level, name })),
        tier_kinds: [...choice.tiers],
        from_sku_id: choice.from,
        idempotency_key: key.current,
      },
      { noToast: true },
    );
    toast.success(`已生成 ${made.length} 个草稿${skipped.length > 0 ? `，跳过已存在的 ${skipped.length} 个` : ""}`);
    afterWrite();
    onClose();
  };
  const submit = async (): Promise<void> => {
    if (fresh.some((r) => r.name.trim() === "")) return setFault("请输入商品名称");
    if (rows.length > GENERATE_MAX) return setFault(`一次最多生成${GENERATE_MAX}个商品，请分几次`);
    setFault(null);
    return send().catch((e: unknown) => setFault(faultOf(e).msg));
  };
  return {
    choice,
    rows,
    fresh,
    fault,
    isTyped: Object.keys(changed).length > 0 || names.size > 0,
    submit,
    // Another body needs another key; the same one may be sent again.
    change: (patch: Partial<Choice>): void => {
      key.current = uuid();
      setChanged((now) => ({ ...now, ...patch }));
    },
    rename: (row: string, name: string): void => {
      key.current = uuid();
      setNames((now) => new Map(now).set(row, name));
    },
  };
}

export function SkuGenerate({ spu, onClose }: SkuGenerateProps) {
  const posts = useRecord(baseDataApi.embassy_pick, { country_id: spu.country_id });
  const known = useRecord(skuApi.sku_query, {
    visa_product_unit_code: spu.visa_product_unit_code,
    sku_status: ["draft", "on_sale", "off_sale"],
    page_size: 100,
  });
  const missions = posts.data?.list.filter((e) => e.embassy_type !== VISA_CENTRE) ?? [];
  const skus = known.data?.list ?? [];
  const { choice, rows, fresh, fault, isTyped, submit, change, rename } = useGenerate(spu, missions, skus, onClose);
  return (
    <Dialog
      width={WIDTH}
      title={`生成SKU：${spu.name}`}
      okText={fresh.length > 0 ? `生成 ${fresh.length} 个草稿` : "生成草稿"}
      okDisabled={fresh.length === 0}
      reads={posts.data ? known : posts}
      typed={isTyped}
      onOk={submit}
      onClose={onClose}
    >
      <Chooser missions={missions} skus={skus} choice={choice} onChange={change} />
      {rows.length === 0 ? (
        <p className="vd-muted">选择使领馆和服务档后，这里列出将要生成的商品。</p>
      ) : (
        <Table label="将要生成的商品" columns={columnsOf(rename)} rows={rows} rowKey={(r) => r.key} maxHeight={320} />
      )}
      {fault !== null && <Alert className="vd-before-12" type="error" showIcon title={fault} />}
    </Dialog>
  );
}
