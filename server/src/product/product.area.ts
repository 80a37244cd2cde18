/** The product area's endpoints, jobs and nouns in one piece; what it asks of the orders that rest on it. */
import { area } from "#kit/area.ts";
import type { PaperPushDoors, ProtectionDoors } from "./doors.ts";
import { insuranceProductServer } from "./insurance-product/insurance-product.ts";
import { adjustJobs } from "./price-adjustment/price-adjustment.jobs.ts";
import { priceAdjustmentServer } from "./price-adjustment/price-adjustment-serve.ts";
import { skuPriceServer } from "./price/sku-price.ts";
import { productRecommendServer } from "./product-recommend/product-recommend.ts";
import { productNouns } from "./product.nouns.ts";
import { refuseNoWorryLinkServer } from "./refuse-no-worry-product/refuse-no-worry-link.ts";
import { refuseNoWorryProductServer } from "./refuse-no-worry-product/refuse-no-worry-product.ts";
import { skuGenerateServer } from "./sku-generate/sku-generate.ts";
import { skuPaperPushJobs } from "./sku-paper-push/sku-paper-push.jobs.ts";
import { skuPaperPushServer } from "./sku-paper-push/sku-paper-push.ts";
import { skuScanJobs } from "./sku-scan/sku-scan.jobs.ts";
import { skuEditServer } from "./sku/sku-edit.ts";
import { skuMoveServer } from "./sku/sku-moves.ts";
import { jobs } from "./sku/sku.jobs.ts";
import { skuServer } from "./sku/sku.ts";
import { skuSnapshotServer } from "./snapshot/sku-snapshot.ts";
import { specialPriceJobs } from "./special-price-activity/special-price-activity.jobs.ts";
import { specialPriceActivityServer } from "./special-price-activity/special-price-activity.ts";
import { spuServer } from "./spu/spu.ts";

type Asks = ProtectionDoors &
  PaperPushDoors &
  Parameters<typeof specialPriceActivityServer>[0]["order"] &
  Parameters<typeof priceAdjustmentServer>[0];

export const productArea = (order: Asks) =>
  area("product", {
    nouns: productNouns,
    serving: {
      ...skuServer,
      ...skuSnapshotServer,
      ...skuGenerateServer,
      ...spuServer,
      ...skuEditServer,
      ...skuMoveServer,
      ...skuPaperPushServer(order),
      ...specialPriceActivityServer({ order }),
      ...skuPriceServer,
      ...priceAdjustmentServer(order),
      ...insuranceProductServer,
      ...refuseNoWorryProductServer(order),
      ...refuseNoWorryLinkServer(order),
      ...productRecommendServer,
    },
    jobs: [...jobs, ...skuScanJobs, ...adjustJobs, ...specialPriceJobs, ...skuPaperPushJobs(order)],
  });
