/** What 新增 and 编辑 of a supplier share, section by section. */
import { Form } from "antd";
import { useState } from "react";
import type { ApiError } from "#kit/app/api.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { useFormScope } from "#kit/form/form-scope.ts";
import { FormSection, Item, ItemList } from "#kit/page/item.tsx";
import { WorkerPicker } from "#shared/record-pickers.tsx";
import {
  CODELESS_KINDS,
  COLLECTING_KINDS,
  DOCUMENT_KINDS,
  MUST_HAVE,
  SERVING_KINDS,
  type SupplierKind,
} from "@visadesk/contract/supplier/supplier.words.ts";
import { ServesInput } from "./supplier-serves.tsx";
import { supplierHref } from "./supplier-words.tsx";

export const FACT_SECTIONS = ["基本", "可送范围", "结算条件", "备注"];
export const SECTIONS = ["基本", "可送范围", "联系人与收料地址", "结算条件", "证照", "收款账户", "备注"];

const isKind = (v: unknown): v is SupplierKind => typeof v === "string" && v in MUST_HAVE;
/** The kind that is chosen now, before any choice the stored one. */
function useKind(): SupplierKind | null {
  const { form, initial } = useFormScope();
  const watched: unknown = Form.useWatch("kind", form);
  const kind = watched ?? initial["kind"];
  return isKind(kind) ? kind : null;
}

export interface Holder {
  supplier_id: number;
  short_name: string;
}
/** Whose the name or code is that was refused, where the refusal names one in sight. */
export function useHolder(): readonly [Holder | null, (error: ApiError) => boolean] {
  const [holder, set] = useState<Holder | null>(null);
  const heard = ({ body: { supplier_id, short_name } }: ApiError): boolean => {
    set(typeof supplier_id === "number" && typeof short_name === "string" ? { supplier_id, short_name } : null);
    return false;
  };
  return [holder, heard];
}

/** `began`: it was worked with before, so its name and kind stand. */
export function FactItems({ began = false, holder = null }: { began?: boolean; holder?: Holder | null }) {
  const kind = useKind();
  return (
    <>
      <FormSection title="基本">
        {holder && (
          <p className="vd-note vd-small vd-whole-row">
            已有这家供应商：
            <HrefLink href={supplierHref({ id: holder.supplier_id })} className="vd-link">
              打开「{holder.short_name}」
            </HrefLink>
          </p>
        )}
        <Item name="kind" half disabled={began} {...(began && { help: "启用过的供应商不能改类型" })} />
        <Item
          name="name"
          half
          disabled={began}
          placeholder="与营业执照一致"
          {...(began && { help: "启用过的供应商凭新营业执照更名，在详情页的「更名」" })}
        />
        <Item name="short_name" half placeholder="例如：沪上签证" />
        <Item
          name="credit_code"
          half
          placeholder="18位"
          {...(kind !== null && !CODELESS_KINDS.includes(kind) && { needs: "请输入统一社会信用代码" })}
        />
        <Item name="owner_id" half>
          <WorkerPicker placeholder="请选择" />
        </Item>
        <Item name="originals_limit" half help="超过后再寄原件须写明原因" />
        <Item name="address" />
      </FormSection>
      <FormSection title="可送范围">
        <Item
          name="serves"
          help="不选领区即全国各领区；有启用中的匹配的国家不能去掉"
          {...(kind !== null && SERVING_KINDS.includes(kind) && { needs: "请选择可送国家" })}
        >
          <ServesInput />
        </Item>
      </FormSection>
    </>
  );
}

export const TermItems = ({ began = false }: { began?: boolean }) => (
  <FormSection title="结算条件">
    <Item name="settle_cycle" half {...(began && { help: "从下一结算周期起生效" })} />
    <Item name="credit_days" half {...(began && { help: "从下一结算周期起生效" })} />
    <Item name="settle_trigger" half help="派单时记在每位申请人上，改后只影响新分派" />
    <Item name="on_refusal" half help="派单时记在每位申请人上，改后只影响新分派" />
    <Item name="invoice_kind" half />
    <Item name="tax_rate_bp" half />
    <Item name="prepaid_floor" half help="预付余额低于它时提醒，0 为不提醒" />
  </FormSection>
);

