import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { LoanCharges } from '../origination/loan-charges';
import type { LoanInstalment } from './loan-instalment.entity';

/** The ledger that VAT within the fees of instalments goes to. */
@Injectable()
export class VatLedger {
  constructor(private readonly charges: LoanCharges) {}

  /** Its id when one of the rows bears VAT; undefined when none does. @throws LOAN_CHARGES_NOT_CONFIGURED (503) */
  async idFor(
    tx: Tx,
    institutionId: number,
    rows: readonly Pick<LoanInstalment, 'feeVatKobo'>[],
  ): Promise<number | undefined> {
    return rows.some(({ feeVatKobo }) => feeVatKobo > 0n) ? this.charges.vatLedger(tx, institutionId) : undefined;
  }
}
