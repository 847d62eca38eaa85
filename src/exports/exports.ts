import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { In } from 'typeorm';
import { type AuditAuthor, AuditLog } from '../common/audit/audit-log';
import { IdAllocator } from '../common/database/id-allocator';
import { insertRows } from '../common/database/insert-rows';
import { listPage } from '../common/database/list-page';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import type { StaffActor } from '../common/http/actor';
import { Outcome } from '../common/http/outcome';
import type { Page } from '../common/http/paging';
import type { WriteRequest } from '../common/http/write-request';
import { IdempotentWrites } from '../common/idempotency/idempotent-writes';
import { jobRows } from '../common/jobs/job-queue';
import { Clock } from '../common/time/clock';
import { DocumentErasure } from '../documents/document-erasure';
import { DocumentStoreSelector } from '../documents/storage/document-store-selector';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import { removeExportContent } from './export-content';
import { assertExportParameters, assertHeld, exportReportOf, readExportPage } from './export-reports';
import { exportFileName, exportView } from './export-view';
import { WRITE_EXPORT_JOB } from './export-writer';
import { exportsErrors } from './exports.errors';
import { LIST_EXPORTS_OF_INSTITUTION_MAX, LIST_EXPORTS_OF_MEMBER_MAX } from './exports.settings';
import { type ExportStatus, ListExport } from './list-export.entity';
import type { CreateExportBody, ExportView, ListExportsQuery } from './list-exports.dto';

