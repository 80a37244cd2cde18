/** Addresses of the order area's detail pages. */
import { to } from "#kit/screens.ts";

export const orderHref = (orderId: number): string => to("order-detail", { orderId });
export const adminOrderHref = (orderId: number): string => to("admin-order-detail", { orderId });
export const applicantHref = (orderId: number, applicantId: number): string => to("applicant-detail", { orderId, applicantId });
export const noticeHref = (orderId: number, applicantId: number): string => to("applicant-interview-print", { orderId, applicantId });
export const adminApplicantHref = (orderId: number, applicantId: number): string => to("admin-applicant-detail", { orderId, applicantId });
