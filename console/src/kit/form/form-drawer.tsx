/**
 * A write in a drawer, for forms too tall for a dialog; props as `FormDialog`. Closing with changes asks first.
 *   <FormDrawer endpoint={teamApi.team_update} title="编辑团队" initial={{ id, version, name }} onClose={…}><Item name="name" /></FormDrawer>
 */
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import type { ReactNode } from "react";
import type { FormDrawerProps } from "./form-drawer-view.tsx";
import { part } from "../app/part.tsx";

const View = part<FormDrawerProps<Endpoint>>(() => import("./form-drawer-view.tsx").then((m) => m.FormDrawer));

export const FormDrawer = <E extends Endpoint>(props: FormDrawerProps<E>): ReactNode => (
  <View {...(props as unknown as FormDrawerProps<Endpoint>)} />
);
