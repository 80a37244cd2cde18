/** The entry drawer over a stubbed server, as its tests open and fill it. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { expect, vi } from "vitest";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import "../../screens.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import type { EntrySku } from "./entry-model.ts";
import OrderEntryDrawer from "./order-entry-drawer.tsx";

export const sku = (more: Partial<EntrySku>): EntrySku => ({
  id: 3,
  sku_no: "SKU000003",
  name: "日本单次旅游签证",
  country_id: "JP",
  country_name: "日本",
  flag_emoji: "🇯🇵",
  visa_type: 4,
  visa_form: "sticker",
  district_name: "上海领区",
  retail_adult: 54000,
  work_days_min: 5,
  work_days_max: 7,
  material_upload_type: "pay_first",
  need_visit: false,
  need_effect_date: false,
  return_way: "free",
  identities: ["employed", "retired"],
  urgent_tiers: [],
  protections: [{ id: 5, name: "全额保障", price: 9800 }],
  sale_blocks: [],
  ...more,
});
const blocked = sku({ id: 4, sku_no: "SKU000004", name: "日本三年多次签证", sale_blocks: ["价格未设置"] });

/** 540 a head, 98 a head with protection; the hash says what was priced. */
function quoteOf(b: Record<string, unknown>) {
  const people: { protection?: boolean }[] = Array.isArray(b["applicants"]) ? b["applicants"] : [];
  const lines = people.flatMap((p, i) => [
    {
      applicant_seq: i + 1,
      is_child: false,
      kind: "service",
      label: "服务费",
      amount: 54000,
      discount_share: 0,
      payable: 54000,
      source: "retail",
    },
    ...(b["refuse_no_worry_product_id"] && p.protection !== false
      ? [
          {
            applicant_seq: i + 1,
            is_child: false,
            kind: "protection",
            label: "拒签无忧",
            amount: 9800,
            discount_share: 0,
            payable: 9800,
            source: "plan",
          },
        ]
      : []),
  ]);
  const total = lines.reduce((s, l) => s + l.payable, 0);
  return {
    quote_hash: `hash-${total}`,
    amount_total: total,
    discount_total: 0,
    amount_payable: total,
    margin: total - 20000,
    lines,
    warnings: people.length > 1 ? ["申请人2：不在受理领区"] : [],
    promised: null,
  };
}

export function open(answers: Parameters<typeof stubServer>[0] = {}) {
  const onClose = vi.fn();
  const stub = stubServer({
    draft_get: { draft: null },
    draft_save: { saved_at: "2026-11-20T01:00:00Z" },
    draft_remove: { ok: true },
    country_get: [],
    sku_pick: { list: [sku({}), blocked] },
    order_quote: quoteOf,
    order_add: { id: 77, order_no: "V261120000077" },
    ...answers,
  });
  draw(
    <>
      <OrderEntryDrawer onClose={onClose} />
      <FeedbackHost />
    </>,
    [may.order_entry, may.order_pay_register],
  );
  return { stub, onClose };
}
export const type = (label: string, value: string, at = 0): void => {
  const field = screen.getAllByLabelText(label)[at];
  if (!field) throw new Error(`no field ${label}`);
  fireEvent.change(field, { target: { value } });
  fireEvent.blur(field);
};
export const pickSku = async (): Promise<void> => void fireEvent.click(await screen.findByRole("button", { name: /日本单次旅游签证/ }));
export const fillCustomer = (): void => {
  type("联系人", "王小明");
  type("联系手机", "13800008000");
};
export const orderButton = (): HTMLButtonElement => screen.getByRole<HTMLButtonElement>("button", { name: /^下单/ });
export const ready = (): Promise<void> => waitFor(() => expect(orderButton().disabled).toBe(false));
