/** The policy asks for a second step: nothing else can be done until it is set up, and its recovery codes are seen. */
import { useState } from "react";
import { part } from "#kit/app/part.tsx";
import { session } from "#kit/app/session.ts";
import type { TotpDialogProps } from "./totp-dialog.tsx";

/** Set up once in a life: fetched then. */
const TotpDialog = part<TotpDialogProps>(() => import("./totp-dialog.tsx").then((m) => m.TotpDialog), null, "drawn");

export function TotpGate() {
  const due = session.use((s) => s.login !== null && !s.passwd_open && s.account?.must_totp === true);
  const on = session.use((s) => s.login !== null && s.account?.totp_on === true);
  const [shown, setShown] = useState(false);
  if (due && !shown) setShown(true);
  if (!shown || (!due && !on)) return null;
  return <TotpDialog due={due} onSeen={() => setShown(false)} />;
}
