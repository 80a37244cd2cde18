/** The stored nouns of order. */
import { orderNoun } from "./order/order.noun.ts";
import { orderDiffNoun } from "./order/order-diff.noun.ts";
import { applicantNoun } from "./applicant/applicant.noun.ts";
import { visitNoun } from "./applicant/visit.noun.ts";
import { materialNoun } from "./material/material.noun.ts";
import { submissionBatchNoun } from "./express/submission-batch.noun.ts";
import { expressNoun } from "./express/express.noun.ts";
import { custodyNoun } from "./express/custody.noun.ts";
import { orderRemindNoun } from "./desk/order-remind.noun.ts";
import { orderEvaluateAppealNoun, orderEvaluateNoun } from "./desk/evaluate.noun.ts";
import { refundNoun } from "./refund/refund.noun.ts";
import { orderExpireNoun } from "./expire/order-expire.noun.ts";
import { orderLimitNoun } from "./expire/order-limit.noun.ts";
import { orderConsistencyNoun } from "./consistency/order-consistency.noun.ts";
import { orderNoteNoun } from "./list/order-note.noun.ts";

export const orderNouns = [
  orderNoun,
  orderDiffNoun,
  applicantNoun,
  visitNoun,
  materialNoun,
  submissionBatchNoun,
  expressNoun,
  custodyNoun,
  orderRemindNoun,
  orderEvaluateNoun,
  orderEvaluateAppealNoun,
  orderNoteNoun,
  refundNoun,
  orderExpireNoun,
  orderLimitNoun,
  orderConsistencyNoun,
];
