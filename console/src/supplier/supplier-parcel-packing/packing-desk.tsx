/** 装箱台: the expected set as tiles; each scan turns one green, a wrong one says why, and nothing is sealed while one is missing. */
import { Button } from "antd";
import { useCallback, useEffect, useRef, useState } from "react";
import { supplierParcelActApi } from "@visadesk/contract/supplier/supplier-parcel-acts.ts";
import { piecesOf } from "@visadesk/contract/supplier/pieces.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask, faultOf } from "#kit/act/ask.ts";
import { ApiError } from "#kit/app/api.ts";
import { confirm, toast } from "#kit/app/feedback.ts";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { None } from "#kit/page/blocks.tsx";
import { Item } from "#kit/page/item.tsx";
import { beep } from "./beep.ts";
import { PackingScan, type ScanSaid } from "./packing-scan.tsx";
import { countOf, sealFault, TILE_STATES, tilesOf, type Tile, type TileState } from "./packing-tiles.ts";
import type { OpenAct } from "../supplier-parcel-act/parcel-act.tsx";
import { catchWords, type ParcelDetail } from "../supplier-parcel/parcel-cells.tsx";
import type { ScanFaults } from "./scan-faults.tsx";
import { useScanQueue } from "./scan-queue.ts";

const COUNTED: readonly TileState[] = ["packed", "missing", "extra", "moved", "unlisted"];

/** A whole passport number is not shown again. */
const tailOf = (code: string): string => (code.length > 4 ? `…${code.slice(-4)}` : code);

function useScans(d: ParcelDetail, { add, settle }: ScanFaults, refresh: () => void) {
  const [now, setNow] = useState<ReadonlySet<number>>(new Set());
  const [last, setLast] = useState<ScanSaid | null>(null);
  const [districts, setDistricts] = useState(0);
  const next = useRef(1);
  const tell = useCallback(
    (ok: boolean, text: string, code: string, isLate = false): void => {
      const said = { id: next.current++, ok, text };
      setLast(said);
      if (ok) return settle([code, text.split(" ")[0] ?? code]);
      beep();
      add({ ...said, code, isLate });
    },
    [add, settle],
  );
  const send = async (code: string): Promise<void> => {
    try {
      const s = await ask(supplierParcelActApi.supplier_parcel_item_scan, { id: d.id, code }, { noToast: true });
      setNow((all) => new Set(all).add(s.applicant_id));
      tell(true, s.outcome === "already" ? `${s.applicant_no} 此前已装` : `${s.applicant_no} 已装，还缺 ${s.missing} 人`, code);
    } catch (error) {
      if (error instanceof ApiError && error.status === 0) throw error;
      if (error instanceof ApiError && error.code === "district_mismatch") setDistricts((n) => n + 1);
      const isClosed = error instanceof ApiError && error.code === "state_changed";
      tell(false, isClosed ? `${tailOf(code)} 没有装入：${faultOf(error).msg}` : faultOf(error).msg, code, isClosed);
    }
  };
  const queue = useScanQueue(send);
  const { waiting } = queue;
  const scanned = last?.id;
  // Once nothing is under way the list is asked for, and not between two scans.
  useEffect(() => {
    if (waiting === 0 && scanned !== undefined) refresh();
  }, [waiting, scanned, refresh]);
  return { now, last, districts, queue };
}

function useTileActs(d: ParcelDetail, { settle }: ScanFaults) {
  const afterWrite = useAfterWrite();
  const [dialog, open] = useDialog();
  const seen = { id: d.id, version: d.version };
  const run = async (act: () => Promise<unknown>, said: string): Promise<void> => {
    // A refusal has been told by then; either way what is shown is read anew.
    await act().then(
      () => toast.success(said),
      () => undefined,
    );
    afterWrite();
  };
  const postpone = (t: Tile): void =>
    open((close) => (
      <FormDialog
        endpoint={supplierParcelActApi.supplier_parcel_item_remove}
        title={`${t.title} 改日期`}
        okText="移出并改日期"
        intro={`${t.planned_date ? `现在计划 ${t.planned_date} 送签。` : ""}从这张交接单${d.batch_no ? `和批次 ${d.batch_no} ` : ""}移出，送签改到另一天。`}
        initial={{ ...seen, item_ids: [...t.item_ids] }}
        onDone={() => {
          toast.success(`${t.title} 已移出并改日期`);
          settle(t.numbers);
          afterWrite();
        }}
        onClose={close}
      >
        <Item name="planned_date" needs="请选择日期" />
      </FormDialog>
    ));
  const remove = async (t: Tile): Promise<void> => {
    if (!(await confirm({ title: `${t.title} 移出清单？`, content: t.under, ok: "移出" }))) return;
    await run(async () => {
      await ask(supplierParcelActApi.supplier_parcel_item_remove, { ...seen, item_ids: [...t.item_ids] });
      settle(t.numbers);
    }, `${t.title} 已移出`);
  };
  const list = (tiles: readonly Tile[]): Promise<void> => {
    const people = new Set(tiles.map((t) => t.applicant_id));
    const items = d.expected
      .filter((e) => people.has(e.applicant_id))
      .flatMap((e) =>
        e.originals.flatMap((o) =>
          o.is_here && !o.parcel_no ? [{ applicant_id: e.applicant_id, material_id: o.material_id, name: o.name, count: o.count }] : [],
        ),
      );
    return run(() => ask(supplierParcelActApi.supplier_parcel_item_add, { ...seen, items }), `已加入 ${piecesOf(items)} 件`);
  };
  return { dialog, postpone, remove, list };
}

