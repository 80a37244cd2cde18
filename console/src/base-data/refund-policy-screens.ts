import { screens } from "#kit/screens.ts";

export const refundPolicyScreens = screens({});
