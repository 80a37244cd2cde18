/** 赴馆通知单 as it lies on paper, one sheet a person; the head of the list stands on every page. */
import { QRCode } from "antd";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { visitNoticeApi } from "@visadesk/contract/order/visit-notice.ts";
import { time } from "@visadesk/contract/kit/format.ts";
import "./visit-notice.css";

export type VisitNotice = Output<typeof visitNoticeApi.visit_notice_get>;
type Person = VisitNotice["people"][number];

export const PAPERS = { A4: "A4", A5: "A5" } as const;
export type Paper = keyof typeof PAPERS;

const HEADS = ["序号", "携带资料", "原件/复印件", "份数", "说明"] as const;
const WEEKDAYS = ["日", "一", "二", "三", "四", "五", "六"] as const;
/** In Shanghai, where the missions are. */
const weekday = (at: string): string => `星期${WEEKDAYS[new Date(`${time(at).slice(0, 10)}T00:00:00Z`).getUTCDay()]}`;

/** Each line of a text that staff wrote. */
const Lines = ({ title, text }: { title: string; text: string }) =>
  text === "" ? null : (
    <section className="vn-words">
      <h2>{title}</h2>
      {text.split("\n").map((line, i) => (
        <p key={i}>{line}</p>
      ))}
    </section>
  );

function Facts({ n, p, name }: { n: VisitNotice; p: Person; name: string }) {
  const at = time(p.visit_at);
  const rows: [string, string][] = [
    ["申请人", name],
    ["申请人编号", p.applicant_no],
    ["护照号", p.passport_no ?? "—"],
    ["签证", `${n.country_name} ${n.sku_name}`],
    ["日期", `${at.slice(0, 10)} ${weekday(p.visit_at)}`],
    ["时间", `${at.slice(11, 16)}（请提前30分钟到达）`],
    ["预约号", p.appointment_no ?? "—"],
    ["地点", p.place_name],
    ["地址", p.place_address],
    ["交通", p.transport || "—"],
  ];
  return (
    <div className="vn-facts">
      <table>
        <tbody>
          {rows.map(([label, value]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <QRCode value={n.order_no} aria-label={`订单号 ${n.order_no} 的二维码`} size={112} type="svg" bordered={false} />
    </div>
  );
}

function Sheet({ n, p, name, printed }: { n: VisitNotice; p: Person; name: string; printed: string }) {
  return (
    <article className="vn-sheet">
      <h1>赴馆通知单</h1>
      <p>订单号：{n.order_no}</p>
      <Facts n={n} p={p} name={name} />
      <table className="vn-bring">
        <thead>
          <tr>
            <th colSpan={HEADS.length}>
              携带资料清单　{name}　{p.applicant_no}
            </th>
          </tr>
          <tr>
            {HEADS.map((head) => (
              <th key={head}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {p.bring.map((b, i) => (
            <tr key={b.id}>
              <td>{i + 1}</td>
              <td>{b.name}</td>
              <td>{b.is_original ? "原件" : "复印件"}</td>
              <td>{b.copies}</td>
              <td>{b.note}</td>
            </tr>
          ))}
          {p.bring.length === 0 && (
            <tr>
              <td colSpan={HEADS.length}>无需另外携带资料，请携带护照与预约信</td>
            </tr>
          )}
        </tbody>
      </table>
      <Lines title="照片要求" text={n.photo} />
      <Lines title="携带限制" text={p.carry_limits} />
      <Lines title="赴馆须知" text={p.notice_note} />
      <p className="vn-foot">
        签证专家：{n.expert_name ?? "—"}　电话：{n.expert_phone ?? "—"}
        {p.place_phone !== "" && `　使领馆电话：${p.place_phone}`}
        <br />
        模板版本：{n.notice_version}　打印日期：{time(printed).slice(0, 10)} {time(printed).slice(11, 16)}
      </p>
    </article>
  );
}

export interface VisitNoticeSheetProps {
  notice: VisitNotice;
  /** Whole names by person; absent ones stay masked. */
  names: ReadonlyMap<number, string>;
  printed: string;
}
export const VisitNoticeSheets = ({ notice: n, names, printed }: VisitNoticeSheetProps) =>
  n.people.map((p) => <Sheet key={p.id} n={n} p={p} name={names.get(p.id) ?? p.name_cn ?? "未填写"} printed={printed} />);
