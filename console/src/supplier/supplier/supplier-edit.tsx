import { HrefLink } from "#kit/app/href-link.tsx";
import { toast } from "#kit/app/feedback.ts";
import { useGo, useIdParam } from "#kit/filter/use-url.ts";
import { FormScreen } from "#kit/form/form-screen.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { supplierApi } from "@visadesk/contract/supplier/supplier.ts";
import { FACT_SECTIONS, FactItems, NoteItems, TermItems, useHolder } from "./supplier-form.tsx";
import { supplierHref, type SupplierDetail } from "./supplier-words.tsx";

const OTHERS = [
  ["contacts", "联系人与收料地址"],
  ["documents", "证照"],
  ["payees", "收款账户"],
] as const;

function EditForm({ supplier: s }: { supplier: SupplierDetail }) {
  const go = useGo();
  const began = s.first_active_at !== null;
  const [holder, heard] = useHolder();
  const back = (): void => go(supplierHref(s));
  return (
    <FormScreen
      endpoint={supplierApi.supplier_update}
      title={`编辑：${s.short_name}`}
      initial={s}
      draft={`supplier-${s.id}`}
      log={{ noun: "supplier", id: s.id }}
      outline={FACT_SECTIONS}
      onRefused={heard}
      onCancel={back}
      onDone={() => {
        toast.success("供应商已保存");
        back();
      }}
    >
      <p className="vd-note is-plain vd-small vd-wraps vd-after-16">
        各自登记、各自保存：
        {OTHERS.map(([tab, label]) => (
          <HrefLink key={tab} href={supplierHref(s, tab)} className="vd-link">
            {label}
          </HrefLink>
        ))}
      </p>
      <FactItems began={began} holder={holder} />
      <TermItems began={began} />
      <NoteItems />
    </FormScreen>
  );
}

export default function SupplierEdit() {
  const id = useIdParam("id");
  const answer = useRecord(supplierApi.supplier_get, { id });
  return <Reads answer={answer}>{(supplier) => <EditForm supplier={supplier} />}</Reads>;
}
