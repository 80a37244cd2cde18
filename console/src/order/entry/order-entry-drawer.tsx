/** 代客下单: customer, product, people, options, payment on one page, the price beside them. */
import { Button, Drawer, Form, Input, Radio } from "antd";
import { useCallback, useState, type ReactNode } from "react";
import { useActGate } from "#kit/act/act-gate.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import type { ApiError } from "#kit/app/api.ts";
import { ask, faultOf } from "#kit/act/ask.ts";
import { useDraft } from "#kit/form/save/draft.ts";
import { useKept, useTyped } from "#kit/form/save/kept.tsx";
import { confirm, toast } from "#kit/app/feedback.ts";
import { KitFormView, useKitForm } from "#kit/form/form.tsx";
import { Item } from "#kit/page/item.tsx";
import { useCan } from "#kit/app/session.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { money, time } from "@visadesk/contract/kit/format.ts";
import { orderApi } from "@visadesk/contract/order/order.ts";
import { returnModeOf } from "@visadesk/contract/order/words.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { skuApi } from "@visadesk/contract/product/sku/sku.ts";
import { EMPTY_ENTRY, type EntrySku, type EntryValues } from "./entry-model.ts";
import { EntryContext, newEntry, Pricing, useEntryStore, type EntryStore } from "./entry-store.ts";
import { BuyerItems } from "./entry-buyer.tsx";
import { OptionsStep } from "./entry-options.tsx";
import { PeopleStep } from "./entry-people.tsx";
import { PricePanel } from "./entry-price.tsx";
import { SkuStep } from "./entry-sku.tsx";
import { OrderPayDialog, type PayableOrder } from "../order/order-pay-dialog.tsx";
import { orderHref } from "../list/order-links.ts";
import "../batch/batch.css";
import "./entry.css";
import "../list/order-list.css";

const skuShape = skuApi.sku_pick.output.shape.list.element;
const LEAVING = { title: "离开代客下单？", content: "还没有下单；已填写的内容留作草稿，下次可以恢复。", ok: "离开" };
const DRAFT_KEY = "order-entry:new";

const Step = (props: { no: number; title: string; children: ReactNode }) => (
  <section className="vd-stack en-step" aria-label={props.title}>
    <i aria-hidden="true">{props.no}</i>
    <div>
      <h2>{props.title}</h2>
      {props.children}
    </div>
  </section>
);

const Foot = (props: { savedAt: string | null; busy: boolean; onSubmit: () => void; onClose: () => void }) => {
  const { quote, isFresh } = useEntryStore().use((s) => s.quote);
  return (
    <div className="vd-row">
      <span className="vd-muted">{props.savedAt && `草稿已存 ${time(props.savedAt).slice(11, 16)}`}</span>
      <span className="vd-grow" />
      <Button onClick={props.onClose}>取消</Button>
      <Button type="primary" disabled={!quote || !isFresh} loading={props.busy} onClick={props.onSubmit}>
        {quote ? `下单 ${money(quote.amount_payable)}` : "下单"}
      </Button>
    </div>
  );
};

/** The form with what a refusal may ask: the same customer, product and date within a day. */
function useEntryForm(entry: EntryStore, onPerson: (index: number) => void, done: (made: { id: number; order_no: string }) => void) {
  const kit = useKitForm({
    endpoint: orderApi.order_add,
    initial: EMPTY_ENTRY,
    onDone: done,
    onRefused: (error: ApiError) => {
      if (error.code === "price_changed" || error.code === "sold_out") entry.get().quote.again();
      if (error.code !== "confirm_needed") {
        showPerson(error.issues);
        return false;
      }
      void confirm({ title: "重复下单？", content: error.msg, ok: "仍要下单" }).then((yes) => {
        if (!yes) return;
        kit.form.setFieldValue("confirm_duplicate", true);
        void kit.submit("code");
      });
      return true;
    },
  });
  /** What is wrong with somebody whose fields are closed stands at them once they are open. */
  const showPerson = (issues: ApiError["issues"]): void => {
    const wrong = issues.filter((i) => /^applicants\.\d+\./.test(i.path));
    if (!wrong[0]) return;
    const first = wrong[0].path.split(".")[1];
    onPerson(Number(first));
    const mine = wrong.filter((i) => i.path.split(".")[1] === first);
    setTimeout(() =>
      kit.form.setFields(mine.map((i) => ({ name: ["applicants", Number(first), i.path.split(".")[2]], errors: [i.message] }))),
    );
  };
  return kit;
}

/** After the order is made: its page, with the payment first when that was asked for. */
function useMade(payNow: boolean, leave: () => void) {
  const go = useGo();
  const [paying, setPaying] = useState<PayableOrder | null>(null);
  const finish = useCallback(
    (id: number) => {
      leave();
      go(orderHref(id));
    },
    [leave, go],
  );
  const made = async ({ id, order_no }: { id: number; order_no: string }): Promise<void> => {
    toast.success(`已下单 ${order_no}`);
    if (!payNow) return finish(id);
    try {
      setPaying(await ask(orderApi.order_get, { id }));
    } catch (error) {
      toast.warning(`订单已建立，收款未登记：${faultOf(error).msg}`);
      finish(id);
    }
  };
  return { paying, made, finish };
}

