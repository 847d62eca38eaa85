import { useEffect, useRef, useState } from 'react';
import { type Answer, read } from '../../../api/client';
import { count } from '../../../rules/naira';
import { plural } from '../../../rules/words';
import { Button } from '../../../ui/button';
import { Notice, ProblemNotice } from '../../../ui/notice';

type Verdict = Answer<'verifyAuditLog'>;

interface Progress {
  rows: number;
  seals: number;
  verdict?: Verdict;
  isDone: boolean;
}

/** Goes through the whole log, a part at a time, until its end or the first misfit. */
function useVerification() {
  const [progress, setProgress] = useState<Progress>();
  const [problem, setProblem] = useState<unknown>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const verify = async (): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setProblem(undefined);
    let state: Progress = { rows: 0, seals: 0, isDone: false };
    setProgress(state);
    try {
      for (let next: number | null = 0; next !== null;) {
        const verdict: Verdict = await read('verifyAuditLog', {
          query: { AfterNumber: next, Rows: 10_000 },
          signal: controller.signal,
        });
        next = verdict.intact ? verdict.next : null;
        state = {
          rows: state.rows + verdict.verifiedRows,
          seals: state.seals + verdict.verifiedSeals,
          verdict,
          isDone: next === null,
        };
        setProgress(state);
      }
    } catch (error) {
      setProgress(undefined);
      if (!controller.signal.aborted) setProblem(error);
    }
  };
  return { progress, problem, verify, stop: () => running.current?.abort() };
}

/** Proves that no entry of the log was changed, removed or put in. */
export function VerifyLog() {
  const { progress, problem, verify, stop } = useVerification();
  const isRunning = progress !== undefined && !progress.isDone;
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button isBusy={isRunning} onClick={() => void verify()}>
          Verify the audit log
        </Button>
        {isRunning && (
          <Button look="quiet" onClick={stop}>
            Stop
          </Button>
        )}
        <span className="text-muted">
          Every entry is chained to the one before; a change anywhere breaks the chain.
        </span>
      </div>
      <div role="status">
        {isRunning && <p className="m-0">{count(progress.rows)} entries verified so far …</p>}
        {progress?.isDone && <Result {...progress} />}
      </div>
      <ProblemNotice problem={problem} />
    </div>
  );
}

function Result({ rows, seals, verdict }: Progress) {
  if (!verdict) return null;
  const misfit = verdict.firstMisfit;
  if (misfit)
    return (
      <Notice tone="danger">
        <strong>The log is not intact.</strong> {misfit.message}
        {misfit.number !== null && ` Number ${count(misfit.number)}.`} Keep the database as it is and tell whoever
        answers for it.
      </Notice>
    );
  return (
    <Notice tone="good">
      <strong>The log is intact.</strong> {plural(rows, 'entry', 'entries')} and {plural(seals, 'seal')} were verified
      {verdict.waitingRows > 0 &&
        `; the newest ${plural(verdict.waitingRows, 'entry', 'entries')} will be chained shortly`}
      .
    </Notice>
  );
}
