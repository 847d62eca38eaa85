import type { INestApplicationContext } from '@nestjs/common';
import { IdAllocator } from '../common/database/id-allocator';
import { type Tx, UnitOfWork, withoutTimeLimit } from '../common/database/unit-of-work';
import { Clock } from '../common/time/clock';
import { Institution } from '../institutions/institution.entity';
import { DataImport } from './data-import.entity';
import { HistoryCheck } from './history-check';
import { checksumOf, filesIn, type FoundFile } from './import-files';
import { ImportLoading } from './import-loading';
import type { ImportProgress } from './import-progress';
import { type ImportReferences, ImportRefusedError, readReferences } from './import-references';
import { ImportStaging } from './import-staging';
import { type ImportTotals, importTotals } from './import-totals';
import { validateStaged } from './import-validation';
import { writeRefusedLines } from './refused-lines';

/** The author of imported records; the operator's own name is in the audit log. */
const ACTOR = 'operator:import';

/** The step of an import that is read and checked. */
const FIRST_STEP = 'customers';
/** The step of an import whose staged rows are being deleted: what is left of it must not be loaded. */
const DISCARDED = 'discarded';

/** Staged rows that one statement deletes. */
const DELETED_MAX = 20_000;

const DELETE_STAGED = `DELETE FROM import_row r
  USING (SELECT file, line FROM import_row WHERE institution_id = $1 AND import_id = $2 LIMIT ${DELETED_MAX}) staged
  WHERE r.institution_id = $1 AND r.import_id = $2 AND r.file = staged.file AND r.line = staged.line`;

/** A run of `corebank import`. */
export interface ImportOrder {
  institutionId: number;
  folder: string;
  /** Where refused lines are written. */
  refusedFile: string;
  /** False for a dry run, which changes no record of the books. */
  apply: boolean;
  operator: string;
}

export interface ImportOutcome {
  importId: number;
  /** `Refused` when lines were refused: nothing was loaded. */
  result: 'DryRun' | 'Refused' | 'Completed' | 'CompletedBefore';
  cutOverOn: string;
  totals: ImportTotals;
  refused: number;
}

/** A dry run loads nothing. @throws ImportRefusedError for an import that stopped while it was loaded */
function assertNotHalfLoaded({ id, status, startedAt, startedBy }: DataImport): void {
  if (status === 'Loading')
    throw new ImportRefusedError(
      `Import ${id} of ${startedAt.toISOString().slice(0, 10)} by ${startedBy} has loaded a part of these files: add ` +
        '--apply to load the rest, or restore the backup from before it.',
    );
}

/**
 * Another import would mix with the rest of one that stopped in the middle.
 * @throws ImportRefusedError
 */
async function assertNoneHalfLoaded(tx: Tx, institutionId: number): Promise<void> {
  const other = await tx.findOneBy(DataImport, { institutionId, status: 'Loading' });
  if (other)
    throw new ImportRefusedError(
      `Import ${other.id} of ${other.startedAt.toISOString().slice(0, 10)} by ${other.startedBy} is half loaded: run ` +
        'the command with its unchanged files first, or restore the backup from before it.',
    );
}

/** @throws ImportRefusedError when another run has begun with the same files at the same moment */
async function insertNew(tx: Tx, staged: DataImport): Promise<void> {
  const inserted = await tx
    .createQueryBuilder()
    .insert()
    .into(DataImport)
    .values({ ...staged, totals: null })
    .orIgnore()
    .returning('id')
    .execute();
  if ((inserted.raw as unknown[]).length === 0) throw takenOver();
}

/** For a run whose staged rows another run of the same files has deleted. */
function takenOver(): ImportRefusedError {
  return new ImportRefusedError(
    'Another run of the command has begun with the same files and has taken them over: nothing was loaded here. ' +
      'Wait until it has ended, and run the command once more.',
  );
}

/** Brings the books of an old system over (docs/import.md): stage, validate, and, when it is wanted, load. */
export class DataImports {
  private readonly unitOfWork: UnitOfWork;

  constructor(private readonly app: INestApplicationContext) {
    this.unitOfWork = app.get(UnitOfWork);
  }

  /** @throws ImportRefusedError, CsvFileError */
  async run(order: ImportOrder, progress: ImportProgress): Promise<ImportOutcome> {
    const { institutionId, folder } = order;
    const files = filesIn(folder);
    const references = await this.unitOfWork.read(institutionId, (tx) => readReferences(this.app, tx, institutionId));
    const checksum = await checksumOf(files);
    const known = await this.unitOfWork.read(institutionId, (tx) =>
      tx.findOneBy(DataImport, { institutionId, checksum }),
    );
    if (known && known.status !== 'Staging') {
      if (!order.apply) assertNotHalfLoaded(known);
      return this.goOn(known, { references, files }, progress);
    }
    if (known && !(await this.discard(known))) throw takenOver();
    if (order.apply) await this.unitOfWork.read(institutionId, (tx) => assertNoneHalfLoaded(tx, institutionId));
    const staged = await this.stage(order, { checksum, files, references }, progress);
    const totals = staged.totals as ImportTotals;
    const refused = Object.values(totals.lines).reduce((sum, file) => sum + file.refused, 0);
    const outcome = { importId: staged.id, cutOverOn: references.institution.businessDate, totals, refused };
    if (refused > 0)
      await writeRefusedLines(this.unitOfWork, { institutionId, importId: staged.id }, order.refusedFile);
    if (refused > 0 || !order.apply) {
      await this.discard(staged);
      return { ...outcome, result: order.apply ? 'Refused' : 'DryRun' };
    }
    await this.goOn(await this.begun(staged, references), { references, files }, progress);
    return { ...outcome, result: 'Completed' };
  }

