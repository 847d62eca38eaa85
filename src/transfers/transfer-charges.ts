import { Injectable } from '@nestjs/common';
import { validationFailed } from '../common/http/validation.pipe';
import { nairaToKobo } from '../common/money/naira';
import { vatKobo } from '../common/money/percentage';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import { AccountDirectory } from '../ledger/chart/account-directory';
import type { AccountDirectoryEntry } from '../ledger/chart/account-directory-entry.entity';
import { ledgerErrors } from '../ledger/ledger.errors';
import { namedFeeViolation } from './named-fee-violation';
import { DEFAULT_FEE_TIERS, tierFeeKobo } from './outward/fee-tiers';
import { OwnAccounts } from './own-accounts';
import { type Charge, FEE, STAMP_DUTY, stampDutyKobo, VAT } from './transfer-legs';
import { transfersErrors } from './transfers.errors';
import { LOCAL_TRANSFER_FEE_MAX_RATE } from './transfers.settings';

const TAX_SETTINGS = [
  'VAT_LEDGER_CODE',
  'STAMP_DUTY_LEDGER_CODE',
  'VAT_RATE',
  'STAMP_DUTY_AMOUNT',
  'STAMP_DUTY_MIN_TRANSFER',
] as const;
const LOCAL_SETTINGS = [
  LOCAL_TRANSFER_FEE_MAX_RATE,
  'LOCAL_TRANSFER_VAT_ENABLED',
  'LOCAL_TRANSFER_STAMP_DUTY_ENABLED',
  ...TAX_SETTINGS,
] as const;
const OUTWARD_SETTINGS = [
  'TRANSFER_FEE_TIERS',
  'TRANSFER_FEE_INCOME_LEDGER_CODE',
  'TRANSFER_VAT_ENABLED',
  'TRANSFER_STAMP_DUTY_ENABLED',
  ...TAX_SETTINGS,
] as const;

type OutwardSettings = Record<(typeof OUTWARD_SETTINGS)[number], string | undefined>;
type TaxSettings = Record<(typeof TAX_SETTINGS)[number], string | undefined>;

/** One of many local transfers from one account. */
export interface ChargeableRow {
  amountKobo: bigint;
  credit: AccountDirectoryEntry;
}

/** The facts on which a local transfer is charged. */
export interface ChargeableTransfer extends ChargeableRow {
  /** The caller's fee, charged as it is. */
  feeKobo: bigint;
  feeIncomeGL: string | undefined;
  debit: AccountDirectoryEntry;
}

/** The charges of many transfers from one account: the sum of each kind, and the duty of each transfer. */
export interface RowCharges {
  charges: Charge[];
  dutyKobo: bigint[];
}

/** The charges of a transfer, each with its ledger (docs/api/transfers.md#fees-and-taxes). */
@Injectable()
export class TransferCharges {
  constructor(
    private readonly settings: InstitutionSettings,
    private readonly directory: AccountDirectory,
    private readonly ownAccounts: OwnAccounts,
  ) {}

  /**
   * The charges of a local transfer: the caller's fee, and VAT and stamp duty where the institution has enabled them.
   * @throws VALIDATION_FAILED (400), LEDGER_NOT_FOUND (404), FEE_TOO_HIGH (422), CHARGES_NOT_CONFIGURED (503)
   */
  async ofLocal(
    institutionId: number,
    { amountKobo, feeKobo, feeIncomeGL, debit, credit }: ChargeableTransfer,
  ): Promise<Charge[]> {
    const settings = await this.settings.getMany(institutionId, LOCAL_SETTINGS);
    const charges: Charge[] = [];
    const refusal = namedFeeViolation(amountKobo, feeKobo, settings[LOCAL_TRANSFER_FEE_MAX_RATE] ?? '1');
    if (refusal) throw refusal;
    if (feeKobo > 0n)
      charges.push({
        ...FEE,
        amountKobo: feeKobo,
        ledger: await this.feeLedger(institutionId, feeIncomeGL),
        namedByCaller: true,
      });
    if (settings.LOCAL_TRANSFER_VAT_ENABLED === 'true')
      charges.push(...(await this.vat(institutionId, feeKobo, settings)));
    if (settings.LOCAL_TRANSFER_STAMP_DUTY_ENABLED === 'true')
      charges.push(...(await this.ofRows(institutionId, debit, [{ amountKobo, credit }])).charges);
    return charges;
  }

  /**
   * The stamp duty of local transfers from one account, each charged as it would be alone. Transfers between accounts
   * of one customer bear none.
   * @throws CHARGES_NOT_CONFIGURED (503)
   */
  async ofRows(
    institutionId: number,
    debit: AccountDirectoryEntry,
    rows: readonly ChargeableRow[],
  ): Promise<RowCharges> {
    const settings = await this.settings.getMany(institutionId, LOCAL_SETTINGS);
    if (settings.LOCAL_TRANSFER_STAMP_DUTY_ENABLED !== 'true') return { charges: [], dutyKobo: rows.map(() => 0n) };
    const [each, from] = [settingKobo(settings.STAMP_DUTY_AMOUNT), settingKobo(settings.STAMP_DUTY_MIN_TRANSFER)];
    const isDue = ({ amountKobo }: ChargeableRow): boolean => stampDutyKobo(amountKobo, each, from, debit) > 0n;
    const due = rows.filter(isDue).map(({ credit }) => credit);
    const own = await this.ownAccounts.amongCredited(institutionId, debit, due);
    const dutyKobo = rows.map((row) => (isDue(row) && !own.has(row.credit.ledgerAccountId) ? each : 0n));
    const amountKobo = dutyKobo.reduce((sum, kobo) => sum + kobo, 0n);
    if (amountKobo === 0n) return { charges: [], dutyKobo };
    const ledger = await this.configuredLedger(institutionId, settings.STAMP_DUTY_LEDGER_CODE);
    return { charges: [{ ...STAMP_DUTY, amountKobo, ledger, namedByCaller: false }], dutyKobo };
  }

