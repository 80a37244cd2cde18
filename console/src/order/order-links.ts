/** Addresses of the order area's detail pages. */
export const orderHref = (orderId: number): string => `/order/detail/${orderId}`;
export const adminOrderHref = (orderId: number): string => `/order/admin-order/detail/${orderId}`;
export const applicantHref = (orderId: number, applicantId: number): string => `/order/applicant-detail/${orderId}/${applicantId}`;
export const adminApplicantHref = (orderId: number, applicantId: number): string => `/order/admin-applicant-detail/${orderId}/${applicantId}`;
