/** 官方收费 of a country as rows of its form; each is saved by itself, a new amount shows the products it moves. */
import { Button } from "antd";
import { Rows, type RowsColumnOf } from "#kit/table/rows.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { Mark, StateTag } from "#kit/page/flow-tag.tsx";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { FormSection, Item } from "#kit/page/item.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { part } from "#kit/app/part.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { useRecord } from "#kit/page/use-record.ts";
import { feeText } from "@visadesk/contract/base-data/official-fee.rules.ts";
import { FEE_KINDS, FEE_STATES, officialFeeApi } from "@visadesk/contract/base-data/official-fee.ts";
import type { OfficialFeeFormProps } from "./official-fee-form.tsx";
import type { OfficialFeeChangeProps } from "./official-fee-change.tsx";
import { VerifyStamp, type Open } from "../record/record-acts.tsx";
import "../country/country.css";
import { feePeriod, type Fee } from "./official-fee.ts";

const FeeForm = part<OfficialFeeFormProps>(() => import("./official-fee-form.tsx").then((m) => m.OfficialFeeForm));
const FeeChange = part<OfficialFeeChangeProps>(() => import("./official-fee-change.tsx").then((m) => m.OfficialFeeChange));

const TONES = { current: "green", pending: "blue", ended: "grey" } as const;
const MAX_ROWS = 100;
function useFeeActs(open: Open) {
  const afterWrite = useAfterWrite();
  const showChange = (fee: Pick<Fee, "id" | "name">): void => open((close) => <FeeChange fee={fee} onClose={close} />);
  const edit = (fee: Fee | null, countryId: string, from: Fee | null = null): void =>
    open((close) => {
      let moves: Fee | null = null;
      return (
        <FeeForm
          fee={fee}
          from={from}
          countryId={countryId}
          onDone={(saved) => {
            toast.success(`“${saved.name}”已保存`);
            afterWrite();
            moves = saved.former_count > 0 ? saved : null;
          }}
          // A row that follows another one moves prices: what it does comes next.
          onClose={() => (moves ? showChange(moves) : close())}
        />
      );
    });
  const verify = (fee: Fee): void =>
    open((close) => (
      <FormDialog
        endpoint={officialFeeApi.official_fee_verify}
        title={`核验“${fee.name}”`}
        okText="核验"
        initial={{ id: fee.id, version: fee.version, ...(fee.source_url && { source: fee.source_url }) }}
        intro={`确认金额 ${feeText(fee.adult, fee.currency)} 与官方网页一致。`}
        onDone={() => {
          toast.success(`“${fee.name}”已核验`);
          afterWrite();
        }}
        onClose={close}
      >
        <Item name="source" placeholder="https://" />
      </FormDialog>
    ));
  return { edit, verify, showChange };
}

const FeeActs = ({ fee: f, acts, countryId }: { fee: Fee; acts: ReturnType<typeof useFeeActs>; countryId: string }) => (
  <span className="vd-num">
    {f.fee_state === "current" && (
      <Button type="link" size="small" onClick={() => acts.edit(null, countryId, f)}>
        调整
      </Button>
    )}
    <Button type="link" size="small" onClick={() => acts.edit(f, countryId)}>
      编辑
    </Button>
    <Button type="link" size="small" onClick={() => acts.verify(f)}>
      核验
    </Button>
  </span>
);

const columnsOf = (acts: ReturnType<typeof useFeeActs>, countryId: string): readonly RowsColumnOf<Fee>[] => [
  {
    name: "name",
    cell: (f) => (
      <TwoLines under={FEE_KINDS[f.fee_kind]}>
        {f.name}
        {f.country_ids.length > 1 && <Mark>{f.country_ids.length}国共用</Mark>}
      </TwoLines>
    ),
  },
  {
    title: "每人金额",
    end: true,
    cell: (f) => (
      <TwoLines end num under={f.child !== null && `儿童 ${feeText(f.child, f.currency)}`}>
        {feeText(f.adult, f.currency)}
      </TwoLines>
    ),
  },
  { title: "生效期", num: true, cell: feePeriod },
  { name: "fee_state", cell: (f) => <StateTag tone={TONES[f.fee_state]}>{FEE_STATES[f.fee_state]}</StateTag> },
  { title: "核验", cell: (f) => <VerifyStamp record={f} /> },
  {
    title: "商品",
    cell: (f) => (
      <>
        {f.fee_state !== "ended" && f.former_count > 0 ? (
          <Button type="link" size="small" onClick={() => acts.showChange(f)}>
            {f.former_count} 个待调价
          </Button>
        ) : (
          <span className="vd-num">{f.sku_count}</span>
        )}
        {f.adjust_open > 0 && <Mark tone="orange">{f.adjust_open} 个待审核</Mark>}
      </>
    ),
  },
  { title: "操作", unseen: true, cell: (f) => <FeeActs fee={f} acts={acts} countryId={countryId} /> },
];

export function OfficialFees({ country, open }: { country: { id: string; name_zh: string }; open: Open }) {
  const answer = useRecord(officialFeeApi.official_fee_query, { country_id: country.id, page_size: MAX_ROWS });
  const acts = useFeeActs(open);
  return (
    <FormSection title="官方收费">
      <Reads slim answer={answer} rows={3}>
        {({ list }) => (
          <div className="vd-after-12 bd-fees">
            <Rows
              label="官方收费"
              of={officialFeeApi.official_fee_query.row}
              rows={list}
              none="还没有录入官方收费"
              rowProps={(f) => ({ className: f.fee_state === "ended" ? "is-over" : "" })}
              columns={columnsOf(acts, country.id)}
            />
            <p className="vd-tiny vd-wraps vd-before-8">
              <Button size="small" onClick={() => acts.edit(null, country.id)}>
                新增官方收费
              </Button>
              <span className="vd-muted">每行单独保存，不随上方表单。金额变动请用「调整」新增一条，原来的一条在新生效时间自动结束。</span>
            </p>
          </div>
        )}
      </Reads>
    </FormSection>
  );
}
