import { Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Tx, UnitOfWork } from '../../../common/database/unit-of-work';
import { Institution } from '../../../institutions/institution.entity';
import { type DueRow, runDailyStep, STEP_PAGE_SIZE } from '../../daily-step';
import type { Overdraft } from '../overdraft.entity';
import { Overdrafts } from '../overdrafts';

/**
 * Ends the overdrafts whose last business date is over and starts those whose first one has come. A step of the day: it
 * may run again, and finds only what is left.
 */
export class RollOverdrafts extends Command<number> {
  constructor(readonly institutionId: number) {
    super();
  }
}

const AUTHOR = 'system:overdraft-roll';

const ENDING = `SELECT id, expiry_date::text AS "dueOn" FROM overdraft
  WHERE institution_id = $1 AND status = 'Active' AND expiry_date < $2 AND (expiry_date, id) > ($3, $4) ORDER BY expiry_date, id LIMIT ${STEP_PAGE_SIZE}`;

const STARTING = `SELECT id, start_date::text AS "dueOn" FROM overdraft
  WHERE institution_id = $1 AND status = 'Active' AND NOT in_force AND start_date <= $2 AND expiry_date >= $2 AND (start_date, id) > ($3, $4)
  ORDER BY start_date, id LIMIT ${STEP_PAGE_SIZE}`;

@CommandHandler(RollOverdrafts)
export class RollOverdraftsHandler implements ICommandHandler<RollOverdrafts> {
  private readonly logger = new Logger(RollOverdraftsHandler.name);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly overdrafts: Overdrafts,
  ) {}

  /** @returns how many overdrafts ended or started. @throws StepIncompleteError when some could not. */
  async execute({ institutionId }: RollOverdrafts): Promise<number> {
    const { businessDate } = await this.unitOfWork.read(institutionId, (tx) => tx.findOneByOrFail(Institution, { institutionId }));
    const by = { institutionId, actor: AUTHOR };
    const ended = await this.each(institutionId, businessDate, ENDING, async (tx, overdraft) => {
      if (overdraft.status !== 'Active' || overdraft.expiryDate >= businessDate) return false;
      await this.overdrafts.expire(tx, by, overdraft);
      return true;
    });
    const started = await this.each(institutionId, businessDate, STARTING, async (tx, overdraft) => {
      if (overdraft.status !== 'Active' || overdraft.inForce || overdraft.startDate > businessDate) return false;
      await this.overdrafts.start(tx, by, overdraft);
      return true;
    });
    return ended + started;
  }

  /** Each overdraft is looked at again under its lock: a client may have changed it since it was looked up. */
  private each(institutionId: number, businessDate: string, due: string, change: (tx: Tx, overdraft: Overdraft) => Promise<boolean>): Promise<number> {
    return runDailyStep({
      page: (last) => this.unitOfWork.read(institutionId, (tx) => this.page(tx, due, [institutionId, businessDate, last.dueOn, last.id])),
      process: ({ id }) => this.unitOfWork.run(institutionId, async (tx) => change(tx, await this.overdrafts.lock(tx, institutionId, id))),
      failed: ({ id }, error) => this.logger.error({ err: error as Error, institutionId, overdraftId: id }, 'An overdraft could not be started or ended.'),
    });
  }

  private async page(tx: Tx, due: string, values: unknown[]): Promise<DueRow[]> {
    const rows = await tx.query<{ id: string; dueOn: string }[]>(due, values);
    return rows.map(({ id, dueOn }) => ({ id: Number(id), dueOn }));
  }
}
