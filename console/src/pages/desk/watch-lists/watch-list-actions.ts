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

const path = ({ code }: WatchList) => ({ listCode: code });
const hasSource = ({ source }: WatchList): boolean => source !== null;

/** Where the versions of a list are fetched. */
export const SOURCE_ACTIONS = [
  action<WatchList>()({
    operation: 'requestWatchListFetch',
    title: 'Fetch now',
    path,
    isFor: hasSource,
    reason: ({ source }) => (source?.isFetching ? 'The list is being fetched now.' : null),
    consequence: () =>
      'A new version is in use at once, unless it lacks more than 10 % of the entries in use. If the fetch fails, ' +
      'the version in use stays.',
    done: 'The fetch begins.',
  }),
  action<WatchList>()({
    operation: 'setWatchListSource',
    title: 'Set the source',
    path,
    labels: { url: 'Address', everyHours: 'Fetch every (hours)' },
    initial: ({ source }) => (source ? { url: source.url, everyHours: source.everyHours } : {}),
    consequence: () => 'A second person approves a new address, or more hours. A new address is fetched at once.',
    done: 'The source has been changed.',
  }),
  action<WatchList>()({
    operation: 'removeWatchListSource',
    title: 'Remove the source',
    isDanger: true,
    path,
    isFor: hasSource,
    consequence: () => 'A second person approves it. The versions stay, and staff send new files.',
    done: 'The source has been removed.',
  }),
];

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
