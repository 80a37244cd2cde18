import { useParams } from "@tanstack/react-router";
import { idOf } from "#kit/filter/use-url.ts";
import { ApplicantPage } from "./applicant-page.tsx";

/** 申请人详情 */
export default function AdminApplicantDetail() {
  const { orderId, applicantId } = useParams({ strict: false });
  return <ApplicantPage orderId={idOf(orderId)} applicantId={idOf(applicantId)} admin />;
}
