import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { vatKobo } from '../../common/money/percentage';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import { GlAccount } from '../../ledger/chart/gl-account.entity';
import type { FeeTime } from '../../products/fees/product-fee.entity';
import type { LoanContract } from '../contract/loan-contract.entity';
import { loansErrors } from '../loans.errors';
import type { InstalmentFee } from '../schedule/schedule-of-contract';
import { loanFeeKobo } from './loan-fee';

/** What a loan's fee comes to, each time it is charged. */
export interface LoanPrice extends InstalmentFee {
  charged: FeeTime;
}

/** The same with where it goes. */
export interface LoanCharge extends LoanPrice {
  incomeGlAccountId: number;
  /** Undefined where there is no VAT. */
  vatGlAccountId: number | undefined;
}

type Charged = Pick<LoanContract, 'fee' | 'principalKobo'>;

/** The fee of loans with VAT as the institution configured it. */
@Injectable()
export class LoanCharges {
  constructor(private readonly settings: InstitutionSettings) {}

  /** Undefined where the contract has no fee. */
  async priceOf(tx: Tx, institutionId: number, { fee, principalKobo }: Charged): Promise<LoanPrice | undefined> {
    if (!fee) return undefined;
    const feeKobo = loanFeeKobo(fee, principalKobo);
    const vat = fee.vatApplies
      ? vatKobo(feeKobo, (await this.settings.getWithin(tx, institutionId, 'VAT_RATE')) ?? '0')
      : 0n;
    return { charged: fee.charged, feeKobo, vatKobo: vat };
  }

  /** Undefined where the contract has no fee. @throws LOAN_CHARGES_NOT_CONFIGURED (503) without a ledger for VAT */
  async of(tx: Tx, institutionId: number, contract: Charged): Promise<LoanCharge | undefined> {
    const price = await this.priceOf(tx, institutionId, contract);
    if (!price) return undefined;
    const vatGlAccountId = price.vatKobo === 0n ? undefined : await this.vatLedger(tx, institutionId);
    return { ...price, incomeGlAccountId: contract.fee!.incomeGlAccountId, vatGlAccountId };
  }

  /** Id of the ledger of VAT payable. @throws LOAN_CHARGES_NOT_CONFIGURED (503) */
  async vatLedger(tx: Tx, institutionId: number): Promise<number> {
    const code = await this.settings.getWithin(tx, institutionId, 'VAT_LEDGER_CODE');
    const ledger = code === undefined ? null : await tx.findOneBy(GlAccount, { institutionId, code });
    if (!ledger) throw loansErrors.LOAN_CHARGES_NOT_CONFIGURED();
    return ledger.id;
  }
}

export const NO_FEE: InstalmentFee = { feeKobo: 0n, vatKobo: 0n };

/** What of a charge falls due with every instalment. */
export function instalmentFee(charge: LoanPrice | undefined): InstalmentFee {
  return charge?.charged === 'PerInstalment' ? { feeKobo: charge.feeKobo, vatKobo: charge.vatKobo } : NO_FEE;
}