  /** Completes an import whose loading has begun; one that is complete only loses its staged rows. */
  private async goOn(
    started: DataImport,
    { references, files }: { references: ImportReferences; files: readonly FoundFile[] },
    progress: ImportProgress,
  ): Promise<ImportOutcome> {
    const wasCompleted = started.status === 'Completed';
    if (!wasCompleted) await new ImportLoading(this.app, references, ACTOR).load(started, files, progress);
    await this.deleteStaged(started);
    return {
      importId: started.id,
      result: wasCompleted ? 'CompletedBefore' : 'Completed',
      cutOverOn: started.cutOverOn!,
      totals: started.totals as ImportTotals,
      refused: 0,
    };
  }

  private async stage(
    { institutionId, operator, folder }: ImportOrder,
    { checksum, files, references }: { checksum: string; files: readonly FoundFile[]; references: ImportReferences },
    progress: ImportProgress,
  ): Promise<DataImport> {
    const staged: DataImport = {
      institutionId,
      id: await this.app.get(IdAllocator).next(),
      checksum,
      status: 'Staging',
      step: FIRST_STEP,
      position: 0,
      cutOverOn: null,
      totals: null,
      startedBy: operator,
      startedAt: this.app.get(Clock).now(),
      completedAt: null,
    };
    await this.unitOfWork.run(institutionId, (tx) => insertNew(tx, staged));
    try {
      staged.totals = await this.checked(staged, { files, references }, progress);
      // A file that is still being copied is staged in part, and history is read again when it is loaded.
      if ((await checksumOf(filesIn(folder))) !== checksum)
        throw new ImportRefusedError(
          `The files in ${folder} were changed while they were read: wait until they are complete, and run the ` +
            'command again.',
        );
      return staged;
    } catch (error) {
      // A file that cannot be read would leave personal data behind, because the corrected files are another import.
      await this.discard(staged);
      throw error;
    }
  }

  /** Stages the files, refuses what cannot be taken over, and counts. */
  private async checked(
    { institutionId, id: importId }: DataImport,
    { files, references }: { files: readonly FoundFile[]; references: ImportReferences },
    progress: ImportProgress,
  ): Promise<ImportTotals> {
    await new ImportStaging(this.app, references, ACTOR).stage(importId, files, progress);
    progress.end();
    await this.unitOfWork.run(institutionId, (tx) => tx.query('SELECT analyse_staged_rows()'));
    await this.unitOfWork.run(institutionId, (tx) => validateStaged(tx, { institutionId, importId }, references));
    const history = files.find(({ name }) => name === 'history');
    const lines = history
      ? await new HistoryCheck(this.app, references, importId).run(history, progress)
      : { lines: undefined, byProduct: {}, byBranch: {} };
    progress.end();
    return this.unitOfWork.read(institutionId, async (tx) => {
      await withoutTimeLimit(tx);
      const totals = await importTotals(tx, institutionId, importId, lines);
      // Afterwards: rows are deleted behind the mark, so totals of a part of them are never shown.
      const where = { institutionId, id: importId, step: FIRST_STEP };
      if (!(await tx.existsBy(DataImport, where))) throw takenOver();
      return totals;
    });
  }

  private async begun(staged: DataImport, references: ImportReferences): Promise<DataImport> {
    try {
      return await this.beginLoading(staged, references);
    } catch (error) {
      await this.discard(staged);
      throw error;
    }
  }

  private async beginLoading(staged: DataImport, { institution }: ImportReferences): Promise<DataImport> {
    const { institutionId, id, totals } = staged;
    const begun = { status: 'Loading' as const, cutOverOn: institution.businessDate };
    await this.unitOfWork.run(institutionId, async (tx) => {
      // The lock makes an import see another one that began at the same moment, and the end of day sees both.
      const { businessDate } = await tx.findOneOrFail(Institution, {
        where: { institutionId },
        lock: { mode: 'for_no_key_update' },
      });
      if (businessDate !== institution.businessDate)
        throw new ImportRefusedError(
          `The business date became ${businessDate} while the files were checked for ${institution.businessDate}: ` +
            'nothing was loaded. Run the command again.',
        );
      await assertNoneHalfLoaded(tx, institutionId);
      const whole = { institutionId, id, status: 'Staging' as const, step: FIRST_STEP };
      const { affected } = await tx.update(DataImport, whole, { ...begun, totals: totals! });
      if (affected !== 1) throw takenOver();
    });
    return { ...staged, ...begun };
  }

  /**
   * Deletes an import whose loading has not begun. It is marked before its rows go, so that a run that still stages it
   * never loads what is left of them.
   * @returns false for an import whose loading has begun: only its completion ends it.
   */
  private async discard(staged: DataImport): Promise<boolean> {
    const { institutionId, id } = staged;
    const mayGo = await this.unitOfWork.run(institutionId, async (tx) => {
      const { affected } = await tx.update(DataImport, { institutionId, id, status: 'Staging' }, { step: DISCARDED });
      return affected === 1 || !(await tx.existsBy(DataImport, { institutionId, id }));
    });
    if (!mayGo) return false;
    await this.deleteStaged(staged);
    await this.unitOfWork.run(institutionId, (tx) => tx.delete(DataImport, { institutionId, id, status: 'Staging' }));
    return true;
  }

  /** Staged rows hold personal data twice, so they go as soon as they are loaded or refused. */
  private async deleteStaged({ institutionId, id }: DataImport): Promise<void> {
    for (;;) {
      const deleted = await this.unitOfWork.run(institutionId, async (tx) => {
        const [, count] = await tx.query<[unknown, number]>(DELETE_STAGED, [institutionId, id]);
        return count;
      });
      if (deleted < DELETED_MAX) return;
    }
  }
}