/** Sent with the form, set by code. */
const HIDDEN = ["sku_id", "quote_hash", "confirm_duplicate"].map((name) => (
  <Form.Item key={name} name={name} hidden>
    <Input />
  </Form.Item>
));

const DraftOffer = (props: { savedAt: string; restore: () => void; drop: () => void }) => (
  <output className="vd-note vd-row vd-draft">
    恢复 {time(props.savedAt)} 的草稿
    <Button size="small" type="link" onClick={props.restore}>
      恢复
    </Button>
    <Button size="small" type="text" onClick={props.drop}>
      不要
    </Button>
  </output>
);

interface StepsProps {
  sku: EntrySku | null;
  onSku: (sku: EntrySku | null) => void;
  onChanged: () => void;
  payNow: boolean;
  onPayNow: (now: boolean) => void;
  at: number;
  onAt: (index: number) => void;
}

function Steps(props: StepsProps) {
  const { sku } = props;
  const mayPay = useCan(may.order_pay_register);
  const hasProtection = useEntryStore().use((s) => Boolean(s.values.refuse_no_worry_product_id));
  return (
    <div className="vd-sided en">
      <div>
        <Step no={1} title="客户">
          <div className="vd-form-grid">
            <BuyerItems onChanged={props.onChanged} />
            <Item name="contact_name" half />
            <Item name="contact_mobile" half />
            <Item name="contact_email" half />
          </div>
        </Step>
        <Step no={2} title="商品">
          <SkuStep sku={sku} onPick={props.onSku} />
        </Step>
        <Step no={3} title="申请人">
          <PeopleStep sku={sku} hasProtection={hasProtection} onChanged={props.onChanged} at={props.at} onAt={props.onAt} />
        </Step>
        <Step no={4} title="选项">
          <OptionsStep sku={sku} />
        </Step>
        <Step no={5} title="支付">
          <Radio.Group
            aria-label="支付"
            value={props.payNow}
            onChange={(e) => props.onPayNow(e.target.value === true)}
            options={[
              { value: false, label: "稍后支付" },
              { value: true, label: "下单后登记收款", disabled: !mayPay },
            ]}
          />
        </Step>
        {HIDDEN}
      </div>
      <PricePanel hasSku={sku !== null} />
    </div>
  );
}

export default function OrderEntryDrawer({ onClose }: { onClose: () => void }) {
  const afterWrite = useAfterWrite();
  const [sku, setSku] = useState<EntrySku | null>(null);
  const [entry] = useState(newEntry);
  const [person, setPerson] = useState(0);
  const [payNow, setPayNow] = useState(false);
  const draft = useDraft(DRAFT_KEY, null);
  const { paying, made, finish } = useMade(payNow, onClose);
  const kit = useEntryForm(entry, setPerson, (answer) => {
    draft.drop();
    afterWrite();
    void made(answer);
  });
  const { form } = kit;
  const { note: keep } = draft;
  const note = useCallback(
    (held: EntrySku | null): void => {
      const now: EntryValues = form.getFieldsValue(true);
      entry.set({ values: now });
      const { quote_hash: _hash, confirm_duplicate: _again, ...kept } = now;
      keep({ values: kept, sku: held });
    },
    [form, entry, keep],
  );
  const pickSku = (next: EntrySku | null): void => {
    setSku(next);
    form.setFieldsValue({
      sku_id: next?.id,
      urgent_tier_code: null,
      refuse_no_worry_product_id: null,
      insurance: null,
      ...(next && { return_mode: returnModeOf(next) }),
    });
    note(next);
  };
  const restore = (): void => {
    const { sku: held, values: typed } = draft.offered?.content ?? {};
    draft.take();
    // A product whose shape has changed since is picked anew.
    setSku(skuShape.safeParse(held).data ?? null);
    if (typeof typed === "object" && typed !== null) form.setFieldsValue(typed);
    entry.set({ values: form.getFieldsValue(true) });
  };
  const changed = useCallback(() => note(sku), [note, sku]);
  const [submit] = useActGate(() => {
    form.setFieldsValue({ quote_hash: entry.get().quote.quote?.quote_hash });
    return kit.submit("code");
  });
  const { close } = useKept(useTyped(form, EMPTY_ENTRY), onClose, LEAVING);
  return (
    <EntryContext value={entry}>
      <Pricing />
      <Drawer
        open
        title="代客下单"
        onClose={close}
        size="min(1160px, 100vw)"
        mask={{ closable: false }}
        destroyOnHidden
        footer={<Foot savedAt={draft.savedAt} busy={kit.busy} onSubmit={submit} onClose={close} />}
      >
        {draft.offered && <DraftOffer savedAt={draft.offered.saved_at} restore={restore} drop={draft.drop} />}
        <KitFormView kit={kit} onValues={() => note(sku)} onKey={submit}>
          <Steps sku={sku} onSku={pickSku} onChanged={changed} payNow={payNow} onPayNow={setPayNow} at={person} onAt={setPerson} />
        </KitFormView>
        {paying && <OrderPayDialog order={paying} onDone={() => afterWrite()} onClose={() => finish(paying.id)} />}
      </Drawer>
    </EntryContext>
  );
}
