import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { act, type Answer } from '../api/client';
import { preferencesQuery } from './first-reads';
import { type Theme, useTheme } from './theme';
import { singleKeys } from './use-shortcuts';

export type Preferences = Answer<'getPreferences'>;

/** The member's preferences, which the server keeps; undefined while they load. */
export function usePreferences(): Preferences | undefined {
  return useQuery(preferencesQuery).data;
}

/** Each save sends all preferences: it waits for those before it, so that the latest one is kept. */
let saves = Promise.resolve();

/** Changes some of the preferences: at once on the screen, then on the server. */
export function useSetPreferences(): (change: Partial<Preferences>) => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(
    async (change) => {
      const before = queryClient.getQueryData<Preferences>(['getPreferences']);
      if (!before) return;
      const after = { ...before, ...change };
      queryClient.setQueryData(['getPreferences'], after);
      saves = saves.then(async () => {
        await act('setPreferences', { body: after }).catch(() =>
          queryClient.invalidateQueries({ queryKey: ['getPreferences'] }),
        );
      });
      await saves;
    },
    [queryClient],
  );
}

const DARK = '(prefers-color-scheme: dark)';

/** Applies the preferences to the page: colours, keys and the distance of rows. */
export function useAppliedPreferences(): void {
  const preferences = usePreferences();
  const { setTheme } = useTheme();
  useEffect(() => {
    if (!preferences) return;
    const system: Theme = window.matchMedia(DARK).matches ? 'dark' : 'light';
    setTheme(preferences.theme === 'system' ? system : preferences.theme);
    singleKeys.areOn = preferences.singleKeys;
    document.documentElement.dataset.density = preferences.density;
  }, [preferences, setTheme]);
}
