import { peerApiKey } from "@visadesk/contract/peer/peer/peer-api-key.ts";
import { noun } from "#kit/noun/noun.ts";

export const peerApiKeyNoun = noun("peer_api_key", {
  table: "peer_api_keys",
  shape: peerApiKey,
  title: "access_key",
  internal: ["secret_sealed", "place"],
});
