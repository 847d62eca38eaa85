import { useBlocker } from '@tanstack/react-router';

const UNSENT = 'Leave without sending? The entries of this form are lost.';
const IN_DOUBT =
  'Leave all the same? It is not known whether the request was carried out. ' +
  'Look at the record before you enter it again.';

/** True when the page goes whatever was typed: it is of a person whose session is not that of the browser any more. */
let isOfAnother = false;

/**
 * Begins the console anew for who is signed in now. Nobody is asked: who would stay, would send what the person before
 * has typed in their own name.
 */
export function beginAnew(): void {
  isOfAnother = true;
  window.location.assign('/console/');
}

/**
 * Asks before a page with typed, unsent text is left or closed, or one whose request has no known answer yet.
 * @param isSent true as soon as the text has been sent, also before the page has been drawn again.
 */
export function useLeaveGuard(hasUnsent: boolean, isSent: () => boolean = () => false, isInDoubt = false): void {
  const isGuarded = hasUnsent || isInDoubt;
  useBlocker({
    shouldBlockFn: () => isGuarded && !isSent() && !window.confirm(isInDoubt ? IN_DOUBT : UNSENT),
    enableBeforeUnload: () => isGuarded && !isOfAnother,
    disabled: !isGuarded,
  });
}
