export type { AllApi } from "@visadesk/contract/index.ts";
