import { Injectable } from '@nestjs/common';
import { addRows } from '../../common/database/rows';
import type { Tx } from '../../common/database/unit-of-work';
import { Loan } from '../contract/loan.entity';
import { LoanContract } from '../contract/loan-contract.entity';
import { plannedSchedule } from '../origination/assert-terms-fit';
import { instalmentFee, LoanCharges } from '../origination/loan-charges';
import { instalmentsOf } from '../schedule/schedule-of-contract';
import { effectivePlan } from './effective-plan';
import { LoanEffectivePlan } from './loan-effective-plan.entity';
import { LoanEffectiveRate } from './loan-effective-rate.entity';

/** Stores the plans of loans by the effective interest method, once for each loan. */
@Injectable()
export class LoanPlanning {
  constructor(private readonly charges: LoanCharges) {}

  /** Plans loans that have no plan, from their first contract. */
  async add(tx: Tx, institutionId: number, loanIds: readonly number[]): Promise<void> {
    for (const loanId of loanIds) {
      const loan = await tx.findOneByOrFail(Loan, { institutionId, id: loanId });
      const contract = await tx.findOneByOrFail(LoanContract, { institutionId, loanId, version: 1 });
      const charge = await this.charges.priceOf(tx, institutionId, contract);
      const schedule = plannedSchedule(contract);
      const rows = instalmentsOf(schedule, contract.principalKobo, instalmentFee(charge)).map((row) => ({
        ...row,
        feeKobo: row.feeDueKobo - row.feeVatKobo,
      }));
      const plan = effectivePlan({
        disbursedOn: loan.disbursementDate!,
        principalKobo: contract.principalKobo,
        upfrontInterestKobo: schedule.upfrontInterest,
        feeAtStartKobo: charge && charge.charged !== 'PerInstalment' ? charge.feeKobo : 0n,
        rows,
      });
      await tx.insert(LoanEffectiveRate, { institutionId, loanId, ratePercent: (plan?.ratePercent ?? 0).toFixed(8) });
      await addRows(
        tx,
        LoanEffectivePlan,
        (plan?.points ?? []).map((point) => ({ institutionId, loanId, ...point })),
      );
    }
  }
}
