import type { INestApplicationContext } from '@nestjs/common';
import { IdAllocator } from '../common/database/id-allocator';
import { type Tx, UnitOfWork, withoutTimeLimit } from '../common/database/unit-of-work';
import { Clock } from '../common/time/clock';
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
    if (known && known.status !== 'Staging') return this.goOn(known, { references, files }, progress);
    if (known) await this.discard(known);
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
    { institutionId, operator }: ImportOrder,
    { checksum, files, references }: { checksum: string; files: readonly FoundFile[]; references: ImportReferences },
    progress: ImportProgress,
  ): Promise<DataImport> {
    const staged: DataImport = {
      institutionId,
      id: await this.app.get(IdAllocator).next(),
      checksum,
      status: 'Staging',
      step: 'customers',
      position: 0,
      cutOverOn: null,
      totals: null,
      startedBy: operator,
      startedAt: this.app.get(Clock).now(),
      completedAt: null,
    };
    await this.unitOfWork.run(institutionId, (tx) => tx.insert(DataImport, { ...staged, totals: null }));
    try {
      staged.totals = await this.checked(staged, { files, references }, progress);
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
      return importTotals(tx, institutionId, importId, lines);
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
      // Of two imports that begin at the same moment the second one sees the first.
      await tx.query('SELECT 1 FROM institution WHERE institution_id = $1 FOR NO KEY UPDATE', [institutionId]);
      await assertNoneHalfLoaded(tx, institutionId);
      await tx.update(DataImport, { institutionId, id }, { ...begun, totals: totals! });
    });
    return { ...staged, ...begun };
  }

  private async discard(staged: DataImport): Promise<void> {
    const { institutionId, id } = staged;
    await this.deleteStaged(staged);
    await this.unitOfWork.run(institutionId, (tx) => tx.delete(DataImport, { institutionId, id, status: 'Staging' }));
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
