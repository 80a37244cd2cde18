/** Bodies of once.test.ts for SPU and what is generated from them. */
export const newSpu = {
  visa_product_unit_code: "ES-TOUR-01",
  name: "西班牙申根旅游签证",
  country_id: "ES",
  visa_type: 4,
  visa_form: "sticker" as const,
  entry_count: "by_issue" as const,
  stay_min: 0,
  stay_max: 90,
  stay_unit: "day" as const,
  validity: 0,
  validity_unit: "by_issue" as const,
  tags: [],
  images: [],
  sample_image: null,
  steps: [{ title: "提交资料", text: "按清单上传资料" }],
  detail: "",
  audience: "",
  keywords: "欧洲 申根",
  margin_floor: 1_000,
  sort: 0,
};

export const spuOnce = {
  bodies: {
    spu_add: () => Promise.resolve(newSpu),
    sku_generate: () =>
      Promise.resolve({
        visa_product_unit_code: "HK-LPASS",
        rows: [{ embassy_id: null, service_level: "一次", name: "一次过关服务" }],
        tier_kinds: [],
        from_sku_id: null,
      }),
  },
  other: { spu_add: { keywords: "另一个" }, sku_generate: { tier_kinds: ["slot" as const] } },
};
