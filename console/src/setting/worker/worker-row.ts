import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { workerApi } from "@visadesk/contract/setting/worker.ts";

export type Worker = Output<typeof workerApi.worker_query>["list"][number];
