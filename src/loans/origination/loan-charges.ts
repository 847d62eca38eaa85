import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { percentageKobo, vatKobo } from '../../common/money/percentage';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import { GlAccount } from '../../ledger/chart/gl-account.entity';
import type { FeeTime } from '../../products/fees/product-fee.entity';
import type { ContractFee, LoanContract } from '../contract/loan-contract.entity';
import type { LoanInstalment } from '../contract/loan-instalment.entity';
import { loansErrors } from '../loans.errors';
import type { InstalmentFee } from '../schedule/schedule-of-contract';

/** The fee of a loan with VAT, each time it is charged. */
export interface LoanPrice extends InstalmentFee {
  charged: FeeTime;
}

/** A fee with the ledgers that receive it. */
export interface LoanCharge extends LoanPrice {
  incomeGlAccountId: number;
  /** Undefined without VAT. */
  vatGlAccountId: number | undefined;
}

type Charged = Pick<LoanContract, 'fee' | 'principalKobo'>;

/** Computes the fees of loans with VAT (docs/domain/loans.md#141-fees). */
@Injectable()
export class LoanCharges {
  constructor(private readonly settings: InstitutionSettings) {}

  /** The fee with VAT; undefined when the contract has none. */
  async priceOf(tx: Tx, institutionId: number, { fee, principalKobo }: Charged): Promise<LoanPrice | undefined> {
    if (!fee) return undefined;
    const feeKobo = loanFeeKobo(fee, principalKobo);
    const vat = fee.vatApplies
      ? vatKobo(feeKobo, (await this.settings.getWithin(tx, institutionId, 'VAT_RATE')) ?? '0')
      : 0n;
    return { charged: fee.charged, feeKobo, vatKobo: vat };
  }

  /** The fee with its ledgers; undefined when the contract has none. @throws LOAN_CHARGES_NOT_CONFIGURED (503) */
  async chargeOf(tx: Tx, institutionId: number, contract: Charged): Promise<LoanCharge | undefined> {
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

/** The part of a charge that falls due with every instalment. */
export function instalmentFee(charge: LoanPrice | undefined): InstalmentFee {
  return charge?.charged === 'PerInstalment' ? { feeKobo: charge.feeKobo, vatKobo: charge.vatKobo } : NO_FEE;
}

/** The fee on a principal, without VAT. A percentage is rounded half up to the kobo. */
export function loanFeeKobo(
  { kind, amountKobo, rate }: Pick<ContractFee, 'kind' | 'amountKobo' | 'rate'>,
  principalKobo: bigint,
): bigint {
  return kind === 'Flat' ? BigInt(amountKobo!) : percentageKobo(principalKobo, rate!);
}

/** Finds the ledger for VAT on the fees of instalments. */
@Injectable()
export class VatLedger {
  constructor(private readonly charges: LoanCharges) {}

  /** Id of the ledger; undefined when none of the rows bears VAT. @throws LOAN_CHARGES_NOT_CONFIGURED (503) */
  async idFor(
    tx: Tx,
    institutionId: number,
    rows: readonly Pick<LoanInstalment, 'feeVatKobo'>[],
  ): Promise<number | undefined> {
    return rows.some(({ feeVatKobo }) => feeVatKobo > 0n) ? this.charges.vatLedger(tx, institutionId) : undefined;
  }
}
