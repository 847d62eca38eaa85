import { Injectable } from '@nestjs/common';
import { commonErrors } from '../common/errors/common.errors';
import { nairaToKobo } from '../common/money/naira';
import { InstitutionSettings } from '../institutions/institution-settings';
import { AccountDirectory } from '../ledger/account-directory';
import type { AccountNumber } from '../ledger/account-number.entity';
import { ledgerErrors } from '../ledger/ledger.errors';
import { type Charge, stampDutyKobo, vatKobo } from './local-transfer-legs';
import { transfersErrors } from './transfers.errors';

const SETTINGS = [
  'LOCAL_TRANSFER_VAT_ENABLED',
  'LOCAL_TRANSFER_STAMP_DUTY_ENABLED',
  'VAT_LEDGER_CODE',
  'STAMP_DUTY_LEDGER_CODE',
  'VAT_RATE',
  'STAMP_DUTY_AMOUNT',
  'STAMP_DUTY_MIN_TRANSFER',
] as const;

/** What a local transfer is charged on. */
export interface ChargeableTransfer {
  amountKobo: bigint;
  /** Exactly what the caller charges. */
  feeKobo: bigint;
  feeIncomeGL: string | undefined;
  debit: AccountNumber;
}

/** The charges of a local transfer: the caller's fee, and VAT and stamp duty where the institution's configuration says so. */
@Injectable()
export class LocalTransferCharges {
  constructor(
    private readonly settings: InstitutionSettings,
    private readonly directory: AccountDirectory,
  ) {}

  /** @throws VALIDATION_FAILED (400), LEDGER_NOT_FOUND (404), CHARGES_NOT_CONFIGURED (503) */
  async of(institutionId: number, transfer: ChargeableTransfer): Promise<Charge[]> {
    const { amountKobo, feeKobo, debit } = transfer;
    const settings = await this.settings.getMany(institutionId, SETTINGS);
    const charges: Charge[] = [];
    if (feeKobo > 0n) {
      charges.push({ role: 'fee', amountKobo: feeKobo, narration: 'Transfer fee', ledger: await this.feeLedger(institutionId, transfer.feeIncomeGL), namedByCaller: true });
    }
    if (feeKobo > 0n && settings.LOCAL_TRANSFER_VAT_ENABLED === 'true') {
      const vat = vatKobo(feeKobo, settings.VAT_RATE ?? '0');
      if (vat > 0n) charges.push(await this.tax(institutionId, vat, 'VAT on transfer fee', settings.VAT_LEDGER_CODE));
    }
    if (settings.LOCAL_TRANSFER_STAMP_DUTY_ENABLED === 'true') {
      const duty = stampDutyKobo(amountKobo, settingKobo(settings.STAMP_DUTY_AMOUNT), settingKobo(settings.STAMP_DUTY_MIN_TRANSFER), debit);
      if (duty > 0n) charges.push(await this.tax(institutionId, duty, 'Stamp duty', settings.STAMP_DUTY_LEDGER_CODE));
    }
    return charges;
  }

  private async feeLedger(institutionId: number, code: string | undefined): Promise<AccountNumber> {
    const field = 'feeIncomeGL';
    if (code === undefined || code === '') {
      throw commonErrors.VALIDATION_FAILED('feeIncomeGL is required when a fee is charged.', { errors: [{ field, message: 'is required when a fee is charged' }] });
    }
    const ledger = await this.directory.find(institutionId, code);
    if (ledger?.kind !== 'gl') throw ledgerErrors.LEDGER_NOT_FOUND('feeIncomeGL names no ledger of the institution.', { field });
    return ledger;
  }

  private async tax(institutionId: number, amountKobo: bigint, narration: string, ledgerCode: string | undefined): Promise<Charge> {
    const ledger = ledgerCode === undefined ? undefined : await this.directory.find(institutionId, ledgerCode);
    if (ledger?.kind !== 'gl') throw transfersErrors.CHARGES_NOT_CONFIGURED();
    return { role: 'tax', amountKobo, narration, ledger, namedByCaller: false };
  }
}

/** A setting of type `naira` is a decimal text with at most 2 decimals. */
function settingKobo(naira: string | undefined): bigint {
  return naira === undefined ? 0n : (nairaToKobo(Number(naira)) ?? 0n);
}
