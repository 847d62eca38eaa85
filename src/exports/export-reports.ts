import type { QueryBus } from '@nestjs/cqrs';
import { AppError } from '../common/errors/app-error';
import { commonErrors } from '../common/errors/common.errors';
import { type FieldError } from '../common/http/field-errors';
import { validationFailed, ValidationPipe } from '../common/http/validation.pipe';
import type { AnyExportReport, ExportRows, ExportScope } from './exported-list';
import { exportsErrors } from './exports.errors';
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

/** A page of the list of an export. */
interface ExportPage {
  /** Texts, under the names of the query parameters of the list. */
  parameters: Record<string, unknown>;
  after: string | null;
  pageSize?: number;
}

const pipe = new ValidationPipe();

/** The list of an export. */
export function exportReportOf(name: string): AnyExportReport {
  return REPORTS[name as ExportReportName];
}

/**
 * Refuses parameters that no export of the list takes: pages, and what the list says of itself.
 * @throws EXPORT_PARAMETERS_INVALID (422), naming the parameters
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
  if (errors.length > 0) throw parametersInvalid(validationFailed(errors));
}

/**
 * What the route of a list refuses as an invalid request is, in an export, a request of the right form with parameters
 * that this list does not take. Other errors stay as they are.
 */
function parametersInvalid(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== commonErrors.VALIDATION_FAILED.code) return error;
  return exportsErrors.EXPORT_PARAMETERS_INVALID(error.message, error.details);
}

/**
 * Reads a page of the list, behind a cursor, with the parameters validated as the route of the list does.
 * @throws EXPORT_PARAMETERS_INVALID (422), naming the parameters, and the errors of the list
 */
export async function readExportPage(
  report: AnyExportReport,
  { queries, scope }: { queries: QueryBus; scope: ExportScope },
  { parameters, after, pageSize = PAGE_SIZE }: ExportPage,
): Promise<ExportRows<unknown>> {
  try {
    const query = pipe.transform(parameters, { type: 'query', metatype: report.filters }) as object;
    const page = Object.assign(query, { PageSize: pageSize }, after === null ? {} : { After: after });
    return await report.read(queries, scope, page);
  } catch (error) {
    throw parametersInvalid(error);
  }
}

/** @throws PERMISSION_DENIED (403) when one of the permissions is not held */
export function assertHeld(held: ReadonlySet<string>, permissions: readonly string[]): void {
  const missing = permissions.find((permission) => !held.has(permission));
  if (missing !== undefined) throw commonErrors.PERMISSION_DENIED(`The export needs the permission ${missing}.`);
}
