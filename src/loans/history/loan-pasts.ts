import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { LoanRules } from '../classification/loan-rules';
import { LoanContract } from '../contract/loan-contract.entity';
import { LoanEvent } from '../contract/loan-event.entity';
import type { LockedLoan } from '../contract/loans';
import { LoanCharges, loanFeeKobo, NO_FEE, VatLedger } from '../origination/loan-charges';
import type { InstalmentFee } from '../schedule/schedule-of-contract';
import { isOfNight } from './act-order';
import type { LoanPast } from './replay-history';

/** Reads what a loan's history is lived again from. */
@Injectable()
export class LoanPasts {
  constructor(
    private readonly vat: VatLedger,
    private readonly charges: LoanCharges,
    private readonly rules: LoanRules,
  ) {}

  /** @param current the locked loan */
  async load(tx: Tx, current: LockedLoan, businessDate: string): Promise<LoanPast> {
    const { institutionId, id: loanId } = current.loan;
    const events = await tx.find(LoanEvent, { where: { institutionId, loanId }, order: { id: 'ASC' } });
    const contract = await tx.findOneByOrFail(LoanContract, { institutionId, loanId, version: 1 });
    const fee = openingFee(current, contract, events);
    const bearsVat = fee.vatKobo > 0n || current.contract.fee?.vatApplies === true;
    return {
      current,
      events,
      opening: { contract, fee },
      businessDate,
      rules: {
        scaleOn: await this.rules.scales(tx, institutionId),
        keepsRestructured: await this.rules.keepsRestructuredClass(tx, institutionId),
        cureDays: await this.rules.cureDays(tx, institutionId),
        vatLedgerId: bearsVat
          ? await this.charges.vatLedger(tx, institutionId)
          : await this.vat.idFor(tx, institutionId, current.instalments),
      },
    };
  }
}

/**
 * The fee of every instalment of the first contract. Its VAT is that of the rows, because the rate may have changed
 * since; where it is wrong, the proof of the replay fails.
 */
function openingFee(current: LockedLoan, { fee, principalKobo, id }: LoanContract, events: LoanEvent[]): InstalmentFee {
  if (fee?.charged !== 'PerInstalment') return NO_FEE;
  const earliest = events.find((event) => event.before !== null && !isOfNight(event))?.before;
  const column = earliest?.columns.indexOf('feeVatKobo') ?? -1;
  const stated = earliest?.rows.map((row) => BigInt(row[column] ?? 0)) ?? [];
  const standing = current.instalments
    .filter(({ contractId, periodStart, dueDate }) => contractId === id && periodStart < dueDate)
    .map(({ feeVatKobo }) => feeVatKobo);
  const vatKobo = [...stated, ...standing].reduce((most, kobo) => (kobo > most ? kobo : most), 0n);
  return { feeKobo: loanFeeKobo(fee, principalKobo), vatKobo };
}
