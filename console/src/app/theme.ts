import { useCallback, useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';

const YEAR_SECONDS = 31_536_000;
const listeners = new Set<() => void>();
const present = (): Theme => (document.documentElement.classList.contains('dark') ? 'dark' : 'light');

/**
 * The colours. They are kept in a cookie without any secret, from which the server writes the class of the page, so
 * that the first picture is right.
 */
export function useTheme(): { theme: Theme; setTheme: (theme: Theme) => void } {
  const theme = useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, present);
  const setTheme = useCallback((chosen: Theme) => {
    document.documentElement.classList.toggle('dark', chosen === 'dark');
    document.cookie = `corebank-theme=${chosen}; Path=/console; Max-Age=${YEAR_SECONDS}; SameSite=Strict`;
    for (const listener of listeners) listener();
  }, []);
  return { theme, setTheme };
}
