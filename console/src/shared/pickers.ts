/** Sources of the pickers that several areas use; imported once by the frame, for the sign-in page has no use for them. */
import { call } from "#kit/app/api.ts";
import { registerPicker, type PickerSource, type PickOption } from "#kit/app/picker-registry.ts";
import { COMPANY_ACCOUNT_KINDS } from "@visadesk/contract/finance/cash.words.ts";
import type { companyAccountApi } from "@visadesk/contract/finance/company-account.ts";
import type { Input } from "@visadesk/contract/kit/endpoint.ts";
import { yuan } from "@visadesk/contract/kit/format.ts";
import { allPermissions } from "@visadesk/contract/permissions.ts";
import type { peerApi } from "@visadesk/contract/peer/peer/peer.ts";
import type { supplierApi } from "@visadesk/contract/supplier/supplier.ts";

registerPicker("country", {
  load: async (_keyword, signal) =>
    (await call("country_get", {}, { signal, noToast: true }))
      .filter((c) => c.status === 1)
      .toSorted((a, b) => Number(b.is_hot) - Number(a.is_hot))
      .map((c) => ({
        value: c.id,
        label: c.name_zh,
        hint: c.code3,
        words: `${c.code2} ${c.name_en} ${c.pinyin} ${c.initial}`,
      })),
});

/** Staff, or those of them who hold one of the codes. */
export const workers = (codes?: readonly number[]): PickerSource => ({
  remote: true,
  load: async (keyword, signal) =>
    (await call("worker_pick", { ...(keyword && { keyword }), ...(codes && { codes: [...codes] }) }, { signal, noToast: true })).list.map(
      (w) => ({
        value: w.id,
        label: `${w.nickname || w.account}${w.status ? "" : "（已停用）"}`,
        hint: `${w.status && !w.on_duty ? "今日休息 · " : ""}${w.team_name ?? w.account}`,
        off: !w.status,
      }),
    ),
});
registerPicker("worker", workers());

registerPicker("permission", {
  load: () => Promise.resolve(allPermissions.map((p) => ({ value: p.code, label: p.label, hint: String(p.code) }))),
});

registerPicker("role", {
  load: async (_keyword, signal) =>
    (await call("role_pick", {}, { signal, noToast: true })).list.map((r) => ({ value: r.id, label: r.name })),
});

registerPicker("team", {
  load: async (_keyword, signal) =>
    (await call("team_pick", {}, { signal, noToast: true })).list.map((t) => ({ value: t.id, label: t.name })),
});

registerPicker("sku", {
  remote: true,
  load: async (keyword, signal) =>
    (await call("sku_pick", { ...(keyword && { keyword }) }, { signal, noToast: true })).list.map((s) => ({
      value: s.id,
      label: s.name,
      hint: s.retail_adult === null ? s.sku_no : `${s.sku_no} · ¥${yuan(s.retail_adult)}`,
      words: `${s.country_name} ${s.district_name ?? ""}`,
    })),
});

registerPicker("embassy", {
  remote: true,
  load: async (keyword, signal) =>
    (await call("embassy_pick", { ...(keyword && { keyword }) }, { signal, noToast: true })).list.map((e) => ({
      value: e.id,
      label: e.name,
      hint: [e.city, e.district_name].filter(Boolean).join(" · "),
      words: e.short_name,
    })),
});

const suppliers = async (asked: Input<typeof supplierApi.supplier_pick>, signal: AbortSignal): Promise<PickOption[]> =>
  (await call("supplier_pick", asked, { signal, noToast: true })).list.map((s) => ({ value: s.id, label: s.short_name, hint: s.name }));
