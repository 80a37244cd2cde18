import { useParams } from "@tanstack/react-router";
import { ApplicantPage } from "./applicant-page.tsx";

/** 申请人处理 */
export default function ApplicantDetail() {
  const { orderId, applicantId } = useParams({ strict: false });
  return <ApplicantPage orderId={Number(orderId)} applicantId={Number(applicantId)} admin={false} />;
}
