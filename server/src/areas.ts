/** Every area's endpoints and jobs, nothing else. A missing endpoint does not compile. */
import type { EndpointName } from "@visadesk/contract/index.ts";
import type { Exportable } from "#kit/export.ts";
import type { JobDef } from "#kit/jobs.ts";
import type { Served } from "#kit/serve.ts";
import * as account from "./account/index.ts";
import * as baseData from "./base-data/index.ts";
import * as finance from "./finance/index.ts";
import * as order from "./order/index.ts";
import * as product from "./product/index.ts";
import * as setting from "./setting/index.ts";
import * as workbench from "./workbench/index.ts";

export const serving = {
  ...account.accountServer,
  ...account.personalServer,
  ...setting.roleServer,
  ...setting.workerServer,
  ...setting.operationLogServer,
  ...baseData.baseDataServer,
  ...product.skuServer,
  ...order.serving,
  ...finance.exportServer,
  ...finance.fileServer,
  ...workbench.workbenchServer,
} satisfies Readonly<Record<EndpointName, Served>>;

export const jobs: readonly JobDef[] = [...account.jobs, ...product.jobs, ...order.jobs, ...finance.jobs];
export const exportables: readonly Exportable[] = [...order.exportables, ...product.exportables];