/** Carriers alone. */
registerPicker("carrier", {
  remote: true,
  load: (keyword, signal) => suppliers({ kind: ["express"], ...(keyword && { keyword }) }, signal),
  named: (ids, signal) => suppliers({ ids: ids.map(Number) }, signal),
});
registerPicker("carrier_card", {
  load: async (_keyword, signal) =>
    (await call("carrier_card_query", { page_size: 100 }, { signal, noToast: true })).list.map((c) => ({
      value: c.id,
      label: c.name,
      hint: `${c.supplier_name} · ${c.card_no}`,
      off: !c.is_enabled,
    })),
});
registerPicker("supplier", {
  remote: true,
  load: (keyword, signal) => suppliers(keyword ? { keyword } : {}, signal),
  named: (ids, signal) => suppliers({ ids: ids.map(Number) }, signal),
});

const peers = async (asked: Input<typeof peerApi.peer_pick>, signal: AbortSignal): Promise<PickOption[]> =>
  (await call("peer_pick", asked, { signal, noToast: true })).list.map((p) => ({
    value: p.id,
    label: `${p.short_name}${p.peer_status === "active" ? "" : "（已停用）"}`,
    hint: `${p.peer_no} · ${p.level_id}`,
    off: p.peer_status !== "active",
  }));
/** Those that an order of this kind may be made for. */
const buyers = (kind: "peer" | "corporate"): Parameters<typeof registerPicker>[1] => ({
  remote: true,
  load: (keyword, signal) => peers({ kind, is_active: true, ...(keyword && { keyword }) }, signal),
  named: (ids, signal) => peers({ ids: ids.map(Number) }, signal),
});
registerPicker("peer_agency", buyers("peer"));
registerPicker("peer_company", buyers("corporate"));
registerPicker("peer", {
  remote: true,
  load: (keyword, signal) => peers(keyword ? { keyword } : {}, signal),
  named: (ids, signal) => peers({ ids: ids.map(Number) }, signal),
});

/** Groups that serve peers and have their prices. */
registerPicker("peer_group", {
  load: async (_keyword, signal) =>
    (await call("peer_group_pick", { kind: "service" }, { signal, noToast: true })).list.map((g) => ({ value: g.id, label: g.name })),
});

registerPicker("refund_policy", {
  remote: true,
  load: async (keyword, signal) =>
    (await call("refund_policy_pick", { ...(keyword && { keyword }) }, { signal, noToast: true })).list.map((p) => ({
      value: p.id,
      label: p.name,
      hint: `第${p.version_no}版`,
    })),
});

registerPicker("insurer", {
  load: async (_keyword, signal) =>
    (await call("insurance_product_insurer_pick", {}, { signal, noToast: true })).list.map((s) => ({
      value: s.id,
      label: s.short_name,
      words: s.name,
    })),
});

/** Accounts of the company in use. */
const accounts = (kinds: Input<typeof companyAccountApi.company_account_pick>["kinds"]): PickerSource => ({
  load: async (_keyword, signal) =>
    (await call("company_account_pick", { ...(kinds && { kinds }) }, { signal, noToast: true })).list.map((c) => ({
      value: c.id,
      label: c.name,
      hint: [COMPANY_ACCOUNT_KINDS[c.kind], c.bank_name, c.account_no].filter(Boolean).join(" "),
    })),
});
registerPicker("company_account", accounts(undefined));
/** Those that people pay from and book on by hand: channels pay out by themselves. */
registerPicker("cash_account", accounts(["bank", "card", "wallet"]));
/** Vouchers by their numbers. */
registerPicker("journal", {
  remote: true,
  load: async (keyword, signal) => {
    // Its words are many, and the sign-in page needs none of them.
    const { JOURNAL_KINDS } = await import("@visadesk/contract/finance/ledger.words.ts");
    return (await call("journal_query", { ...(keyword && { keyword }), page_size: 20 }, { signal, noToast: true })).list.map((j) => ({
      value: j.id,
      label: j.no,
      hint: `${JOURNAL_KINDS[j.kind]} ${yuan(j.amount)} · ${j.source_text}`,
    }));
  },
});
