/** Door of messages and task marks. Ground for every area: it knows none of them. */
export { covers } from "./covers.sql.ts";
export { globalMessageNoun, handoverNoun, messageNouns, msgNoun, reminderMsgNoun, taskMarkNoun } from "./message.nouns.ts";
export { addRounds, sendMsg, type Ref } from "./msg-send.ts";
export { closeRows, openRows, settleMsg } from "./msg-close.ts";
export { remind } from "./remind.ts";
export {
  backToQueue,
  dropMarks,
  givenTo,
  keepAsking,
  lockTasks,
  marksOf,
  passTasks,
  putOff,
  seeTasks,
  taskKey,
  type TaskKey,
} from "./task-mark.sql.ts";
