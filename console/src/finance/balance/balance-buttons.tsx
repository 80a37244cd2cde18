/** Buttons of every tab of the books; further ones join here. */
import { TraceButton } from "../trace/trace-button.tsx";

export const BalanceButtons = () => <TraceButton />;
