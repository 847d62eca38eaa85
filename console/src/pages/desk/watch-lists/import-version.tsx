import { act, type Answer } from '../../../api/client';
import { useMay } from '../../../app/session';
import { useSearchParams } from '../../../app/use-search-params';
import { useOpenAction } from '../../../form/action-host';
import { type RefusedLine, UploadDialog } from '../../../form/upload-dialog';
import { plural } from '../../../rules/words';
import type { WatchList } from './watch-list-actions';

type Imported = Answer<'uploadWatchListVersion'>;

/** The dialog that the address opens with `do=uploadWatchListVersion`. */
export function ImportVersion({ list }: { list: WatchList }) {
  const search = useSearchParams();
  const open = useOpenAction();
  const may = useMay();
  if (search.do !== 'uploadWatchListVersion' || !may('uploadWatchListVersion')) return null;
  return (
    <UploadDialog
      title={`Import a file of ${list.name}`}
      submit="Import the file"
      accept={list.format.endsWith('csv') ? '.csv,text/csv' : '.xml,text/xml'}
      help="The file as its publisher gives it, at most 10 MB."
      notice="The file is read whole or not at all. Its version is not in use before it is activated."
      tooLarge="The file is larger than 10 MB, which is the most that a list takes."
      send={async (file, reference) => {
        const path = { listCode: list.code };
        const { data } = await act('uploadWatchListVersion', { path, body: file, reference });
        return summaryOf(data);
      }}
      refusedLines={(data) => (data as { problems?: RefusedLine[] } | null)?.problems}
      onClose={() => open(undefined)}
    />
  );
}

function summaryOf({ version, entries, added, changed, removed, importedBefore }: Imported): string {
  if (importedBefore) return `The file is that of version ${version}; nothing has changed.`;
  const count = plural(entries, 'entry', 'entries');
  return `Version ${version} has ${count}: ${added} added, ${changed} changed, ${removed} removed.`;
}
