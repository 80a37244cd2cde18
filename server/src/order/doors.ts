/** Reading doors of the order area: tasks, figures, search, files. `index.ts` passes them on. */
export { mayReadFile } from "./file-access.sql.ts";
export { orderCurve, orderFigureList, type Span } from "./order.figures.ts";
export { keywordText } from "./search.ts";
export { lastReviews, rejectCounts, reviewStats } from "./review-stat.sql.ts";
export { numberSubjects, subjectNumbers, subjectsOf } from "./subject.sql.ts";
export { searchOrders } from "./search.sql.ts";
export { claimsWaiting, dueByDay, queueCounts, taskPage, type QueueCount } from "./task.sql.ts";
