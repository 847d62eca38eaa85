import { commonErrors } from '../common/errors/common.errors';
import { type FieldError } from '../common/http/field-errors';
import { validationFailed, ValidationPipe } from '../common/http/validation.pipe';
import type { AnyExportReport } from './exported-list';
import { auditLogReport } from './reports/audit-report';
import { accountsReport, groupCustomersReport, individualCustomersReport } from './reports/customer-reports';
import { ledgerEntriesReport, postingsReport, transfersReport } from './reports/movement-reports';

/** Names of the lists that can be exported. */
export const EXPORT_REPORT_NAMES = [
  'individual-customers',
  'group-customers',
  'accounts',
  'transfers',
  'postings',
  'ledger-entries',
  'audit-log',
] as const;
export type ExportReportName = (typeof EXPORT_REPORT_NAMES)[number];

const REPORTS: Readonly<Record<ExportReportName, AnyExportReport>> = {
  'individual-customers': individualCustomersReport,
  'group-customers': groupCustomersReport,
  accounts: accountsReport,
  transfers: transfersReport,
  postings: postingsReport,
  'ledger-entries': ledgerEntriesReport,
  'audit-log': auditLogReport,
};

/** The job pages through the whole list. */
const OF_PAGES = ['PageNumber', 'PageSize', 'After'];
/** More than a caller may ask for: each page counts and takes a transaction. */
const PAGE_SIZE = 1_000;

const pipe = new ValidationPipe();

/** The list of an export. */
export function exportReportOf(name: string): AnyExportReport {
  return REPORTS[name as ExportReportName];
}

/**
 * Validates the parameters of an export as the route of its list does.
 * @throws VALIDATION_FAILED (400), naming the parameters
 */
export function assertExportParameters(report: AnyExportReport, parameters: Record<string, unknown>): void {
  const refused = (name: string): string | undefined =>
    OF_PAGES.some((page) => page.toLowerCase() === name.toLowerCase())
      ? 'has no place here: an export has the whole list'
      : Object.entries(report.without ?? {}).find(([without]) => without.toLowerCase() === name.toLowerCase())?.[1];
  const errors: FieldError[] = Object.keys(parameters).flatMap((name) => {
    const message = refused(name);
    return message === undefined ? [] : [{ field: name.slice(0, 100), message }];
  });
  if (errors.length > 0) throw validationFailed(errors);
  pipe.transform(parameters, { type: 'query', metatype: report.filters });
}

/** The query of the next page of the list, behind a cursor. */
export function exportPageQuery(
  report: AnyExportReport,
  parameters: Record<string, string>,
  after: string | null,
): object {
  const query = pipe.transform(parameters, { type: 'query', metatype: report.filters }) as object;
  return Object.assign(query, { PageSize: PAGE_SIZE }, after === null ? {} : { After: after });
}

/** @throws PERMISSION_DENIED (403) when one of the permissions is not held */
export function assertHeld(held: ReadonlySet<string>, permissions: readonly string[]): void {
  const missing = permissions.find((permission) => !held.has(permission));
  if (missing !== undefined) throw commonErrors.PERMISSION_DENIED(`The export needs the permission ${missing}.`);
}
