import { useBlocker } from '@tanstack/react-router';

/** Asks before a page with typed, unsent text is left or closed. */
export function useLeaveGuard(hasUnsent: boolean): void {
  useBlocker({
    shouldBlockFn: () => hasUnsent && !window.confirm('Leave without sending? The entries of this form are lost.'),
    enableBeforeUnload: () => hasUnsent,
    disabled: !hasUnsent,
  });
}
