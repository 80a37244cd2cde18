/** Name of the panel 为什么派给它, and what stands in the address for the person it is about. */
export const CANDIDATE_PANEL = "supplier-candidates";
export const CANDIDATE_KEY = "candidate_of";
