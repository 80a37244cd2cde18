/** Bodies of once.test.ts for SPU and what is generated from them. */
export const newSpu = {
  visa_product_unit_code: "AU-TOUR-01",
  name: "澳大利亚旅游签证(贴纸)",
  country_id: "AU",
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
  keywords: "堪培拉 赴澳",
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
