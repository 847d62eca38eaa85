import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { reactions } from '../api/client';
import { refresh } from '../api/refresh';
import { beginAnew } from '../form/leave-guard';
import { later } from '../ui/later';
import { sessionQuery, whose } from './first-reads';
import type { SessionView } from './session';

const StepUpDialog = later(() => import('./step-up-dialog'));
const SignInDialog = later(() => import('./sign-in-dialog'));

/**
 * Answers what any call may meet: a session that has ended, and a demand for a recent proof. Both open a dialog over
 * the page, so that nothing typed is lost.
 */
export function Guards() {
  const queryClient = useQueryClient();
  const [isSignedOut, setSignedOut] = useState(false);
  const [isProving, setProving] = useState(false);
  const answer = useRef<(isProven: boolean) => void>(() => undefined);

  useEffect(() => {
    reactions.sessionEnded = () => {
      // On the page of the sign-in itself, and before the first sign-in, the page says it.
      const hasSession = queryClient.getQueryData(['getSession']) !== undefined;
      if (hasSession) setSignedOut(true);
    };
    reactions.proveAgain = () => {
      setProving(true);
      return new Promise((resolve) => {
        answer.current = resolve;
      });
    };
    // Somebody else has signed in beside: what this tab shows and would send is of the person before.
    whose.onmessage = ({ data: email }: MessageEvent<string>) => {
      const shown = queryClient.getQueryData<SessionView>(['getSession']);
      if (shown && shown.email !== email) beginAnew();
    };
  }, [queryClient]);

  /** Goes on with what the page shows, for the same person: what it shows and what was typed is for nobody else. */
  const goOn = async (): Promise<void> => {
    const before = queryClient.getQueryData<SessionView>(['getSession']);
    const session = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
    if (session.email !== before?.email) return beginAnew();
    setSignedOut(false);
    await refresh(queryClient);
  };
  const prove = (isProven: boolean): void => {
    setProving(false);
    answer.current(isProven);
  };
  return (
    <>
      {isProving && <StepUpDialog onDone={prove} />}
      {isSignedOut && <SignInDialog onDone={goOn} />}
    </>
  );
}