  /**
   * The charges of an outward transfer: the institution's fee, VAT on it, and stamp duty. Each is charged where its
   * ledger is configured. VAT and stamp duty can also be switched off, or on, which then requires the ledger.
   * @throws CHARGES_NOT_CONFIGURED (503)
   */
  async ofOutward(
    institutionId: number,
    { amountKobo, debit }: Pick<ChargeableTransfer, 'amountKobo' | 'debit'>,
  ): Promise<Charge[]> {
    return (await this.ofOutwardRows(institutionId, debit, [amountKobo]))[0]!;
  }

  /**
   * The charges of many outward transfers from one account, each charged as it would be alone.
   * @throws CHARGES_NOT_CONFIGURED (503)
   */
  async ofOutwardRows(
    institutionId: number,
    debit: AccountDirectoryEntry,
    amountsKobo: readonly bigint[],
  ): Promise<Charge[][]> {
    const settings = await this.settings.getMany(institutionId, OUTWARD_SETTINGS);
    const rows: Charge[][] = [];
    for (const amountKobo of amountsKobo)
      rows.push(await this.outwardCharges(institutionId, { amountKobo, debit }, settings));
    return rows;
  }

  private async outwardCharges(
    institutionId: number,
    { amountKobo, debit }: Pick<ChargeableTransfer, 'amountKobo' | 'debit'>,
    settings: OutwardSettings,
  ): Promise<Charge[]> {
    const charges: Charge[] = [];
    const incomeLedger = settings.TRANSFER_FEE_INCOME_LEDGER_CODE;
    const feeKobo =
      incomeLedger === undefined ? 0n : tierFeeKobo(settings.TRANSFER_FEE_TIERS ?? DEFAULT_FEE_TIERS, amountKobo);
    if (feeKobo > 0n)
      charges.push({
        ...FEE,
        amountKobo: feeKobo,
        ledger: await this.configuredLedger(institutionId, incomeLedger),
        namedByCaller: false,
      });
    if (isCharged(settings.TRANSFER_VAT_ENABLED, settings.VAT_LEDGER_CODE))
      charges.push(...(await this.vat(institutionId, feeKobo, settings)));
    if (isCharged(settings.TRANSFER_STAMP_DUTY_ENABLED, settings.STAMP_DUTY_LEDGER_CODE))
      charges.push(...(await this.stampDuty(institutionId, amountKobo, debit, settings)));
    return charges;
  }

  private async vat(
    institutionId: number,
    feeKobo: bigint,
    { VAT_RATE, VAT_LEDGER_CODE }: TaxSettings,
  ): Promise<Charge[]> {
    const amountKobo = vatKobo(feeKobo, VAT_RATE ?? '0');
    return amountKobo === 0n
      ? []
      : [
          {
            ...VAT,
            amountKobo,
            ledger: await this.configuredLedger(institutionId, VAT_LEDGER_CODE),
            namedByCaller: false,
          },
        ];
  }

  private async stampDuty(
    institutionId: number,
    transferKobo: bigint,
    sender: AccountDirectoryEntry,
    settings: TaxSettings,
  ): Promise<Charge[]> {
    const amountKobo = stampDutyKobo(
      transferKobo,
      settingKobo(settings.STAMP_DUTY_AMOUNT),
      settingKobo(settings.STAMP_DUTY_MIN_TRANSFER),
      sender,
    );
    return amountKobo === 0n
      ? []
      : [
          {
            ...STAMP_DUTY,
            amountKobo,
            ledger: await this.configuredLedger(institutionId, settings.STAMP_DUTY_LEDGER_CODE),
            namedByCaller: false,
          },
        ];
  }

  private async feeLedger(institutionId: number, code: string | undefined): Promise<AccountDirectoryEntry> {
    const field = 'feeIncomeGL';
    if (code === undefined || code === '') {
      throw validationFailed([{ field, message: 'is required when a fee is charged' }]);
    }
    const ledger = await this.directory.find(institutionId, code);
    if (ledger?.kind !== 'gl')
      throw ledgerErrors.LEDGER_NOT_FOUND('There is no ledger with the code in feeIncomeGL.', { field });
    return ledger;
  }

  private async configuredLedger(institutionId: number, code: string | undefined): Promise<AccountDirectoryEntry> {
    const ledger = code === undefined ? undefined : await this.directory.find(institutionId, code);
    if (ledger?.kind !== 'gl') throw transfersErrors.CHARGES_NOT_CONFIGURED();
    return ledger;
  }
}

/** A charge that is neither enabled nor disabled is made where its ledger is configured. */
function isCharged(enabled: string | undefined, ledgerCode: string | undefined): boolean {
  return enabled === undefined ? ledgerCode !== undefined : enabled === 'true';
}

/** A setting of type `naira` is a decimal text with at most 2 decimals. */
function settingKobo(naira: string | undefined): bigint {
  return naira === undefined ? 0n : (nairaToKobo(Number(naira)) ?? 0n);
}
