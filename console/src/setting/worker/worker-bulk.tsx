/** What a manager does with several accounts at once; each is judged by itself and the refused ones are named. */
import type { ReactElement } from "react";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { eachRow } from "#kit/act/each-row.ts";
import { tellOutcome } from "#kit/act/outcome.tsx";
import { confirm } from "#kit/app/feedback.ts";
import type { BulkAct, Selection } from "#kit/list/list-screen.tsx";
import { part } from "#kit/app/part.tsx";
import { idsOf } from "#kit/list/list-model.ts";
import { accountApi } from "@visadesk/contract/account/session.ts";
import { workerApi } from "@visadesk/contract/setting/worker.ts";
import type { TeamDialogProps } from "./worker-bulk-dialogs.tsx";

const TeamDialog = part<TeamDialogProps>(() => import("./worker-bulk-dialogs.tsx").then((m) => m.TeamDialog));

type Open = (make: (close: () => void) => ReactElement) => void;

const quiet = { noToast: true };
/** The selection knows ids alone, over several pages; only refused ones are asked for their name. */
const nameOf = (id: number): Promise<string> =>
  ask(accountApi.oss_account_query, { id }, quiet).then(
    (a) => (a.nickname ? `${a.nickname}（${a.account}）` : a.account),
    () => `编号 ${id}`,
  );

export function useBulk(open: Open): readonly BulkAct[] {
  const afterWrite = useAfterWrite();
  const moveTeam = (s: Selection): Promise<readonly number[]> =>
    new Promise((resolve, reject) => {
      open((close) => (
        <TeamDialog
          count={s.count}
          onClose={() => {
            close();
            reject(new Error("closed"));
          }}
          onPick={async (team_id) => {
            const outcome = await eachRow(idsOf(s), nameOf, (id) => ask(workerApi.oss_account_update, { id, team_id }, quiet));
            close();
            tellOutcome("换团队", "人", outcome);
            afterWrite();
            resolve(outcome.rest);
          }}
        />
      ));
    });
  const endSessions = async (s: Selection): Promise<false | readonly number[]> => {
    const sure = await confirm({
      title: `让 ${s.count} 人强制下线？`,
      content: "他们在所有设备上的登录都会退出，可以重新登录。",
      ok: "强制下线",
      danger: true,
    });
    if (!sure) return false;
    const outcome = await eachRow(idsOf(s), nameOf, (id) => ask(workerApi.worker_session_end, { id }, quiet));
    tellOutcome("强制下线", "人", outcome);
    afterWrite();
    return outcome.rest;
  };
  return [
    { label: "换团队", run: moveTeam, ids_only: true },
    { label: "强制下线", run: endSessions, ids_only: true, danger: true },
  ];
}
