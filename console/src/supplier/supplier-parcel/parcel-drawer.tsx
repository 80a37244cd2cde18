/** One parcel over the list: what it is, who is in it, packing it, its way, its prints and its log; the next legal acts in its head. */
import { MoreOutlined } from "@ant-design/icons";
import { useQueryClient } from "@tanstack/react-query";
import { Button, Drawer, Tooltip } from "antd";
import { useCallback, useEffect } from "react";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { supplierParcelApi } from "@visadesk/contract/supplier/supplier-parcel.ts";
import { ActMenu, type MenuAct } from "#kit/act/act-menu.tsx";
import { toast } from "#kit/app/feedback.ts";
import { useCan } from "#kit/app/session.ts";
import { FileRecordProvider } from "#kit/file/file-links.tsx";
import { Copyable } from "#kit/form/format-cells.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { Stack } from "#kit/page/blocks.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { TabBar } from "#kit/page/tab-bar.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { ScanFaultList, useScanFaults } from "../supplier-parcel-packing/scan-faults.tsx";
import { PackingDesk } from "../supplier-parcel-packing/packing-desk.tsx";
import { ACT_WORDS, isAct, NEXT_ACT, unprinted } from "../supplier-parcel-act/parcel-act-words.ts";
import type { OpenAct } from "../supplier-parcel-act/parcel-act.tsx";
import { Stage, type ParcelDetail } from "./parcel-cells.tsx";
import { ParcelInfo, ParcelItems, ParcelLog, ParcelPrints, ParcelTracks } from "./parcel-parts.tsx";
import { isPart, PARCEL_PARTS, type ParcelPart } from "./parcel-place.ts";
import "./supplier-parcel.css";

export interface ParcelDrawerProps {
  no: string;
  part: ParcelPart;
  onTurn: (part: ParcelPart) => void;
  act: OpenAct;
  print: (ids: readonly number[], full?: boolean) => Promise<boolean>;
  onEdit: (d: ParcelDetail) => void;
  onClose: () => void;
}

/** What is packed now is packed at the desk; what came to us was never there. */
const partsOf = (d: ParcelDetail): ParcelPart[] =>
  keysOf(PARCEL_PARTS).filter((p) => p !== "desk" || (d.type === 2 && d.stage === "packing"));

const isBack = (act: string): boolean => act === "cancel" || act === "unseal" || act === "lose";

/** What is packed is sealed at its desk. */
function HeadActs({ d, act, print, onEdit, onTurn, part }: Omit<ParcelDrawerProps, "no" | "onClose"> & { d: ParcelDetail }) {
  const seesNumbers = useCan(may.personal_reveal);
  const isPacked = partsOf(d).includes("desk");
  const known = d.acts.flatMap((a) => (isAct(a.act) && !(isPacked && a.act === "seal") ? [{ ...a, act: a.act }] : []));
  const next = known.find((a) => a.act === NEXT_ACT[d.stage]) ?? known.find((a) => a.ok && !isBack(a.act));
  const rest = known.filter((a) => a !== next);
  const items: MenuAct[] = [
    ...(seesNumbers && unprinted(d) === null
      ? [{ key: "full", label: "打印（完整护照号）", onClick: () => void print([d.id], true) }]
      : []),
    ...(d.stage === "packing" || d.stage === "sealed" ? [{ key: "edit", label: "编辑", onClick: () => onEdit(d) }] : []),
    ...rest.map((a) => ({
      key: a.act,
      label: a.ok ? ACT_WORDS[a.act] : `${ACT_WORDS[a.act]}　${a.missing ?? ""}`,
      disabled: !a.ok,
      danger: a.act === "cancel" || a.act === "lose",
      onClick: () => act(a.act, d),
    })),
  ];
  return (
    <span className="vd-moves">
      <Tooltip title={unprinted(d)}>
        <Button disabled={unprinted(d) !== null} onClick={() => void print([d.id])}>
          打印交接单
        </Button>
      </Tooltip>
      {isPacked && part !== "desk" && (
        <Button type="primary" onClick={() => onTurn("desk")}>
          装箱
        </Button>
      )}
      {next && (
        <Tooltip title={next.ok ? null : next.missing}>
          <Button type="primary" disabled={!next.ok} onClick={() => act(next.act, d)}>
            {ACT_WORDS[next.act]}
          </Button>
        </Tooltip>
      )}
      {items.length > 0 && (
        <ActMenu items={items}>
          <Button icon={<MoreOutlined aria-hidden />} aria-label="更多操作" />
        </ActMenu>
      )}
    </span>
  );
}

const Title = ({ no, d }: { no: string; d: ParcelDetail | undefined }) => (
  <span className="vd-row">
    交接单 <Copyable text={no} />
    {d && (
      <>
        <Stage p={d} />
        {d.is_tight && <Mark tone="red">赶不上倒推计划</Mark>}
        <span className="vd-small vd-muted">{d.supplier_name}</span>
      </>
    )}
  </span>
);

export function ParcelDrawer(props: ParcelDrawerProps) {
  const { no, act } = props;
  const answer = useRecord(supplierParcelApi.supplier_parcel_get, { parcel_no: no });
  const { data: d } = answer;
  const client = useQueryClient();
  const refresh = useCallback(() => {
    void client.invalidateQueries({ queryKey: [supplierParcelApi.supplier_parcel_get.name] });
    void client.invalidateQueries({ queryKey: [supplierParcelApi.supplier_parcel_query.name] });
  }, [client]);
  const faults = useScanFaults();
  const { leave } = faults;
  const close = (): void => {
    // A scanner's Enter would answer a question; what was not packed is read first.
    if (faults.list.length > 0) toast.warning(`还有 ${faults.list.length} 个扫描没有装入，看完点「知道了」再关闭`);
    else props.onClose();
  };
  const parts = d ? partsOf(d) : [];
  const part = parts.includes(props.part) ? props.part : "info";
  useEffect(() => {
    if (part !== "desk") leave();
  }, [part, leave]);
  return (
    <Drawer
      open
      size="min(1180px, 100vw)"
      title={<Title no={no} d={d} />}
      extra={d && <HeadActs {...props} part={part} d={d} />}
      onClose={close}
    >
      {!d && <Unread slim answer={answer} />}
      {d && (
        <FileRecordProvider value={{ noun: "supplier_parcel", noun_id: d.id }}>
          <Stack gap={16}>
            <TabBar
              label="交接单"
              chosen={part}
              onChoose={(key) => isPart(key) && props.onTurn(key)}
              tabs={parts.map((key) => ({ key, label: PARCEL_PARTS[key] }))}
            />
            <ScanFaultList faults={faults} />
            {part === "info" && <ParcelInfo d={d} />}
            {part === "items" && <ParcelItems d={d} />}
            {part === "desk" && <PackingDesk key={d.id} d={d} act={act} faults={faults} refresh={refresh} />}
            {part === "tracks" && <ParcelTracks d={d} />}
            {part === "prints" && <ParcelPrints d={d} />}
            {part === "log" && <ParcelLog d={d} />}
          </Stack>
        </FileRecordProvider>
      )}
    </Drawer>
  );
}
