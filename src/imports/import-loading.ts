import type { INestApplicationContext } from '@nestjs/common';
import { AuditLog } from '../common/audit/audit-log';
import { UnitOfWork } from '../common/database/unit-of-work';
import { Clock } from '../common/time/clock';
import { DataImport } from './data-import.entity';
import { HISTORY_STEP, HistoryLoading } from './history-loading';
import type { FoundFile } from './import-files';
import { ImportFollowUps } from './import-follow-ups';
import type { ImportProgress } from './import-progress';
import type { ImportReferences } from './import-references';
import { IMPORT_STEPS } from './import-steps';
import type { ImportStep, StagedLine } from './step-context';

const COMPLETE = 'complete';
/** Every step by name; the lines of history are loaded last, from their file. */
const STEP_NAMES = [...IMPORT_STEPS.map(({ name }) => name), HISTORY_STEP];

const itemsOf = (file: string): string => `LEFT JOIN LATERAL (SELECT i.content -> 'items' AS items FROM import_row i
     WHERE i.institution_id = $1 AND i.import_id = $2 AND i.file = '${file}' AND i.key = r.key LIMIT 1) i ON true`;

/** Looked up line by line: joined, the planner reads all customers for each line until it has counted the new ones. */
const CUSTOMER_TYPE = 'SELECT c.customer_type FROM customer c WHERE c.institution_id = $1 AND c.id = r.owner_id';

const linesOf = ({ file, where, itemsFile, linesMax }: ImportStep): string => `
  SELECT r.line, r.target_id, r.owner_id, r.balance_kobo, r.booked_kobo, r.branch_code, r.content,
         (${CUSTOMER_TYPE}) AS customer_type, ${itemsFile ? 'i.items' : 'NULL AS items'}
    FROM import_row r ${itemsFile ? itemsOf(itemsFile) : ''}
   WHERE r.institution_id = $1 AND r.import_id = $2 AND r.file = '${file}' AND r.line > $3 AND ${where ?? 'true'}
   ORDER BY r.line LIMIT ${linesMax}`;

const countOf = ({ file, where }: ImportStep): string => `SELECT count(*)::int AS total FROM import_row r
  WHERE r.institution_id = $1 AND r.import_id = $2 AND r.file = '${file}' AND r.line > $3 AND ${where ?? 'true'}`;

/** Loads the accepted lines of an import step by step. What a transaction loads moves the position with it. */
export class ImportLoading {
  private readonly unitOfWork: UnitOfWork;

  constructor(
    private readonly app: INestApplicationContext,
    private readonly references: ImportReferences,
    private readonly actor: string,
  ) {
    this.unitOfWork = app.get(UnitOfWork);
  }

  /** Completes the import from its position on. */
  async load(started: DataImport, files: readonly FoundFile[], progress: ImportProgress): Promise<void> {
    const { institutionId, id } = started;
    const first = Math.max(STEP_NAMES.indexOf(started.step), 0);
    for (const [index, step] of IMPORT_STEPS.entries()) {
      if (index < first || started.step === COMPLETE) continue;
      const position = index === first ? started.position : 0;
      const [counted] = await this.unitOfWork.read(institutionId, (tx) =>
        tx.query<{ total: number }[]>(countOf(step), [institutionId, id, position]),
      );
      progress.begin(step.name, counted!.total);
      for (;;) {
        const loaded = await this.loadNext(id, step, STEP_NAMES[index + 1]!);
        progress.add(loaded);
        if (loaded < step.linesMax) break;
      }
    }
    const history = files.find(({ name }) => name === HISTORY_STEP);
    await new HistoryLoading(this.app, institutionId, id, COMPLETE).load(history, progress);
    progress.end();
    await this.complete(id);
  }

  /** @returns the number of lines that were loaded; fewer than `linesMax` when the step is done. */
  private async loadNext(importId: number, step: ImportStep, nextStep: string): Promise<number> {
    const { references, actor } = this;
    const { institutionId } = references.institution;
    return this.unitOfWork.run(institutionId, async (tx) => {
      // Another process may be loading the same import: the row is locked, and its position is the truth.
      const started = await tx.findOneOrFail(DataImport, {
        where: { institutionId, id: importId },
        lock: { mode: 'for_no_key_update' },
      });
      if (started.step !== step.name) return 0;
      const lines = await tx.query<StagedLine[]>(linesOf(step), [institutionId, importId, started.position]);
      if (lines.length > 0) await step.load({ app: this.app, tx, started, references, actor }, lines);
      const isDone = lines.length < step.linesMax;
      const moved = isDone ? { step: nextStep, position: 0 } : { position: Number(lines.at(-1)!.line) };
      await tx.update(DataImport, { institutionId, id: importId }, moved);
      return lines.length;
    });
  }

  private async complete(importId: number): Promise<void> {
    const { institutionId } = this.references.institution;
    await this.unitOfWork.run(institutionId, async (tx) => {
      const started = await tx.findOneOrFail(DataImport, {
        where: { institutionId, id: importId },
        lock: { mode: 'for_no_key_update' },
      });
      if (started.status === 'Completed') return;
      const { checksum, totals, startedBy, cutOverOn } = started;
      await tx.update(
        DataImport,
        { institutionId, id: importId },
        { status: 'Completed', completedAt: this.app.get(Clock).now() },
      );
      await this.app.get(AuditLog, { strict: false }).record(
        tx,
        { institutionId, actor: this.actor },
        {
          action: 'import.complete',
          subject: `import:${importId}`,
          details: { operator: startedBy, checksum, cutOverOn, totals },
        },
      );
      await this.app.get(ImportFollowUps, { strict: false }).run(tx, institutionId);
    });
  }
}
