/** 为什么派给它 over the present page: who could do it for somebody, in which order, and why the others were not taken. */
import { Button } from "antd";
import { useCan } from "#kit/app/session.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { supplierAssignmentApi } from "@visadesk/contract/supplier/supplier-assignment.ts";
import type { ReactNode } from "react";
import { CANDIDATE_KEY, CANDIDATE_PANEL } from "./candidate-panel.ts";

function candidateHref(applicantId: number): string {
  const params = new URLSearchParams(window.location.search);
  params.set("panel", CANDIDATE_PANEL);
  params.set(CANDIDATE_KEY, String(applicantId));
  return `${window.location.pathname}?${params}`;
}

/** Its words alone for those who may not see the ranking. */
export function CandidateLink({ applicantId, children }: { applicantId: number; children: ReactNode }) {
  const go = useGo();
  return useCan(supplierAssignmentApi.supplier_candidate_query.may) ? (
    <Button type="link" size="small" className="vd-plain-link" title="为什么派给它" onClick={() => go(candidateHref(applicantId))}>
      {children}
    </Button>
  ) : (
    children
  );
}
