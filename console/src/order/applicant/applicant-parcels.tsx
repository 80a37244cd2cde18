/** Parcels that carry something of a person, and who holds each original. */
import { Button } from "antd";
import { useQuery } from "@tanstack/react-query";
import { shortTime, time } from "@visadesk/contract/kit/format.ts";
import { custodyApi } from "@visadesk/contract/order/applicant.ts";
import { expressApi } from "@visadesk/contract/order/express.ts";
import { expressFlow } from "@visadesk/contract/order/order.flow.ts";
import { CARRIERS, EXPRESS_MODES, EXPRESS_TYPES, HOLDERS } from "@visadesk/contract/order/words.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { Copyable } from "#kit/form/format-cells.tsx";
import { flowTag, StateTag } from "#kit/page/flow-tag.tsx";
import { Item } from "#kit/page/item.tsx";
import { Moves } from "#kit/act/moves.tsx";
import { useCan } from "#kit/app/session.ts";
import { wordOf } from "#kit/words.ts";
import type { Applicant, Material } from "./applicant-model.ts";
import { CheckDialog } from "./parcel-check.tsx";

type Parcel = Applicant["parcels"][number];
/** A supplier's parcel is moved at its own record. */
const isOfOrder = ({ type }: Parcel): boolean => type === 1 || type === 3;

function ParcelCard({ parcel, review }: { parcel: Parcel; review: boolean }) {
  return (
    <li className="vd-near vd-small">
      <p className="vd-wraps">
        <b>{wordOf(EXPRESS_TYPES, parcel.type)}</b>
        {flowTag(expressFlow, parcel.express_status)}
        <span className="vd-grow" />
        {review && isOfOrder(parcel) && (
          <Moves
            flow={expressFlow}
            row={parcel}
            state={parcel.express_status}
            endpoints={expressApi}
            dialogs={{ check: (close, done) => <CheckDialog parcel={parcel} close={close} done={done} /> }}
            inputs={{
              send: (
                <>
                  <Item name="waybill_no" />
                  <Item name="weight_g" help="不填按首重暂估运费" />
                </>
              ),
            }}
            initial={(move) => (move === "send" ? { waybill_no: parcel.waybill_no } : {})}
          />
        )}
      </p>
      <p>
        {wordOf(CARRIERS, parcel.carrier_code)}{" "}
        {parcel.waybill_no ? <Copyable text={parcel.waybill_no} /> : <span className="vd-muted">无运单号</span>}
      </p>
      <p className="vd-muted">
        {parcel.items
          .map((i) => `${i.name}×${i.count}${i.counted !== null && i.counted !== i.count ? `（实收${i.counted}）` : ""}`)
          .join("、") || "没有清单"}
      </p>
      <p className="vd-muted">
        {parcel.sent_at && `寄出 ${shortTime(parcel.sent_at)}`}
        {parcel.signed_at && ` · 签收 ${shortTime(parcel.signed_at)}`}
      </p>
    </li>
  );
}

const tones = { customer: "grey", courier: "orange", us: "blue", supplier: "blue", embassy: "blue", lost: "red" } as const;

/** Within the house first; whoever takes the paper out of it, or loses it, last. */
const { us, supplier, embassy, courier, customer, lost } = HOLDERS;
const RECEIVERS = { us, supplier, embassy, courier, customer, lost };

function Original({ m, review }: { m: Material; review: boolean }) {
  const [dialog, open] = useDialog();
  const afterWrite = useAfterWrite();
  const mayMove = useCan(may.order_process) && review;
  const move = (): void =>
    open((close) => (
      <FormDialog
        endpoint={custodyApi.custody_move}
        initial={{ material_ids: [m.id], count: Math.max(1, m.received_count || m.copies) }}
        title={`原件交接：${m.name}`}
        okText="交接"
        onDone={afterWrite}
        onClose={close}
      >
        <Item name="to_holder" options={RECEIVERS} />
        <Item name="count" half />
        <Item name="slot" half />
        <Item name="note" rows={2} />
      </FormDialog>
    ));
  return (
    <li className="vd-row">
      <span className="vd-grow">
        {m.name}
        {m.is_original && <small className="vd-muted"> 原件</small>}
      </span>
      {m.holder && (
        <StateTag tone={tones[m.holder]}>
          {HOLDERS[m.holder]}
          {m.slot && ` ${m.slot}`}
        </StateTag>
      )}
      <span className="vd-num vd-muted">
        {m.received_count}/{Math.max(1, m.copies)}
      </span>
      {mayMove && (
        <Button type="link" size="small" onClick={move}>
          交接
        </Button>
      )}
      {dialog}
    </li>
  );
}

