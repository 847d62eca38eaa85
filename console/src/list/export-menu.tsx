import { useState } from 'react';
import { act, type BodyOf, newReference, permissionOf } from '../api/client';
import { useSession } from '../app/session';
import { may } from '../rules/permissions';
import { apiQuery, type SearchParams } from '../rules/search-params';
import { Menu } from '../ui/menu';
import { ProblemNotice } from '../ui/notice';
import { useTell } from '../ui/notices';

/** The name of a list in the API of exports. */
export type ExportReport = BodyOf<'createExport'>['report'];

const FORMATS = ['CSV', 'Excel'] as const;
/** An export has all pages of the list. */
const OF_PAGES = new Set(['PageNumber', 'PageSize', 'After']);

/** Starts the export of a whole list under its present filters and order; the file is fetched from Exports. */
export function ExportMenu({ report, query }: { report: ExportReport; query: SearchParams }) {
  const { permissions } = useSession();
  const tell = useTell();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const start = async (format: (typeof FORMATS)[number]): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    const parameters = Object.fromEntries(Object.entries(apiQuery(query)).filter(([name]) => !OF_PAGES.has(name)));
    try {
      await act('createExport', { body: { report, format, parameters }, reference: newReference() });
      tell('The export has begun. Its file will be under Exports.');
    } catch (error) {
      setProblem(error);
    }
    setBusy(false);
  };
  if (!may(permissions, permissionOf('createExport'))) return null;
  return (
    <>
      <Menu
        label="Export"
        items={FORMATS.map((format) => ({
          label: `All rows as ${format}`,
          onSelect: () => void start(format),
          reason: isBusy ? 'An export is being asked for.' : null,
        }))}
      />
      {!!problem && <ProblemNotice problem={problem} />}
    </>
  );
}
