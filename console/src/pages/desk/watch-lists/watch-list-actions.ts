import type { Answer, Row } from '../../../api/client';
import { action } from '../../../form/action';
import { plural } from '../../../rules/words';

export type WatchList = Answer<'getWatchList'>;
export type Version = Row<'listWatchListVersions'>;

export const CREATE = action<undefined>()({
  operation: 'createWatchList',
  title: 'New watch-list',
  consequence: () => 'The list is empty until a file is imported and a version of it is activated.',
  opens: ({ code }) => `/aml/watch-lists/${code}`,
  done: 'The list has been added.',
});

/** Opens the dialog that reads the file. */
export const IMPORT = action<WatchList>()({
  operation: 'uploadWatchListVersion',
  title: 'Import a file',
  path: ({ code }) => ({ listCode: code }),
  done: 'The file has been imported.',
});

/** Puts a version of the list in use. */
export const activate = (listCode: string) =>
  action<Version>()({
    operation: 'activateWatchListVersion',
    title: 'Activate',
    path: () => ({ listCode }),
    fixed: ({ version }) => ({ version }),
    isFor: ({ status }) => status !== 'active',
    consequence: ({ version, entries }) =>
      `Version ${version} with ${plural(entries, 'entry', 'entries')} replaces the active one. ` +
      'Where it lacks more than 10 % of the active entries, a second person decides.',
    done: 'The version is active.',
  });
