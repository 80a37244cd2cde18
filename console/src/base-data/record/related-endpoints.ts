/** Endpoints of 关联商品 by noun. Nouns without substitutes have no `swap`. */
import { appointmentApi } from "@visadesk/contract/base-data/calendar/appointment.ts";
import { countryApi } from "@visadesk/contract/base-data/country.ts";
import { documentApi, PAPERS } from "@visadesk/contract/base-data/paper/document.ts";
import { embassyApi } from "@visadesk/contract/base-data/embassy.ts";
import type { RelatedEndpoints, RelatedList, ReplaceEndpoints } from "@visadesk/contract/base-data/paper/record.ts";
import { refundPolicyApi } from "@visadesk/contract/base-data/refund-policy.ts";
import type { RecordNoun } from "./record-nouns.ts";

export interface Swap {
  replace: ReplaceEndpoints<"x">["x_replace"];
  check: ReplaceEndpoints<"x">["x_replace_check"];
  pick: ReplaceEndpoints<"x">["x_replace_pick"];
}
export interface RelatedOf {
  label: string;
  head: RelatedEndpoints<"x">["x_related_get"];
  list: RelatedList;
  swap?: Swap;
  /** May be taken off a product without a substitute. */
  removable?: true;
}

const shown = <N extends RecordNoun>(noun: N, label: string, api: RelatedEndpoints<N>): RelatedOf => ({
  label,
  head: api[`${noun}_related_get`],
  list: api[`${noun}_product_query`],
});
const swap = <N extends RecordNoun>(noun: N, api: ReplaceEndpoints<N>): Swap => ({
  replace: api[`${noun}_replace`],
  check: api[`${noun}_replace_check`],
  pick: api[`${noun}_replace_pick`],
});

const paper = <N extends keyof typeof PAPERS>(noun: N, api: RelatedEndpoints<N> & ReplaceEndpoints<N>): RelatedOf => ({
  ...shown(noun, PAPERS[noun].label, api),
  swap: swap(noun, api),
  removable: true,
});

export const RELATED: Readonly<Record<RecordNoun, RelatedOf>> = {
  elec: paper("elec", documentApi),
  mail: paper("mail", documentApi),
  bring: paper("bring", documentApi),
  photo: paper("photo", documentApi),
  application: paper("application", documentApi),
  appointment: shown("appointment", "最近可约日期", appointmentApi),
  country: shown("country", "国家/地区", countryApi),
  embassy: { ...shown("embassy", "使领馆与签证中心", embassyApi), swap: swap("embassy", embassyApi) },
  refund_policy: {
    ...shown("refund_policy", "退款政策", refundPolicyApi),
    swap: swap("refund_policy", refundPolicyApi),
  },
};
