import { useParams } from "@tanstack/react-router";
import { ApplicantPage } from "./applicant-page.tsx";

/** 申请人详情 */
export default function AdminApplicantDetail() {
  const { orderId, applicantId } = useParams({ strict: false });
  return <ApplicantPage orderId={Number(orderId)} applicantId={Number(applicantId)} admin />;
}
