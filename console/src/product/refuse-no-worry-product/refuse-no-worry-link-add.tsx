/** 添加关联商品 by what products are: how many it will be is counted before. */
import { Form } from "antd";
import { useEffect } from "react";
import { useQuery } from "@tanstack/react-query";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask, faultOf } from "#kit/act/ask.ts";
import { toast } from "#kit/app/feedback.ts";
import { FormDrawer } from "#kit/form/form-drawer.tsx";
import { useFormScope } from "#kit/form/form.tsx";
import { Item } from "#kit/page/item.tsx";
import type { Input } from "@visadesk/contract/kit/endpoint.ts";
import { refuseNoWorryLinkApi as api } from "@visadesk/contract/product/price/refuse-no-worry-link.ts";
import "./refuse-no-worry.css";

export interface LinkAddProps {
  id: number;
  /** Its prices change by review only. */
  listed: boolean;
  onClose: () => void;
}

type Filter = Input<typeof api.refuse_no_worry_link_check>["filter"];
const isBlank = (v: unknown): boolean => v === undefined || v === null || v === "" || (Array.isArray(v) && v.length === 0);
const filled = (filter: Filter | undefined): Filter => Object.fromEntries(Object.entries(filter ?? {}).filter(([, v]) => !isBlank(v)));

interface CountProps {
  productId: number;
  onChange?: (count: number | undefined) => void;
  id?: string;
}
/** Counts what the fields above mean; its value is the number that saving must find again. */
function Count({ productId, onChange, id }: CountProps) {
  const { form } = useFormScope();
  const filter = filled(Form.useWatch<Filter | undefined>("filter", form));
  const isEmpty = Object.keys(filter).length === 0;
  const { data, error } = useQuery({
    queryKey: [api.refuse_no_worry_link_check.name, productId, filter],
    enabled: !isEmpty,
    queryFn: ({ signal }) => ask(api.refuse_no_worry_link_check, { product_id: productId, filter }, { signal, noToast: true }),
  });
  const count = isEmpty ? undefined : data?.count;
  useEffect(() => onChange?.(count), [count, onChange]);
  return (
    <output className="vd-note is-plain vd-small" data-field={id} aria-live="polite">
      {isEmpty ? (
        <span className="vd-muted">选择上面任一条件后，这里显示符合的商品数</span>
      ) : error ? (
        <span className="vd-error">{faultOf(error).msg}</span>
      ) : (
        data && (
          <>
            <p>
              将关联 <b className="vd-num">{data.count}</b> 个商品{data.linked > 0 && `，另有 ${data.linked} 个已关联`}
            </p>
            {data.examples.length > 0 && (
              <p className="vd-muted">
                {data.examples.join("、")}
                {data.count > data.examples.length && " 等"}
              </p>
            )}
          </>
        )
      )}
    </output>
  );
}

export function LinkAdd({ id, listed, onClose }: LinkAddProps) {
  const afterWrite = useAfterWrite();
  return (
    <FormDrawer
      endpoint={api.refuse_no_worry_link_add}
      title="添加关联商品"
      okText="添加"
      initial={{ product_id: id, filter: {}, price_override: null }}
      onDone={({ added }) => {
        toast.success(`已关联 ${added} 个商品`);
        afterWrite();
      }}
      onClose={onClose}
    >
      <Item name={["filter", "country_id"]} label="国家/地区" half placeholder="不限" />
      <Item name={["filter", "visa_type"]} label="签证类型" half placeholder="不限" />
      <Item name={["filter", "visa_form"]} label="签证形式" half placeholder="不限" />
      <Item name={["filter", "keyword"]} label="关键词" half placeholder="名称、编号、拼音" />
      <Item name={["filter", "sku_id"]} label="指定商品" placeholder="名称、编号、拼音" help="选了就只关联这些商品" />
      <Item name="expected_count" label="符合的商品" needs="请先选择商品范围">
        <Count productId={id} />
      </Item>
      {!listed && <Item name="price_override" help="这些商品单独的每人售价；不填按产品定价" />}
    </FormDrawer>
  );
}
