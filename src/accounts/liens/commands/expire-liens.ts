import { Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Tx, UnitOfWork } from '../../../common/database/unit-of-work';
import { Institution } from '../../../institutions/institution.entity';
import { type DueRow, runDailyStep, STEP_PAGE_SIZE } from '../../daily-step';
import { Lien } from '../lien.entity';
import { Liens } from '../liens';

/** Ends the liens whose last business date is over. A step of the day: it may run again, and finds only what is left. */
export class ExpireLiens extends Command<number> {
  constructor(readonly institutionId: number) {
    super();
  }
}

const ACTOR = 'system:lien-expiry';

const DUE = `SELECT id, expiry_date::text AS "dueOn" FROM lien
  WHERE institution_id = $1 AND status = 'Active' AND expiry_date < $2 AND (expiry_date, id) > ($3, $4) ORDER BY expiry_date, id LIMIT ${STEP_PAGE_SIZE}`;

@CommandHandler(ExpireLiens)
export class ExpireLiensHandler implements ICommandHandler<ExpireLiens> {
  private readonly logger = new Logger(ExpireLiensHandler.name);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly liens: Liens,
  ) {}

  /** @returns how many liens ended. @throws StepIncompleteError when some could not be ended. */
  async execute({ institutionId }: ExpireLiens): Promise<number> {
    const { businessDate } = await this.unitOfWork.read(institutionId, (tx) => tx.findOneByOrFail(Institution, { institutionId }));
    return runDailyStep({
      page: (last) => this.unitOfWork.read(institutionId, (tx) => this.page(tx, institutionId, businessDate, last)),
      process: ({ id }) => this.unitOfWork.run(institutionId, (tx) => this.expire(tx, institutionId, id, businessDate)),
      failed: ({ id }, error) => this.logger.error({ err: error as Error, institutionId, lienId: id }, 'A lien could not be ended.'),
    });
  }

  private async page(tx: Tx, institutionId: number, businessDate: string, { dueOn, id }: DueRow): Promise<DueRow[]> {
    const rows = await tx.query<{ id: string; dueOn: string }[]>(DUE, [institutionId, businessDate, dueOn, id]);
    return rows.map((row) => ({ id: Number(row.id), dueOn: row.dueOn }));
  }

  /** A client may have released or prolonged the lien since it was looked up. */
  private async expire(tx: Tx, institutionId: number, id: number, businessDate: string): Promise<boolean> {
    const lien = await tx.findOneOrFail(Lien, { where: { institutionId, id }, lock: { mode: 'for_no_key_update' } });
    if (lien.status !== 'Active' || lien.expiryDate === null || lien.expiryDate >= businessDate) return false;
    await this.liens.expire(tx, { institutionId, actor: ACTOR }, lien);
    return true;
  }
}