export const NoteItems = () => (
  <FormSection title="备注">
    <Item name="note" rows={3} />
  </FormSection>
);

export function ContactItems() {
  const kind = useKind();
  return (
    <FormSection title="联系人与收料地址">
      {kind !== null && COLLECTING_KINDS.includes(kind) && (
        <p className="vd-small vd-muted vd-whole-row">至少一位联系人负责收料，并填收料地址。</p>
      )}
      <ItemList name="contacts" add="添加联系人" row={NEW_CONTACT}>
        {(at) => <ContactFields at={at} />}
      </ItemList>
    </FormSection>
  );
}

export const NEW_CONTACT = { roles: [], phone: "", email: "", receive_hours: "", is_default: true };
const alone = (field: string): string => field;
/** Of one contact: in the form of a supplier, and by itself. */
export const ContactFields = ({ at = alone }: { at?: (field: string) => string | readonly (string | number)[] }) => (
  <>
    <Item name={at("name")} half />
    <Item name={at("mobile")} half help="手机与座机至少填一个" />
    <Item name={at("roles")} />
    <Item name={at("address")} help="负责收料的必填" />
    <Item name={at("receive_hours")} half placeholder="例如：工作日 09:00–17:30" />
    <Item name={at("cut_off")} half placeholder="例如：16:00" help="之后签收的算次日" />
    <Item name={at("phone")} half placeholder="例如：021-61234567" />
    <Item name={at("email")} half />
    <Item name={at("is_default")} half help="同一职责只有一位默认" />
  </>
);

export function DocumentItems() {
  const kind = useKind();
  const must = kind === null ? [] : MUST_HAVE[kind];
  return (
    <FormSection title="证照">
      {must.length > 0 && (
        <p className="vd-small vd-muted vd-whole-row">
          审核通过前必备：{must.map((k) => DOCUMENT_KINDS[k]).join("、")}。可以先保存，之后在详情页补充。
        </p>
      )}
      <ItemList name="documents" add="添加证照" row={NEW_DOCUMENT}>
        {(at) => <DocumentFields at={at} />}
      </ItemList>
    </FormSection>
  );
}
export const NEW_DOCUMENT = { number: "", note: "", files: [] };
export const DocumentFields = ({ at = alone }: { at?: (field: string) => string | readonly (string | number)[] }) => (
  <>
    <Item name={at("kind")} half />
    <Item name={at("number")} half />
    <Item name={at("valid_from")} half />
    <Item name={at("valid_to")} half help="不填为长期" />
    <Item name={at("files")} />
    <Item name={at("note")} />
  </>
);

export const PayeeItems = () => (
  <FormSection title="收款账户">
    <p className="vd-small vd-muted vd-whole-row">保存后由另一人复核，通过前不会付款。账号不进草稿。</p>
    <ItemList name="payees" add="添加收款账户" row={NEW_PAYEE}>
      {(at) => <PayeeFields at={at} />}
    </ItemList>
  </FormSection>
);
export const NEW_PAYEE = { branch: "", currency: "CNY", reason: "", proof_files: [] };
export const PayeeFields = ({ at = alone }: { at?: (field: string) => string | readonly (string | number)[] }) => (
  <>
    <Item name={at("account_name")} half help="与供应商名称不同时，写明原因" />
    <Item name={at("currency")} half />
    <Item name={at("account_no")} half placeholder="8-30位数字" />
    <Item name={at("bank_name")} half />
    <Item name={at("branch")} half />
    <Item name={at("reason")} half placeholder="至少5个字，例如：集团统一收款" />
    <Item name={at("proof_files")} help="开户许可证、银行回单或盖章的账户确认函" />
  </>
);
