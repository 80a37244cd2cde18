import { part } from "#kit/app/part.tsx";
import { session } from "#kit/app/session.ts";

const PasswordForm = part<object>(() => import("./password-form.tsx").then((m) => m.PasswordForm));

export function PasswordDialog() {
  const open = session.use((s) => s.passwd_open && s.login !== null);
  // Unmounted when closed, so it opens empty.
  return open ? <PasswordForm /> : null;
}
