import { useBlocker } from '@tanstack/react-router';

/**
 * Asks before a page with typed, unsent text is left or closed.
 * @param isSent true as soon as the text has been sent, also before the page has been drawn again.
 */
export function useLeaveGuard(hasUnsent: boolean, isSent: () => boolean = () => false): void {
  useBlocker({
    shouldBlockFn: () =>
      hasUnsent && !isSent() && !window.confirm('Leave without sending? The entries of this form are lost.'),
    enableBeforeUnload: () => hasUnsent,
    disabled: !hasUnsent,
  });
}
