/** Words and state of a grant, for its list and its drawer. */
import { StateTag } from "#kit/page/flow-tag.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { grantChangeFlow, type grantChangeApi } from "@visadesk/contract/setting/grant-change.ts";

export type GrantChange = Output<typeof grantChangeApi.grant_change_query>["list"][number];

export const GrantState = ({ change: c }: { change: GrantChange }) => {
  const state = grantChangeFlow.states[c.grant_status];
  return <StateTag tone={state.tone}>{c.is_sole ? "单人生效" : state.label}</StateTag>;
};
