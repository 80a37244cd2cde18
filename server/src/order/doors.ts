/** Doors of the order area: queues, figures, search, files, and refunds that others start. `index.ts` passes them on. */
export { identityOf, mayReadFile } from "./material/file-access.sql.ts";
export { diffBack, refundStart, type RefundAsk } from "./refund/refund-open.ts";
export { markPaid, type ChannelPayment } from "./refund/refund-late.ts";
export { mayReadRefundFile } from "./refund/refund-files.sql.ts";
export { orderCurve, orderFigureList, type Span } from "./list/order.figures.ts";
export { keywordText } from "./list/search.ts";
export { lastReviews, rejectCounts, reviewStats } from "./desk/review-stat.sql.ts";
export { diffOrders, diffsOf, numberSubjects, reasonsOf, subjectNumbers, subjectsOf } from "./desk/subject.sql.ts";
export { searchOrders } from "./list/search.sql.ts";
export { dueByDay } from "./desk/task.sql.ts";
export { refundsWaiting } from "./refund/refund-read.sql.ts";
export { claimsWaiting } from "./claim/refuse-claim-list.sql.ts";
export { mayReadClaimFile } from "./claim/refuse-claim-read.ts";
export { orderDesks } from "./list/order.queues.ts";
