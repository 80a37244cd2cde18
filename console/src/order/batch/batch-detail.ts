import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { submissionBatchApi } from "@visadesk/contract/order/applicant-material.ts";

export type BatchDetail = Output<typeof submissionBatchApi.submission_batch_get>;