const OPEN: ExportStatus[] = ['Queued', 'Running'];
const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('list-exports:' || $1::bigint, 0))`;
/** Filters that say who a person is: the audit log, which nobody can erase, has their names only. */
const PERSONAL = new Set(['name', 'accountname', 'phonenumber', 'email']);

/** The file of an export, opened for its download. */
export interface OpenedExport {
  row: ListExport;
  fileName: string;
  content: Readable;
}

/** Exports of lists, each of the member of staff who asked for it (docs/api/exports.md). */
@Injectable()
export class Exports {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly writes: IdempotentWrites,
    private readonly queries: QueryBus,
    private readonly settings: InstitutionSettings,
    private readonly stores: DocumentStoreSelector,
    private readonly erasure: DocumentErasure,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Queues an export. A page of its list is read first, so that what the list refuses is refused at once.
   * @throws EXPORT_PARAMETERS_INVALID (422), PERMISSION_DENIED (403), TOO_MANY_EXPORTS (422), the errors of the list
   */
  async create(write: WriteRequest, staff: StaffActor, body: CreateExportBody): Promise<Outcome> {
    const report = exportReportOf(body.report);
    assertHeld(staff.permissions, [report.permission]);
    const given = body.parameters ?? {};
    assertExportParameters(report, given);
    const reader = { queries: this.queries, scope: staff };
    await readExportPage(report, reader, { parameters: given, after: null, pageSize: 1 });
    // Validated as query parameters, which are texts.
    const parameters = given as Record<string, string>;
    return this.writes.run(write, { ...body }, async (tx) => {
      const { institutionId, id: requestedBy } = staff;
      await this.assertRoom(tx, staff);
      const row = newExport({
        ...{ institutionId, requestedBy, parameters },
        id: await this.ids.next(),
        report: body.report,
        format: body.format,
        requestedAt: this.clock.now(),
      });
      await tx.insert(ListExport, row);
      const job = { institutionId, id: await this.ids.next(), kind: WRITE_EXPORT_JOB, payload: { exportId: row.id } };
      await insertRows(tx, jobRows(job));
      const { report: name, format } = row;
      await this.record(tx, write, 'export.create', row, { report: name, format, parameters: namedOnly(parameters) });
      return Outcome.done(exportView(row));
    });
  }

  /** The member's own exports, newest first. */
  list({ institutionId, id }: StaffActor, filters: ListExportsQuery): Promise<Page<ExportView>> {
    return this.unitOfWork.read(institutionId, (tx) => {
      const query = tx
        .createQueryBuilder(ListExport, 'x')
        .where('x.institution_id = :institutionId AND x.requested_by = :id', { institutionId, id })
        .orderBy('x.id', filters.Direction === 'Asc' ? 'ASC' : 'DESC');
      if (filters.Report !== undefined) query.andWhere('x.report = :report', { report: filters.Report });
      if (filters.Status !== undefined) query.andWhere('x.status = :status', { status: filters.Status });
      return listPage(tx, query, filters, exportView);
    });
  }

  /** @throws EXPORT_NOT_FOUND (404), also for an export of somebody else */
  async get(staff: StaffActor, exportId: number): Promise<ExportView> {
    return exportView(await this.unitOfWork.read(staff.institutionId, (tx) => this.requireOwn(tx, staff, exportId)));
  }

  /** Cancels an export that waits or runs; its job stops at the next page. @throws EXPORT_NOT_FOUND, EXPORT_STATE */
  cancel(write: WriteRequest, staff: StaffActor, exportId: number): Promise<Outcome> {
    return this.writes.run(write, { exportId }, async (tx) => {
      const row = await this.requireOwn(tx, staff, exportId, 'for_no_key_update');
      if (!OPEN.includes(row.status)) throw exportsErrors.EXPORT_STATE(`The export is ${row.status} already.`);
      const change = { status: 'Cancelled' as const, finishedAt: this.clock.now() };
      await tx.update(ListExport, { institutionId: row.institutionId, id: row.id }, change);
      await removeExportContent(tx, this.erasure, row, this.clock.now());
      await this.record(tx, write, 'export.cancel', row, { report: row.report });
      return Outcome.done(exportView({ ...row, ...change }));
    });
  }

  /**
   * Opens the file for its maker, who must still hold every permission that decided what is in it. The audit log has
   * the download before its first byte is sent.
   * @throws EXPORT_NOT_FOUND (404), EXPORT_STATE (409), PERMISSION_DENIED (403)
   */
  async open(author: AuditAuthor, staff: StaffActor, exportId: number): Promise<OpenedExport> {
    const row = await this.unitOfWork.run(staff.institutionId, async (tx) => {
      const found = await this.requireOwn(tx, staff, exportId);
      if (found.status !== 'Done')
        throw exportsErrors.EXPORT_STATE(`The export is ${found.status}; only one that is Done has a file.`);
      assertHeld(staff.permissions, found.permissions);
      const { report, format, rows, size } = found;
      await this.record(tx, author, 'export.download', found, { report, format, rows, size });
      await this.recordRead(tx, author, found);
      return found;
    });
    const key = { institutionId: row.institutionId, documentId: row.documentId! };
    const content = Readable.from(this.stores.storeOf(row.storage!).read(key), { objectMode: false });
    return { row, fileName: exportFileName(row), content };
  }

  /** Requests at once must not pass the limits together. @throws TOO_MANY_EXPORTS (422) */
  private async assertRoom(tx: Tx, { institutionId, id: requestedBy }: StaffActor): Promise<void> {
    await tx.query(LOCK, [institutionId]);
    const status = In(OPEN);
    const ofMember = Number(await this.settings.getWithin(tx, institutionId, LIST_EXPORTS_OF_MEMBER_MAX));
    if ((await tx.countBy(ListExport, { institutionId, requestedBy, status })) >= ofMember)
      throw exportsErrors.TOO_MANY_EXPORTS(
        `${ofMember} of your exports wait or run; wait for one of them, or cancel one.`,
        { exportsMax: ofMember },
      );
    const ofInstitution = Number(await this.settings.getWithin(tx, institutionId, LIST_EXPORTS_OF_INSTITUTION_MAX));
    if ((await tx.countBy(ListExport, { institutionId, status })) >= ofInstitution)
      throw exportsErrors.TOO_MANY_EXPORTS('Too many exports of the institution wait or run; try again later.', {
        exportsMax: ofInstitution,
      });
  }

  private async requireOwn(
    tx: Tx,
    { institutionId, id: requestedBy }: StaffActor,
    id: number,
    mode?: 'for_no_key_update',
  ): Promise<ListExport> {
    const lock = mode === undefined ? {} : { lock: { mode } };
    const row = await tx.findOne(ListExport, { where: { institutionId, id, requestedBy }, ...lock });
    if (!row) throw exportsErrors.EXPORT_NOT_FOUND();
    return row;
  }

  /** The file of a list of one person is a read of that person's record, as the list itself is. */
  private async recordRead(tx: Tx, author: AuditAuthor, { id, report, parameters }: ListExport): Promise<void> {
    const { audited } = exportReportOf(report);
    const given = new Map(Object.entries(parameters).map(([name, value]) => [name.toLowerCase(), value]));
    const subject = audited?.subject((name) => given.get(name.toLowerCase()));
    if (audited && subject !== undefined)
      await this.audit.record(tx, author, { action: audited.action, subject, details: { exportId: id } });
  }

  private async record(
    tx: Tx,
    author: AuditAuthor,
    action: string,
    { id }: ListExport,
    details: object,
  ): Promise<void> {
    await this.audit.record(tx, author, { action, subject: `export:${id}`, details });
  }
}

type NewExport = Pick<
  ListExport,
  'institutionId' | 'id' | 'report' | 'format' | 'parameters' | 'requestedBy' | 'requestedAt'
>;

function newExport(of: NewExport): ListExport {
  return {
    ...of,
    ...{ status: 'Queued', rows: 0, attempt: 0, permissions: [] },
    ...{ startedAt: null, finishedAt: null, expiresAt: null, documentId: null, storage: null, size: null },
    ...{ failureCode: null, failureMessage: null },
  };
}

/** The parameters without the values that say who a person is. */
function namedOnly(parameters: Record<string, string>): Record<string, string> {
  const shown = ([name, value]: [string, string]): [string, string] => [
    name,
    PERSONAL.has(name.toLowerCase()) ? '(given)' : value,
  ];
  return Object.fromEntries(Object.entries(parameters).map(shown));
}
