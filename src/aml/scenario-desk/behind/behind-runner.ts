import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { AppConfig } from '../../../common/config/app-config';
import { InstitutionsWith } from '../../../common/database/institutions-with';
import { type Tx, UnitOfWork } from '../../../common/database/unit-of-work';
import { ThreadSlices } from '../../../common/thread-slices';
import { groupVerdicts, judge } from '../../scenarios/evaluate';
import type { KeptMovement } from '../packed-movement';
import { type RowQuery, ScenarioSets, type ScenariosInUse } from '../scenario-sets';
import { AccountFolds } from './account-folds';
import { type JudgedMovement, ScenarioFindings } from './findings';
import { lastMovement, nextMovements } from './movement-marks';

const EVERY_MS = 1_000;
/** Chunks of one institution in one round, so that a long backlog of one does not delay the others. */
const CHUNKS_IN_ROUND_MAX = 20;

const HAS_WORK = `SELECT 1 FROM institution i WHERE i.institution_id = $1 AND (i.scenarios_version > 0 OR EXISTS (
  SELECT 1 FROM movement_facts f WHERE f.institution_id = $1
     AND f.seq > coalesce((SELECT m.read_seq FROM aml_movement_mark m WHERE m.institution_id = $1), 0)))`;

/**
 * Judges movements behind their postings, a second or so later, by every scenario in shadow and live, those that are
 * also decided under the lock included (docs/domain/aml.md#scenarios). Each movement is judged once, in the order of
 * the decisions of its account: the mark moves in the transaction that stores the verdicts, so a killed process leaves
 * both undone.
 */
@Injectable()
export class BehindRunner implements BeforeApplicationShutdown {
  private readonly logger = new Logger(BehindRunner.name);
  private readonly busy: InstitutionsWith;
  private running: Promise<void> | undefined;
  private stopped = false;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly config: AppConfig,
    private readonly sets: ScenarioSets,
    private readonly findings: ScenarioFindings,
  ) {
    this.busy = new InstitutionsWith(unitOfWork, (institutionId) => this.hasWork(institutionId));
  }

  /** A round over every institution; one that is still running is not joined by another. */
  @Interval(EVERY_MS)
  async tick(): Promise<void> {
    if (!this.config.backgroundWork || this.running || this.stopped) return;
    this.running = this.runAll().finally(() => (this.running = undefined));
    await this.running;
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await this.running;
  }

  /** Judges the committed movements of one institution. @returns how many */
  async run(institutionId: number): Promise<number> {
    let total = 0;
    for (let chunk = 0; chunk < CHUNKS_IN_ROUND_MAX && !this.stopped; chunk += 1) {
      const last = await this.unitOfWork.read(institutionId, (tx) => lastMovement(tx, institutionId));
      if (last === null) break;
      const { judged, hasMore } = await this.unitOfWork.run(institutionId, (tx) =>
        this.judgeNext(tx, institutionId, last),
      );
      total += judged;
      if (!hasMore) break;
    }
    return total;
  }

  private async judgeNext(tx: Tx, institutionId: number, last: number): Promise<{ judged: number; hasMore: boolean }> {
    const { movements, hasMore } = await nextMovements(tx, institutionId, last);
    if (movements.length === 0) return { judged: 0, hasMore };
    const [row] = await tx.query<{ version: string }[]>(
      'SELECT scenarios_version AS version FROM institution WHERE institution_id = $1',
      [institutionId],
    );
    const query: RowQuery = (_name, text, values) => tx.query(text, values);
    const inUse = await this.sets.of(query, institutionId, Number(row!.version));
    const folds = await AccountFolds.load(
      tx,
      institutionId,
      movements,
      inUse?.customerWindowsSince ?? 0,
      inUse?.settings,
    );
    const judged = await judgeEach(inUse, folds, movements);
    await folds.store(tx);
    if (inUse) await this.findings.store(tx, institutionId, judged);
    return { judged: movements.length, hasMore };
  }

  private async runAll(): Promise<void> {
    try {
      for (const institutionId of await this.busy.list()) await this.runOne(institutionId);
    } catch (error) {
      this.logger.warn(
        { err: error as Error },
        'Institutions with movements could not be found; the next round tries again.',
      );
    }
  }

  private async runOne(institutionId: number): Promise<void> {
    try {
      await this.run(institutionId);
    } catch (error) {
      this.logger.warn(
        { err: error as Error, institutionId },
        'Movements could not be judged by AML scenarios; the next round tries again.',
      );
    }
  }

  private async hasWork(institutionId: number): Promise<boolean> {
    const rows = await this.unitOfWork.read(institutionId, (tx) => tx.query<object[]>(HAS_WORK, [institutionId]));
    return rows.length > 0;
  }
}

/** The findings about each movement, in order. Other work has its turn between them. */
async function judgeEach(
  inUse: ScenariosInUse | undefined,
  folds: AccountFolds,
  movements: readonly KeptMovement[],
): Promise<JudgedMovement[]> {
  const judged: JudgedMovement[] = [];
  const slices = new ThreadSlices();
  for (const read of movements) {
    judged.push(...judgedBy(inUse, folds, read));
    if (slices.isOver) await slices.next();
  }
  return judged;
}

/** Findings of live and shadow scenarios of both speeds about a movement. The state is kept in any case. */
function judgedBy(inUse: ScenariosInUse | undefined, folds: AccountFolds, read: KeptMovement): JudgedMovement[] {
  const source = folds.next(read);
  if (!inUse || read.movement.isReleased) return [];
  const modes = ['live', 'shadow'] as const;
  return modes.flatMap((mode) => {
    const { lock, behind } = inUse[mode];
    const [locked, later] = [judge(lock, source), judge(behind, source)];
    const groups = groupVerdicts(lock.groups, locked.verdicts, later.verdicts);
    return [
      { ...locked, groups: [] },
      { ...later, groups },
    ]
      .filter((evaluation) => evaluation.verdicts.length > 0 || evaluation.groups.length > 0)
      .map((evaluation) => ({ read, mode, evaluation }));
  });
}
