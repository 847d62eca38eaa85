import type { Type } from '@nestjs/common';
import type { QueryBus } from '@nestjs/cqrs';
import type { AuditedRead } from '../common/audit/audited-read';
import type { Column } from '../common/files/table';
import type { Page } from '../common/http/paging';

/** Whose rows are read, and with which permissions. */
export interface ExportScope {
  institutionId: number;
  permissions: ReadonlySet<string>;
}

/** Rows of a list that follow each other, and the cursor behind them. */
export interface ExportRows<Row> {
  rows: readonly Row[];
  nextAfter: string | null;
}

/** The rows of a page of a list, and its cursor. */
export function exportRowsOf<Row>({ data, nextAfter }: Page<Row>): ExportRows<Row> {
  return { rows: data, nextAfter: nextAfter ?? null };
}

/** A list that can be exported. It is read by the query of its route, so that the file shows what the list shows. */
export interface ExportReport<Filters extends object, Row> {
  /** In requests, and in the name of the file. */
  name: string;
  title: string;
  /** The permission of the list's route. */
  permission: string;
  /** Permissions with which the list shows more: whoever has lost one of them may not have the file. */
  widenedBy?: readonly string[];
  /** The audit log records a list that is confined to one person under this action, as on the list's route. */
  audited?: AuditedRead;
  /** The class of the query parameters of the list's route. */
  filters: Type<Filters>;
  /** Parameters of the route that an export does not take, with the reason. */
  without?: Readonly<Record<string, string>>;
  /** @param timeZone of the institution, for columns of times */
  columns(timeZone: string): Column<Row>[];
  read(queries: QueryBus, scope: ExportScope, filters: Filters): Promise<ExportRows<Row>>;
}

/** Any list, as the job reads it. */
export interface AnyExportReport extends Omit<ExportReport<object, never>, 'columns' | 'read'> {
  columns(timeZone: string): Column<never>[];
  read(queries: QueryBus, scope: ExportScope, filters: object): Promise<ExportRows<unknown>>;
}
