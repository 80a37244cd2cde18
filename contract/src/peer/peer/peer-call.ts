/** 今日回访: whom a BD calls in the morning and why, and what came of it. */
import { api, list, pick, write } from "../../kit/endpoint.ts";
import { anyOf, bool, choice, date, id, mobile, range, text, time, version, z } from "../../kit/field.ts";
import { may } from "../../permissions.ts";
import { PEER_CALL_QUEUES } from "../../workbench/queues.ts";
import { LEVEL_CODES } from "../level/level.words.ts";
import { CALL_RESULTS } from "./peer.words.ts";

export const peerCall = z.object({
  id: id("编号"),
  peer_id: id("同行", "peer"),
  peer_no: text("同行编号"),
  peer_name: text("同行"),
  level_id: choice("等级", LEVEL_CODES),
  worker_id: id("商务", "worker"),
  worker_name: z.nullable(text("商务")),
  listed_on: date("日期"),
  /** Why: one sentence of the radar. */
  sentence: text("原因"),
  contact_name: text("联系人", { min: 0 }),
  contact_mobile: mobile("手机"),
  contacted_at: z.nullable(time("联系时间")),
  contacted_by_name: z.nullable(text("联系人员")),
  result: z.nullable(choice("结果", CALL_RESULTS)),
  result_text: text("说明", { min: 0 }),
  /** The first paid order after it. */
  came_back_at: z.nullable(time("恢复下单")),
  version: version(),
});
const f = peerCall.shape;

export const peerCallApi = api({
  peer_call_query: list(
    "今日回访",
    { any: [may.peer, may.peer_manager] },
    {
      filter: {
        keyword: z.optional(text("同行编号/名称", { min: 0, max: 60 })),
        peer_id: z.optional(anyOf(f.peer_id)),
        worker_id: z.optional(anyOf(f.worker_id)),
        listed_on: z.optional(range("日期")),
        is_contacted: z.optional(bool("已联系")),
        result: z.optional(anyOf(choice("结果", CALL_RESULTS))),
        queue: z.optional(choice("待办", PEER_CALL_QUEUES)),
      },
      row: peerCall,
      sorts: ["listed_on"],
      exports: [
        "listed_on",
        "peer_no",
        "peer_name",
        "level_id",
        "worker_name",
        "sentence",
        "contact_name",
        "contact_mobile",
        "contacted_at",
        "contacted_by_name",
        "result",
        "result_text",
        "came_back_at",
      ],
    },
  ),
  peer_call_contact: write(
    "登记回访",
    may.peer,
    { ...pick(peerCall, "id", "version"), result: choice("结果", CALL_RESULTS), result_text: text("说明", { min: 0, max: 200 }) },
    peerCall,
  ),
});
