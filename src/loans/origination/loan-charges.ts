import { Injectable } from '@nestjs/common';
import Decimal from 'decimal.js';
import type { Tx } from '../../common/database/unit-of-work';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import { GlAccount } from '../../ledger/chart/gl-account.entity';
import type { FeeTime } from '../../products/fees/product-fee.entity';
import { vatKobo } from '../../transfers/transfer-legs';
import type { ContractFee, LoanContract } from '../contract/loan-contract.entity';
import type { LoanInstalment } from '../contract/loan-instalment.entity';
import { loansErrors } from '../loans.errors';
import type { InstalmentFee } from '../schedule/schedule-of-contract';

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

/** What a fee comes to on a principal, without VAT; a percentage is rounded half up to the kobo. */
export function loanFeeKobo(
  { kind, amountKobo, rate }: Pick<ContractFee, 'kind' | 'amountKobo' | 'rate'>,
  principalKobo: bigint,
): bigint {
  if (kind === 'Flat') return BigInt(amountKobo!);
  return BigInt(
    new Decimal(principalKobo.toString())
      .times(rate!)
      .dividedBy(100)
      .toDecimalPlaces(0, Decimal.ROUND_HALF_UP)
      .toFixed(0),
  );
}

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
