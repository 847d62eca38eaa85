import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';

/** A source of interest that deposit accounts earn daily before it is posted. */
export interface InterestAccrual {
  /** Stable name, such as `savings`. */
  readonly name: string;
  /** The interest that the account has earned and not been paid yet, in kobo. */
  accruedKobo(tx: Tx, institutionId: number, accountId: number): Promise<bigint>;
}

/** Adds up the unpaid interest of an account over all sources. Modules register their sources at boot. */
@Injectable()
export class AccruedInterest {
  private readonly accruals = new Map<string, InterestAccrual>();

  register(accrual: InterestAccrual): void {
    if (this.accruals.has(accrual.name)) throw new Error(`The interest accrual ${accrual.name} is registered twice.`);
    this.accruals.set(accrual.name, accrual);
  }

  /** The unpaid interest of an account, in kobo. */
  async totalKobo(tx: Tx, institutionId: number, accountId: number): Promise<bigint> {
    let totalKobo = 0n;
    for (const accrual of this.accruals.values()) totalKobo += await accrual.accruedKobo(tx, institutionId, accountId);
    return totalKobo;
  }
}
