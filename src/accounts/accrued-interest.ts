import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { Registry } from '../common/registry/registry';

/** A source of interest that deposit accounts earn daily before it is posted. */
export interface InterestAccrual {
  /** Stable name, such as `savings`. */
  readonly name: string;
  /** The interest that the account has earned and not been paid yet, in kobo. */
  accruedKobo(tx: Tx, institutionId: number, accountId: number): Promise<bigint>;
}

/** Adds up the unpaid interest of an account over all sources: the providers with `@MemberOf(AccruedInterest)`. */
@Injectable()
export class AccruedInterest extends Registry<InterestAccrual> {
  /** The unpaid interest of an account, in kobo. */
  async totalKobo(tx: Tx, institutionId: number, accountId: number): Promise<bigint> {
    let totalKobo = 0n;
    for (const accrual of this.all()) totalKobo += await accrual.accruedKobo(tx, institutionId, accountId);
    return totalKobo;
  }

  protected override nameOf({ name }: InterestAccrual): string {
    return name;
  }
}
