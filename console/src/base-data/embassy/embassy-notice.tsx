/** 打印预览: the block a visit notice prints of this place, drawn from what the form holds. */
import { Form } from "antd";
import { useAddressLibrary } from "#kit/app/address-library.ts";
import { useFormScope } from "#kit/form/form.tsx";
import { addressName } from "@visadesk/contract/kit/address.ts";
import { weekdaysText } from "@visadesk/contract/base-data/embassy.ts";

const wordsOf = (v: unknown): string => (typeof v === "string" ? v.trim() : "");
const codeOf = (v: object, name: string): string => wordsOf(Object.entries(v).find(([k]) => k === name)?.[1]);

function usePlace(value: unknown): string {
  const { library } = useAddressLibrary();
  if (!library || typeof value !== "object" || value === null) return "";
  const names = addressName(library, {
    province_code: codeOf(value, "province_code"),
    city_code: codeOf(value, "city_code"),
    county_code: codeOf(value, "county_code"),
  });
  return `${names.replaceAll(" ", "")}${codeOf(value, "detail")}`;
}

export function NoticePreview() {
  const { form, initial } = useFormScope();
  const watched: unknown = Form.useWatch([], form);
  const values = new Map(Object.entries({ ...initial, ...(typeof watched === "object" ? watched : {}) }));
  const text = (name: string): string => wordsOf(values.get(name));
  const weekdays = values.get("weekdays");
  const days = Array.isArray(weekdays) ? weekdays.filter((d) => typeof d === "number") : [];
  const lines = [
    ["地址", usePlace(values.get("address"))],
    ["受理时间", `${weekdaysText(days)} ${text("open_from")}–${text("open_to")}${values.get("follow_cn") ? "，中国法定节假日闭馆" : ""}`],
    ["取件时间", text("pickup_hours")],
    ["电话", text("phone")],
    ["交通", text("transport")],
    ["携带限制", text("carry_limits")],
    ["须知", text("notice_note")],
  ] as const;
  return (
    <aside className="vd-after-16" aria-label="打印预览">
      <header className="vd-small vd-medium vd-row vd-after-8">
        打印预览<span className="vd-muted">赴馆通知上的样子，空项不印</span>
      </header>
      <div className="em-paper">
        <h3>赴馆地点：{text("name") || "未填写名称"}</h3>
        <dl className="vd-near vd-small">
          {lines
            .filter(([, words]) => words !== "")
            .map(([label, words]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{words}</dd>
              </div>
            ))}
        </dl>
      </div>
    </aside>
  );
}
