import { useLayoutEffect, useRef } from 'react';
import { isTyping, PAIR_MS, shortcutOf } from '../rules/shortcuts';

export type Shortcuts = Record<string, (event: KeyboardEvent) => void>;

/** False when the person has switched single keys off; `Ctrl` combinations stay. */
export const singleKeys = { areOn: true };

/**
 * Listens for keys while the component is shown, from its first picture on: a key pressed right then is not lost.
 * Single keys do nothing inside inputs and behind dialogs.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const present = useRef(shortcuts);
  useLayoutEffect(() => {
    present.current = shortcuts;
  });
  useLayoutEffect(() => {
    let before: { key: string; at: number } | undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return;
      const isPair = before !== undefined && event.timeStamp - before.at < PAIR_MS;
      const name = shortcutOf(event, isPair ? before!.key : undefined);
      before = { key: event.key, at: event.timeStamp };
      const isSingle = !name.startsWith('Ctrl');
      if (
        isSingle &&
        (!singleKeys.areOn || isTyping(event.target as HTMLElement) || isBehindDialog(event.target as HTMLElement))
      )
        return;
      // A link or button that has the focus keeps Enter for itself.
      if (name === 'Enter' && (event.target as HTMLElement).closest('a,button')) return;
      const act = present.current[name];
      if (!act) return;
      event.preventDefault();
      act(event);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function isBehindDialog(target: HTMLElement): boolean {
  return document.querySelector('[role="dialog"]') !== null && !target.closest('[data-keys]');
}
