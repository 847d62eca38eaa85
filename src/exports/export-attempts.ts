import { Injectable } from '@nestjs/common';
import { IdAllocator } from '../common/database/id-allocator';
import { insertRows } from '../common/database/insert-rows';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import { commonErrors } from '../common/errors/common.errors';
import { jobRows } from '../common/jobs/job-queue';
import { Clock } from '../common/time/clock';
import { DocumentErasure } from '../documents/document-erasure';
import { DocumentStoreSelector } from '../documents/storage/document-store-selector';
import { Institution } from '../institutions/institution.entity';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import { Staff } from '../institutions/staff/staff.entity';
import { permissionsOf } from '../institutions/staff/staff-access';
import { removeExportContent } from './export-content';
import { EXPIRE_EXPORT_JOB } from './export-expiry';
import { assertHeld, exportReportOf } from './export-reports';
import { exportsPermissions } from './exports.permissions';
import { LIST_EXPORT_DAYS } from './exports.settings';
import { ListExport } from './list-export.entity';

const DAY_MS = 86_400_000;
/** Attempts of one export. Jobs whose process died are not counted by the queue, and a file could kill its process. */
const ATTEMPTS_MAX = 10;

/** The attempt has ended: the export was cancelled, or another process has begun it again. */
export class AttemptEndedError extends Error {
  constructor() {
    super('The attempt to write an export has ended.');
    this.name = 'AttemptEndedError';
  }
}

/** Why an export failed, for its maker. */
export interface ExportFailure {
  code: string;
  message: string;
}

/** An attempt that may write. */
export interface ExportAttempt {
  row: ListExport & { documentId: number };
  timeZone: string;
  /** The permissions that the maker held when the attempt began. */
  held: ReadonlySet<string>;
}

/** The stored state of the attempts to write exports: of several at a time only the last one can finish. */
@Injectable()
export class ExportAttempts {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: InstitutionSettings,
    private readonly stores: DocumentStoreSelector,
    private readonly erasure: DocumentErasure,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {}

  /**
   * Begins an export from its first row, also one whose process has died: nothing of a dead attempt is used.
   * @returns undefined where there is nothing to write
   * @throws PERMISSION_DENIED (403) when the maker may no longer see the list
   */
  begin(institutionId: number, id: number): Promise<ExportAttempt | undefined> {
    return this.unitOfWork.run(institutionId, async (tx) => {
      const row = await lock(tx, { institutionId, id });
      if (!row || (row.status !== 'Queued' && row.status !== 'Running')) return undefined;
      await removeExportContent(tx, this.erasure, row, this.clock.now());
      if (row.attempt >= ATTEMPTS_MAX) {
        await this.end(tx, row, {
          code: commonErrors.INTERNAL_ERROR.code,
          message: 'The export could not be written; start it again, with narrower filters.',
        });
        return undefined;
      }
      const held = await permissionsOfMaker(tx, row);
      const { permission, widenedBy = [] } = exportReportOf(row.report);
      const begun = {
        status: 'Running' as const,
        rows: 0,
        attempt: row.attempt + 1,
        permissions: [exportsPermissions.exportLists, permission, ...widenedBy.filter((wider) => held.has(wider))],
        documentId: await this.ids.next(),
        storage: this.stores.current.storage,
        startedAt: row.startedAt ?? this.clock.now(),
      };
      await tx.update(ListExport, { institutionId, id }, begun);
      const { timeZone } = await tx.findOneByOrFail(Institution, { institutionId });
      return { row: { ...row, ...begun }, timeZone, held };
    });
  }

  /**
   * Stores how many rows have been read, and looks whether the attempt may go on.
   * @throws AttemptEndedError; PERMISSION_DENIED (403) when the maker has lost a permission meanwhile
   */
  async advance(attempt: ExportAttempt, rows: number): Promise<void> {
    const { institutionId, id } = attempt.row;
    await this.unitOfWork.run(institutionId, async (tx) => {
      await this.lockRunning(tx, attempt);
      await tx.update(ListExport, { institutionId, id }, { rows });
    });
  }

  /** Offers the stored content as the file of the export. @throws as `advance` does */
  async finish(attempt: ExportAttempt, { rows, size }: { rows: number; size: number }): Promise<void> {
    const { institutionId, id } = attempt.row;
    const days = Number(await this.settings.get(institutionId, LIST_EXPORT_DAYS));
    await this.unitOfWork.run(institutionId, async (tx) => {
      await this.lockRunning(tx, attempt);
      const finishedAt = this.clock.now();
      const expiresAt = new Date(finishedAt.getTime() + days * DAY_MS);
      await tx.update(ListExport, { institutionId, id }, { status: 'Done', rows, size, finishedAt, expiresAt });
      const expiry = { institutionId, id: await this.ids.next(), kind: EXPIRE_EXPORT_JOB, payload: { exportId: id } };
      await insertRows(tx, jobRows({ ...expiry, dueAt: expiresAt }));
    });
  }

  /** Ends an export as failed, unless it has ended otherwise. */
  async fail({ institutionId, id }: { institutionId: number; id: number }, failure: ExportFailure): Promise<void> {
    await this.unitOfWork.run(institutionId, async (tx) => {
      const row = await lock(tx, { institutionId, id });
      if (row?.status !== 'Queued' && row?.status !== 'Running') return;
      await removeExportContent(tx, this.erasure, row, this.clock.now());
      await this.end(tx, row, failure);
    });
  }

  private async end(tx: Tx, { institutionId, id }: ListExport, { code, message }: ExportFailure): Promise<void> {
    await tx.update(
      ListExport,
      { institutionId, id },
      { status: 'Failed', finishedAt: this.clock.now(), failureCode: code, failureMessage: message.slice(0, 500) },
    );
  }

  private async lockRunning(
    tx: Tx,
    { row: { institutionId, id, attempt, permissions } }: ExportAttempt,
  ): Promise<void> {
    const row = await lock(tx, { institutionId, id });
    if (row?.status !== 'Running' || row.attempt !== attempt) throw new AttemptEndedError();
    assertHeld(await permissionsOfMaker(tx, row), permissions);
  }
}

function lock(tx: Tx, key: { institutionId: number; id: number }): Promise<ListExport | null> {
  return tx.findOne(ListExport, { where: key, lock: { mode: 'for_no_key_update' } });
}

/** @throws PERMISSION_DENIED (403) when the maker is not active or may not export the list */
async function permissionsOfMaker(tx: Tx, { institutionId, requestedBy, report }: ListExport): Promise<Set<string>> {
  const member = await tx.findOneBy(Staff, { institutionId, staffID: requestedBy });
  const held = new Set(member?.status === 'Active' ? await permissionsOf(tx, member) : []);
  assertHeld(held, [exportsPermissions.exportLists, exportReportOf(report).permission]);
  return held;
}
