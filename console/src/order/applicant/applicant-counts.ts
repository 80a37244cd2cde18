/** Tab counts of the list of people, asked with the filter the rows are asked with. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { askFilter } from "#kit/act/ask.ts";
import { applicantApi } from "@visadesk/contract/order/applicant.ts";
import { countsOf, NO_COUNTS, withoutTab, type Counts } from "../list/list-counts.ts";

export function useApplicantCounts(filter: Record<string, unknown>): Counts {
  const body = withoutTab(filter);
  const answer = useQuery({
    queryKey: ["applicant_stat_get", body],
    queryFn: ({ signal }) => askFilter(applicantApi.applicant_stat_get, body, { signal, noToast: true }),
    placeholderData: keepPreviousData,
  });
  return answer.data ? countsOf(answer.data.tabs) : NO_COUNTS;
}
