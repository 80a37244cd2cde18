/** The one form behind 新增 and 编辑: what is said of the place, with its closed days beside the date. */
import { Checkbox, Form } from "antd";
import { useFormScope } from "#kit/form/form.tsx";
import { FormSection, Item } from "#kit/page/item.tsx";
import { SlotMonth } from "./appointment-month.tsx";
import "./appointment.css";

/** 无号 and a date exclude each other: choosing one takes the other off. */
function NoSlots({ checked, onChange, id }: { checked?: boolean; onChange?: (on: boolean) => void; id?: string }) {
  const { form } = useFormScope();
  return (
    <Checkbox
      {...(id && { id })}
      checked={checked ?? false}
      onChange={(e) => {
        if (e.target.checked) form.setFieldValue("earliest_date", null);
        onChange?.(e.target.checked);
      }}
    >
      现在约不到
    </Checkbox>
  );
}

/** The supplier is asked for where he is the source. */
function Source() {
  const { form } = useFormScope();
  const source: unknown = Form.useWatch("source", form);
  return (
    <>
      <Item name="source" half />
      {source === "supplier" && <Item name="supplier_id" half />}
    </>
  );
}

function Month({ placeId }: { placeId: number | null }) {
  const { form } = useFormScope();
  const picked: unknown = Form.useWatch("place_id", form);
  const date: unknown = Form.useWatch("earliest_date", form);
  const place = placeId ?? (typeof picked === "number" ? picked : null);
  if (place === null) return <p className="vd-muted">选择地点后显示它的闭馆日</p>;
  return (
    <SlotMonth
      placeId={place}
      value={typeof date === "string" && date !== "" ? date : null}
      onPick={(day) => {
        form.setFieldsValue({ earliest_date: day, no_slots: false });
        // A value set from outside is told to nobody by itself.
        void form.validateFields(["earliest_date"]);
      }}
    />
  );
}

/** `placeId` null: the place is chosen in the form. */
export const AppointmentItems = ({ placeId }: { placeId: number | null }) => (
  <div className="vd-sided ap-form">
    <div className="vd-stack is-wide">
      {placeId === null && (
        <FormSection title="地点与类型">
          <Item name="place_id" help="使领馆或签证中心" />
          <Item name="visa_type" half placeholder="不选为全部类型" />
        </FormSection>
      )}
      <FormSection title="最早可约">
        <Item name="earliest_date" half help="须为开馆日" />
        <Item name="no_slots" half>
          <NoSlots />
        </Item>
        <Item name="slots_note" half placeholder="例如：约20个、每周二放号" />
        <Item name="half" half />
        <Item name="min_lead_days" half help="至少提前几天约" />
        <Item name="valid_days" half help="核对后几个工作日内有效" />
      </FormSection>
      <FormSection title="来源与备注">
        <Source />
        <Item name="sort" half />
        <Item name="remark" rows={2} />
      </FormSection>
    </div>
    <aside className="vd-beside">
      <Month placeId={placeId} />
    </aside>
  </div>
);
