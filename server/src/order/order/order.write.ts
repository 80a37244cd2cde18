/** Handlers of everything that changes orders. Reads stand in *.read.ts; the door serves both. */
import type { applicantApi, custodyApi } from "@visadesk/contract/order/applicant.ts";
import type { applicantMaterialApi, submissionBatchApi, visitApi } from "@visadesk/contract/order/applicant-material.ts";
import type { expressApi } from "@visadesk/contract/order/express.ts";
import type { orderDiffApi } from "@visadesk/contract/order/order-diff.ts";
import type { orderApi } from "@visadesk/contract/order/order.ts";
import type { orderListApi } from "@visadesk/contract/order/order-list.ts";
import { found } from "#kit/http/refuse.ts";
import type { Handlers } from "#kit/call/serve.ts";
import { moveBatch } from "../applicant/applicant-batch.ts";
import { applicantSupplierSet } from "../applicant/applicant-supplier.ts";
import { adminCheckSet, applicantUpdate, hold, settlePriceUpdate, unhold } from "../applicant/applicant-field.ts";
import { issue, refuseVisa, resultSend } from "../applicant/applicant-result.ts";
import { originalsPass, originalsReject, resubmit, reviewFail, reviewPass, reviewReject } from "../applicant/applicant-review.ts";
import { embassySupplement, submit } from "../applicant/applicant-submit.ts";
import { NOT_FOUND } from "../flow/change.ts";
import { custodyMove } from "../express/custody.ts";
import { expressAdd, expressCancel, expressCheck, expressSend, expressSign } from "../express/express.ts";
import { orderOfApplicant } from "../flow/facts.sql.ts";
import { formSave, materialAdd, materialPass, materialReopen, materialSeen, materialUpload, materialWaive } from "../material/material.ts";
import { materialReject } from "../material/material-reject.ts";
import { diffAdd, diffCancel, diffDeduct, diffPay } from "./order-diff.ts";
import { addOrder } from "./order-entry.ts";
import {
  formSubmit,
  noteAdd,
  orderAssign,
  orderCancel,
  orderReceive,
  orderRestore,
  orderUpdate,
  uploadSubmit,
  wishSubmit,
  wishUpdate,
} from "./order-field.ts";
import { orderPayRegister } from "./order-pay.ts";
import { orderPayQuote } from "./peer-pay.ts";
import { orderBuyerGet } from "./order-buyer.ts";
import { orderQuote } from "./order-quote.ts";
import { rollback, rollbackPreview } from "../flow/rollback.ts";
import { batchCancel, batchHandOver, batchLineRemove, batchPlan, batchScan, batchSubmit } from "../express/submission-batch.ts";
import { trainDone } from "../desk/training.ts";
import { noticeSend, visitAccept, visitAttend, visitBook, visitDecline, visitMiss, visitPropose } from "../applicant/visit.ts";

export const orderWrites = {
  order_quote: orderQuote,
  order_buyer_get: orderBuyerGet,
  order_add: (input, ctx) => addOrder(ctx, input),
  order_update: orderUpdate,
  order_wish_submit: wishSubmit,
  order_wish_update: wishUpdate,
  order_upload_submit: uploadSubmit,
  order_form_submit: formSubmit,
  order_pay_register: orderPayRegister,
  order_pay_quote: orderPayQuote,
  order_cancel: orderCancel,
  order_restore: orderRestore,
  order_receive: orderReceive,
  order_assign: orderAssign,
  order_note_add: noteAdd,
} satisfies Partial<Handlers<typeof orderApi & typeof orderListApi>>;

export const applicantWrites = {
  applicant_update: applicantUpdate,
  applicant_review_pass: reviewPass,
  applicant_review_reject: reviewReject,
  applicant_resubmit: resubmit,
  applicant_review_fail: reviewFail,
  applicant_originals_pass: originalsPass,
  applicant_originals_reject: originalsReject,
  applicant_train_done: trainDone,
  applicant_submit: submit,
  applicant_embassy_supplement: embassySupplement,
  applicant_issue: issue,
  applicant_refuse: refuseVisa,
  applicant_result_send: resultSend,
  applicant_hold: hold,
  applicant_unhold: unhold,
  applicant_admin_check_set: adminCheckSet,
  applicant_rollback_preview: rollbackPreview,
  applicant_rollback: rollback,
  applicant_settle_price_update: settlePriceUpdate,
  applicant_supplier_set: applicantSupplierSet,
  applicant_move_batch: moveBatch,
} satisfies Partial<Handlers<typeof applicantApi>>;

export const applicantMaterialWrites = {
  applicant_material_upload: materialUpload,
  applicant_material_pass: materialPass,
  applicant_material_reject: materialReject,
  applicant_material_waive: materialWaive,
  applicant_material_reopen: materialReopen,
  applicant_material_add: async (input, ctx) =>
    materialAdd(input, ctx, found(await orderOfApplicant(ctx.db, input.applicant_id), NOT_FOUND).order_id),
  applicant_material_seen: materialSeen,
  applicant_form_save: formSave,
} satisfies Handlers<typeof applicantMaterialApi>;

export const visitWrites = {
  visit_propose: visitPropose,
  visit_book: visitBook,
  visit_accept: visitAccept,
  visit_decline: visitDecline,
  visit_notice_send: noticeSend,
  visit_attend: visitAttend,
  visit_miss: visitMiss,
} satisfies Handlers<typeof visitApi>;

export const submissionBatchWrites = {
  submission_batch_add: batchPlan,
  submission_batch_line_remove: batchLineRemove,
  submission_batch_scan: batchScan,
  submission_batch_hand_over: batchHandOver,
  submission_batch_submit: (input, ctx) => batchSubmit(input, ctx),
  submission_batch_cancel: batchCancel,
} satisfies Partial<Handlers<typeof submissionBatchApi>>;

export const expressWrites = {
  express_add: expressAdd,
  express_send: expressSend,
  express_sign: expressSign,
  express_check: expressCheck,
  express_cancel: expressCancel,
} satisfies Handlers<typeof expressApi>;
export const orderDiffWrites = {
  order_diff_add: diffAdd,
  order_diff_pay: diffPay,
  order_diff_deduct: diffDeduct,
  order_diff_cancel: diffCancel,
} satisfies Partial<Handlers<typeof orderDiffApi>>;
export const custodyWrites = { custody_move: custodyMove } satisfies Partial<Handlers<typeof custodyApi>>;
