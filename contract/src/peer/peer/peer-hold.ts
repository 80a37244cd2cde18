/** 管控: what people stop a peer from, and what they let it do for a time although something stops it. */
import { api, done, pick, write } from "../../kit/endpoint.ts";
import { choice, choices, id, int, text, time } from "../../kit/field.ts";
import { may } from "../../permissions.ts";
import { peerHold } from "./peer.ts";
import { BLOCK_CAUSES, BLOCKS } from "./peer.words.ts";

const peerId = id("同行", "peer");
const reason = text("原因", { min: 5, max: 200 });

export const peerHoldApi = api({
  peer_hold_add: write(
    "冻结同行",
    may.peer,
    {
      peer_id: peerId,
      kind: choice("类型", { risk: "风险", manual: "人工" }),
      blocks: choices("限制", BLOCKS).min(1, { error: "请选择限制" }),
      reason,
    },
    peerHold,
    { key: true },
  ),
  peer_hold_release: write("解除管控", may.peer_terms_review, { ...pick(peerHold, "id", "version"), reason }, done),
  /** Ends by itself at the second it names, at most seven days from now. */
  peer_hold_waive: write(
    "临时放行",
    may.peer_terms_review,
    {
      peer_id: peerId,
      cause: choice("放行原因", BLOCK_CAUSES),
      cause_id: int("放行对象", 1, 9_000_000_000_000_000),
      until: time("放行至"),
      reason,
    },
    peerHold,
    { key: true },
  ),
});
