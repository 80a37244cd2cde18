/** Door of messages and task marks. Ground for every area: it knows none of them. */
export { covers } from "./covers.sql.ts";
export { globalMessageNoun, handoverNoun, messageNouns, msgNoun, reminderMsgNoun } from "./message.nouns.ts";
export { addRounds, sendMsg, type Ref } from "./msg-send.ts";
export { closeRows, openRows, settleMsg } from "./msg-close.ts";
export { remind } from "./remind.ts";
