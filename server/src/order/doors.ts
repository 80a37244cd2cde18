/** Reading doors of the order area: queues and tasks, figures, search, files, exports. `index.ts` passes them on. */
export { mayReadFile, type FileAccess } from "./file-access.sql.ts";
export { orderCurve, orderFigureList, type Figure, type Span } from "./order.figures.ts";
export { queues, type Queue } from "./order.queues.ts";
export { keywordText } from "./search.ts";
export { searchOrders } from "./search.sql.ts";
export { claimsWaiting, dueByDay, myQueues, queueCounts, taskPage, type QueueCount, type Task } from "./task.sql.ts";
