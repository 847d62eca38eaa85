import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type DueRow, processDueRows, STEP_PAGE_SIZE } from '../../business-day/daily-step';
import { type ClosingDay, type DayStep, DaySteps, type StepProgress } from '../../business-day/day-steps';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { Lien } from './lien.entity';
import { Liens } from './liens';

const ACTOR = 'system:lien-expiry';

const DUE = `SELECT id, expiry_date::text AS "dueOn" FROM lien
  WHERE institution_id = $1 AND status = 'Active' AND expiry_date < $2 AND (expiry_date, id) > ($3, $4) ORDER BY expiry_date, id LIMIT ${STEP_PAGE_SIZE}`;

/** Ends the liens whose last business date is over. */
@Injectable()
export class LienExpiryStep implements DayStep, OnModuleInit {
  readonly name = 'lien-expiry';
  readonly title = 'Expiry of liens';

  constructor(
    private readonly steps: DaySteps,
    private readonly unitOfWork: UnitOfWork,
    private readonly liens: Liens,
  ) {}

  onModuleInit(): void {
    this.steps.register(this);
  }

  async run({ institutionId, nextDate }: ClosingDay, progress: StepProgress): Promise<void> {
    const rows = {
      subject: 'lien',
      page: (last: DueRow) => this.unitOfWork.read(institutionId, (tx) => this.page(tx, institutionId, nextDate, last)),
      process: ({ id }: DueRow) =>
        this.unitOfWork.run(institutionId, (tx) => this.expire(tx, institutionId, id, nextDate)),
    };
    await processDueRows(rows, progress);
  }

  private async page(tx: Tx, institutionId: number, nextDate: string, { dueOn, id }: DueRow): Promise<DueRow[]> {
    const rows = await tx.query<{ id: string; dueOn: string }[]>(DUE, [institutionId, nextDate, dueOn, id]);
    return rows.map((row) => ({ id: Number(row.id), dueOn: row.dueOn }));
  }

  /** A client may have released or prolonged the lien since it was looked up. */
  private async expire(tx: Tx, institutionId: number, id: number, nextDate: string): Promise<boolean> {
    const lien = await tx.findOneOrFail(Lien, { where: { institutionId, id }, lock: { mode: 'for_no_key_update' } });
    if (lien.status !== 'Active' || lien.expiryDate === null || lien.expiryDate >= nextDate) return false;
    await this.liens.expire(tx, { institutionId, actor: ACTOR }, lien);
    return true;
  }
}
