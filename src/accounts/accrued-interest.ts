import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';

/** A module in which deposit accounts earn interest from day to day, before it is posted. */
export interface InterestAccrual {
  /** Stable name, such as `savings`. */
  readonly name: string;
  /** What the account has earned and not been paid yet, in kobo. */
  accruedKobo(tx: Tx, institutionId: number, accountId: number): Promise<bigint>;
}

/** Interest that accounts have earned and not been paid yet, over every module that accrues any. Modules register at boot. */
@Injectable()
export class AccruedInterest {
  private readonly accruals = new Map<string, InterestAccrual>();

  register(accrual: InterestAccrual): void {
    if (this.accruals.has(accrual.name)) throw new Error(`There are two interest accruals ${accrual.name}.`);
    this.accruals.set(accrual.name, accrual);
  }

  /** In kobo. */
  async of(tx: Tx, institutionId: number, accountId: number): Promise<bigint> {
    let totalKobo = 0n;
    for (const accrual of this.accruals.values()) totalKobo += await accrual.accruedKobo(tx, institutionId, accountId);
    return totalKobo;
  }
}
