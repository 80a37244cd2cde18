/** Row peek: Space shows the row at the right without leaving the list. */
import { useState } from "react";
import { part } from "../app/part.tsx";
import type { PeekProps } from "./peek-drawer.tsx";
import "../kit.css";

const PeekDrawer = part<PeekProps>(() => import("./peek-drawer.tsx").then((m) => m.PeekDrawer));

export function Peek(props: PeekProps) {
  // Stays once it was opened, so that it can slide out.
  const [used, setUsed] = useState(props.open);
  if (props.open && !used) setUsed(true);
  return used ? <PeekDrawer {...props} /> : null;
}