/** Every original of the person to one holder. */
const AllOriginalsDialog = ({ originals, close, done }: { originals: readonly Material[]; close: () => void; done: () => void }) => (
  <FormDialog
    endpoint={custodyApi.custody_move}
    initial={{ material_ids: originals.map((m) => m.id) }}
    title={`全部交接 ${originals.length} 件`}
    okText="交接"
    intro={originals.map((m) => `${m.name}×${Math.max(1, m.received_count || m.copies)}`).join("、")}
    onDone={done}
    onClose={close}
  >
    <Item name="to_holder" />
    <Item name="slot" half />
    <Item name="note" rows={2} />
  </FormDialog>
);

function CustodyLog({ id }: { id: number }) {
  const { data } = useQuery({
    queryKey: ["custody_query", id],
    queryFn: ({ signal }) => ask(custodyApi.custody_query, { applicant_id: id }, { signal, noToast: true }),
  });
  if (!data || data.list.length === 0) return null;
  return (
    <ol className="vd-timeline">
      {data.list.map((c) => (
        <li key={c.id}>
          <p>
            {c.name}×{c.count}{" "}
            <span className="vd-muted">
              {HOLDERS[c.from_holder]} → {HOLDERS[c.to_holder]}
              {c.slot && ` ${c.slot}`}
            </span>
          </p>
          {c.note && <p className="vd-muted">{c.note}</p>}
          <p className="vd-dim">
            {c.staff_name ?? "系统"} · <time title={time(c.at)}>{shortTime(c.at)}</time>
          </p>
        </li>
      ))}
    </ol>
  );
}

/** A parcel the customer sends us, or one that goes back. */
function ExpressAddDialog({ a, type, close, done }: { a: Applicant; type: 1 | 3; close: () => void; done: () => void }) {
  const originals = a.materials.filter((m) => m.kind === 2 && m.material_status !== "waived");
  const items =
    originals.length > 0
      ? originals.map((m) => ({ applicant_id: a.id, material_id: m.id, name: m.name, count: Math.max(1, m.copies) }))
      : [{ applicant_id: a.id, name: "护照", count: 1 }];
  return (
    <FormDialog
      endpoint={expressApi.express_add}
      initial={{ order_id: a.order_id, type, mode: "express", items }}
      title={`登记快递：${EXPRESS_TYPES[type]}`}
      okText="登记"
      onDone={done}
      onClose={close}
      intro={`清单：${items.map((i) => `${i.name}×${i.count}`).join("、")}`}
    >
      <Item name="mode" options={EXPRESS_MODES} />
      <Item name="carrier_code" half />
      <Item name="waybill_no" half />
    </FormDialog>
  );
}

export function ApplicantParcels({ applicant: a, review }: { applicant: Applicant; review: boolean }) {
  const [dialog, open] = useDialog();
  const afterWrite = useAfterWrite();
  const mayProcess = useCan(may.order_process);
  const originals = a.materials.filter((m) => m.kind === 2);
  const add = (type: 1 | 3): void => open((close) => <ExpressAddDialog a={a} type={type} close={close} done={afterWrite} />);
  return (
    <div className="vd-stack">
      <h3>
        快递
        {mayProcess && review && (
          <span className="vd-wraps">
            <Button size="small" onClick={() => add(1)}>
              登记客户寄来
            </Button>
            <Button size="small" onClick={() => add(3)}>
              登记回寄
            </Button>
          </span>
        )}
      </h3>
      {a.parcels.length === 0 ? (
        <p className="vd-muted">还没有快递</p>
      ) : (
        <ul className="vd-parted" aria-label="快递">
          {a.parcels.map((p) => (
            <ParcelCard key={p.id} parcel={p} review={review} />
          ))}
        </ul>
      )}
      {originals.length > 0 && (
        <>
          <h3>
            原件在谁手里
            {mayProcess && review && originals.length > 1 && (
              <span className="vd-wraps">
                <Button
                  size="small"
                  onClick={() =>
                    open((close) => (
                      <AllOriginalsDialog
                        originals={originals.filter((m) => m.material_status !== "waived")}
                        close={close}
                        done={afterWrite}
                      />
                    ))
                  }
                >
                  全部交接
                </Button>
              </span>
            )}
          </h3>
          <ul className="vd-parted vd-small" aria-label="原件在谁手里">
            {originals.map((m) => (
              <Original key={m.id} m={m} review={review} />
            ))}
          </ul>
        </>
      )}
      {mayProcess && <CustodyLog id={a.id} />}
      {dialog}
    </div>
  );
}
