/** Working hours as up to three spans of a day. */
import { Button, TimePicker } from "antd";
import dayjs from "dayjs";

type Span = [string, string];
const MAX = 3;
const at = (clock: string) => (clock ? dayjs(`2000-01-01T${clock}`) : null);

export function WorkHoursInput({ value = [], onChange, id }: { value?: Span[]; onChange?: (spans: Span[]) => void; id?: string }) {
  const put = (i: number, span: Span): void => onChange?.(value.map((s, n) => (n === i ? span : s)));
  return (
    <div className="vd-stack is-8" id={id} data-field={id} tabIndex={-1}>
      {value.map((span, i) => (
        <div key={i} className="vd-row">
          <TimePicker.RangePicker
            aria-label={`第${i + 1}段`}
            format="HH:mm"
            minuteStep={5}
            allowClear={false}
            order={false}
            needConfirm={false}
            placeholder={["开始时间", "结束时间"]}
            value={[at(span[0]), at(span[1])]}
            onChange={(_, texts) => put(i, [texts?.[0] ?? "", texts?.[1] ?? ""])}
          />
          <Button
            type="text"
            size="small"
            disabled={value.length <= 1}
            aria-label={`删除第${i + 1}段`}
            onClick={() => onChange?.(value.filter((_s, n) => n !== i))}
          >
            删除
          </Button>
        </div>
      ))}
      {value.length < MAX && (
        <Button type="dashed" size="small" onClick={() => onChange?.([...value, ["", ""]])}>
          添加一段
        </Button>
      )}
    </div>
  );
}
