import { screens } from "#kit/screens.ts";

export const appointmentScreens = screens({});
