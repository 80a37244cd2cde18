/** Words SPU and SKU are found by: what they are called, and the same as it is typed in pinyin. */
import { initialsOf, pinyinOf } from "#kit/pinyin.ts";

const SPLIT = /[\s,，、;；]+/;
const wordsOf = (keywords: string): string[] => keywords.split(SPLIT).filter((w) => w !== "");
const spelled = (text: string): string[] => [text, pinyinOf(text), initialsOf(text)];

export interface SpuWords {
  visa_product_unit_code: string;
  name: string;
  keywords: string;
}
/** Its country's names are read where they are kept. */
export const spuTexts = ({ visa_product_unit_code, name, keywords }: SpuWords): string[] => [
  visa_product_unit_code,
  ...spelled(name),
  ...wordsOf(keywords).flatMap(spelled),
];

export interface SkuWords {
  sku_no: string;
  name: string;
  spu_name: string;
  keywords: string;
  country_name: string;
  country_pinyin: string;
}
export const skuTexts = (s: SkuWords): string[] => [
  s.sku_no,
  ...spelled(s.name),
  ...spelled(s.spu_name),
  ...wordsOf(s.keywords).flatMap(spelled),
  s.country_name,
  s.country_pinyin,
];
