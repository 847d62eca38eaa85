import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Answer, type OperationId, permissionOf, read } from '../api/client';
import { useSession } from '../app/session';
import { may, missingText } from '../rules/permissions';
import { apiQuery, type SearchParams } from '../rules/search-params';
import { Notice, ProblemNotice } from '../ui/notice';
import { PageHead } from '../ui/page-head';
import { DownloadButtons } from './download-buttons';
import { ExportMenu, type ExportReport } from './export-menu';
import { Filters } from './filters';
import { useListSearch } from './list-page';

/** An answer that is shown, not the file that the same operation answers with a format. */
export type Shown<Id extends OperationId> = Exclude<Answer<Id>, { document: string }>;

/** A page of figures for chosen dates. */
export interface ReportDefinition<Id extends OperationId> {
  operation: Id;
  title: string;
  intro?: ReactNode;
  filters: readonly string[];
  labels?: Record<string, string>;
  /** Values of the filters until a person chooses others. */
  defaults?: SearchParams;
  formats?: readonly string[];
  /** The name of the report in the API of exports, where all of its rows can be had as a file. */
  exports?: ExportReport;
  /** A report inside another page: without a heading of its own. */
  isPart?: boolean;
}

/** Figures for the filters in the address, with their downloads. */
export function Report<Id extends OperationId>({
  of: report,
  children,
}: {
  of: ReportDefinition<Id>;
  children: (data: Shown<Id>, query: SearchParams) => ReactNode;
}) {
  const [search, change] = useListSearch();
  const { permissions } = useSession();
  const query = { ...report.defaults, ...apiQuery(search) };
  const permission = permissionOf(report.operation);
  const isAllowed = may(permissions, permission);
  const answer = useQuery({
    queryKey: [report.operation, query],
    queryFn: ({ signal }) => read(report.operation, { query, signal } as never),
    placeholderData: keepPreviousData,
    enabled: isAllowed,
  });
  const downloads = report.formats && (
    <DownloadButtons operation={report.operation} formats={report.formats} query={query} />
  );
  if (!isAllowed) return <Notice>{missingText(permission!)}</Notice>;
  return (
    <div className="space-y-4">
      {report.isPart ? (
        (report.intro || downloads) && (
          <div className="flex flex-wrap items-start justify-between gap-2">
            <p className="m-0 max-w-3xl text-muted">{report.intro}</p>
            <div className="flex gap-2">{downloads}</div>
          </div>
        )
      ) : (
        <PageHead title={report.title} intro={report.intro}>
          {downloads}
          {report.exports && <ExportMenu report={report.exports} query={query} />}
        </PageHead>
      )}
      <Filters list={report as never} search={search} onChange={(next) => change({ ...next, After: '' })} />
      <ProblemNotice problem={answer.error} retry={() => void answer.refetch()} />
      {answer.data !== undefined && !answer.error && (
        <div aria-busy={answer.isPlaceholderData} className="space-y-4">
          {children(answer.data as Shown<Id>, query)}
        </div>
      )}
      {answer.isPending && (
        <p role="status" className="m-0 text-muted">
          Loading …
        </p>
      )}
    </div>
  );
}
