/** Every stored noun, area by area; loops, the record log and the erasure read nothing else. */
import { accountNouns } from "./account/account.nouns.ts";
import { baseDataNouns } from "./base-data/base-data.nouns.ts";
import { filesNouns } from "./files/files.nouns.ts";
import { financeNouns } from "./finance/finance.nouns.ts";
import type { AnyNoun } from "#kit/noun/noun.ts";
import { orderNouns } from "./order/order.nouns.ts";
import { productNouns } from "./product/product.nouns.ts";
import { settingNouns } from "./setting/setting.nouns.ts";
import { supplierNouns } from "./supplier/supplier.nouns.ts";

export const nouns: readonly AnyNoun[] = [
  ...orderNouns,
  ...productNouns,
  ...baseDataNouns,
  ...supplierNouns,
  ...financeNouns,
  ...filesNouns,
  ...accountNouns,
  ...settingNouns,
];
