import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { act, reactions } from '../api/client';
import { endingIn } from '../rules/session-time';
import { Button } from '../ui/button';
import { useSession } from './session';

const TICK_MS = 1_000;
const ASK_EVERY_MS = 30_000;

/** Says in the last two minutes that the session is about to end, and extends it when asked to. */
export function SessionClock() {
  const { view } = useSession();
  const queryClient = useQueryClient();
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const tick = setInterval(() => setNowMs(Date.now()), TICK_MS);
    // Other tabs and this one's own requests move the end: the server knows it.
    const ask = setInterval(() => void queryClient.invalidateQueries({ queryKey: ['getSession'] }), ASK_EVERY_MS);
    return () => {
      clearInterval(tick);
      clearInterval(ask);
    };
  }, [queryClient]);
  const ending = endingIn(view, nowMs);
  const isOver = ending?.leftMs === 0;
  useEffect(() => {
    if (isOver) reactions.sessionEnded();
  }, [isOver]);
  if (!ending || isOver) return null;
  const extend = async (): Promise<void> => {
    await act('renewSession').catch(() => undefined);
    await queryClient.invalidateQueries({ queryKey: ['getSession'] });
  };
  return (
    <div role="alert" className="flex flex-wrap items-center justify-center gap-3 bg-warn-soft px-4 py-2 text-warn">
      Your session ends in {Math.ceil(ending.leftMs / 1_000)} seconds.
      {ending.canExtend ? (
        <Button isSmall onClick={() => void extend()}>
          Stay signed in
        </Button>
      ) : (
        'Send what you are typing, then sign in again.'
      )}
    </div>
  );
}
