import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
export type AllApi = Record<string, Endpoint>;
