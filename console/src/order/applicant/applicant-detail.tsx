import { useParams } from "@tanstack/react-router";
import { idOf } from "#kit/filter/use-url.ts";
import { ApplicantPage } from "./applicant-page.tsx";

/** 申请人处理 */
export default function ApplicantDetail() {
  const { orderId, applicantId } = useParams({ strict: false });
  return <ApplicantPage orderId={idOf(orderId)} applicantId={idOf(applicantId)} admin={false} />;
}