type TileActs = ReturnType<typeof useTileActs>;

const TileView = ({ t, acts }: { t: Tile; acts: TileActs }) => {
  const { label, tone } = TILE_STATES[t.state];
  return (
    <li className={`vd-note vd-tone-${tone} sp-tile`}>
      <div className="vd-row vd-between">
        <b className="vd-ellipsis">{t.title}</b>
        <span className="vd-tiny vd-toned">{label}</span>
      </div>
      <div>
        <span className="vd-num">{t.passport ?? "—"}</span> <span className="vd-muted">{t.district}</span>
        <div className="vd-small vd-muted">{t.under}</div>
      </div>
      <div className="vd-row">
        {t.state === "missing" && t.applicant_id !== null && (
          <Button size="small" type="link" className="vd-plain-link" onClick={() => acts.postpone(t)}>
            改日期
          </Button>
        )}
        {(t.state === "missing" || t.state === "moved" || t.state === "extra") && (
          <Button size="small" type="link" className="vd-plain-link" onClick={() => void acts.remove(t)}>
            移出
          </Button>
        )}
        {t.state === "unlisted" && (
          <Button size="small" type="link" className="vd-plain-link" onClick={() => void acts.list([t])}>
            加入
          </Button>
        )}
      </div>
    </li>
  );
};

export interface PackingDeskProps {
  d: ParcelDetail;
  act: OpenAct;
  faults: ScanFaults;
  refresh: () => void;
}

export function PackingDesk({ d, act, faults, refresh }: PackingDeskProps) {
  const scans = useScans(d, faults, refresh);
  const acts = useTileActs(d, faults);
  const tiles = tilesOf(d, scans.now);
  const fault = sealFault(tiles, scans.queue.waiting);
  const unlisted = tiles.filter((t) => t.state === "unlisted");
  // Only what goes to be submitted is expected to be complete.
  const behind = d.purpose === "submit" ? unlisted.map((t) => [t.title, t.passport].filter(Boolean).join(" ")) : [];
  const until = catchWords(d);
  return (
    <div className="vd-stack">
      <PackingScan queue={scans.queue} last={scans.last} />
      <div className="vd-row vd-between">
        <div className="vd-wraps is-wide vd-counts vd-small vd-muted" aria-label="装箱进度">
          {COUNTED.map((s) => (
            <span key={s} className={`vd-tone-${TILE_STATES[s].tone}`}>
              {TILE_STATES[s].label} <b className="vd-num">{countOf(tiles, s)}</b> 人
            </span>
          ))}
          <span>
            错领区 <b className="vd-num">{scans.districts}</b>
          </span>
          {until && <span className={d.is_tight ? "vd-error" : ""}>{until}</span>}
        </div>
        <div className="vd-row">
          {fault && <span className="vd-small vd-muted">{fault}</span>}
          {unlisted.length > 0 && <Button onClick={() => void acts.list(unlisted)}>全部加入 {unlisted.length}</Button>}
          <Button type="primary" disabled={fault !== null} onClick={() => act("seal", d, behind)}>
            封箱
          </Button>
        </div>
      </div>
      {tiles.length === 0 && <None>没有派给该供应商、原件在我方的申请人；扫描护照可加入清单</None>}
      <ul className="sp-tiles" aria-label="装箱名单">
        {tiles.map((t) => (
          <TileView key={t.key} t={t} acts={acts} />
        ))}
      </ul>
      {acts.dialog}
    </div>
  );
}
