import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { type InstitutionRound, InstitutionRounds } from '../common/database/institution-rounds';
import { UnitOfWork } from '../common/database/unit-of-work';
import { RiskRaters } from './risk-raters';

const EVERY_MS = 10_000;
const AT_ONCE = 200;

const TAKE = `DELETE FROM risk_rating_due WHERE institution_id = $1 AND id IN (
   SELECT id FROM risk_rating_due WHERE institution_id = $1 ORDER BY since LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)
  RETURNING id, NOT EXISTS (SELECT 1 FROM risk_rating r WHERE r.institution_id = $1 AND r.id = risk_rating_due.id) AS is_new`;

/** Rates customers who were opened or changed, seconds behind the change (docs/api/risk-ratings.md#when). */
@Injectable()
export class DueRatings {
  private readonly round: InstitutionRound;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly raters: RiskRaters,
    rounds: InstitutionRounds,
  ) {
    this.round = rounds.of(new Logger(DueRatings.name), {
      failure: 'Customers could not be rated; the next round tries again.',
      run: async (institutionId) => {
        while ((await this.rateDue(institutionId)) === AT_ONCE);
      },
    });
  }

  @Interval(EVERY_MS)
  tick(): Promise<void> {
    return this.round.run();
  }

  /** @returns the number of customers taken from the queue */
  async rateDue(institutionId: number): Promise<number> {
    return this.unitOfWork.run(institutionId, async (tx) => {
      const [rows] = await tx.query<[{ id: string; is_new: boolean }[], number]>(TAKE, [institutionId]);
      const idsOf = (isNew: boolean): number[] =>
        rows
          .filter(({ is_new }) => is_new === isNew)
          .map(({ id }) => Number(id))
          .sort((a, b) => a - b);
      for (const [isNew, cause] of [
        [true, 'opening'],
        [false, 'change'],
      ] as const) {
        const ids = idsOf(isNew);
        if (ids.length > 0) await this.raters.rate(tx, institutionId, ids, cause);
      }
      return rows.length;
    });
  }
}
