import { Injectable } from '@nestjs/common';
import type { ClosingDay } from '../../business-day/day-steps';
import { type Tx, withoutTimeLimit } from '../../common/database/unit-of-work';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import { Product } from '../../products/product.entity';
import { LoanRules } from '../classification/loan-rules';
import { RUNNING_STATUSES } from '../contract/loan-status';
import { loansErrors } from '../loans.errors';
import { LOAN_IMPAIRMENT_TABLES, LOAN_PROVISION_BASIS, type ProvisionBasis } from '../loans.settings';
import { expectedLossFactors } from './expected-loss-factors';
import { DEFAULT_STAGES, type ImpairmentTables, impairmentTablesOn } from './impairment-tables';
import {
  ADD_CHANGED_POSITIONS,
  ALLOWANCE_OF_LOANS,
  END_EARLIER_POSITIONS,
  KEEP_PORTFOLIO_TOTAL,
  USE_ALLOWANCE,
} from './position-statements';
import { ProvisionAccounts } from './provision-accounts';
import { ProvisionPostings } from './provision-postings';

/** The part of the allowance that belongs to a loan, on the account of its branch, product and class. */
export interface LoanAllowance {
  loanId: number;
  accountId: number;
  allowanceKobo: bigint;
}

/** Keeps the positions of loans, and the allowance and the reserve equal to them (docs/domain/provisions.md). */
@Injectable()
export class LoanProvisions {
  constructor(
    private readonly settings: InstitutionSettings,
    private readonly rules: LoanRules,
    private readonly accounts: ProvisionAccounts,
    private readonly postings: ProvisionPostings,
  ) {}

  /**
   * Renews the positions of an institution's loans at the end of a date and posts what their allowance changed by, in
   * one transaction, so that rows and ledger are equal at every moment. A second run does nothing.
   * @returns the number of loans whose position changed
   * @throws PROVISION_LEDGERS_NOT_CONFIGURED, IMPAIRMENT_TABLES_MISSING (503)
   */
  async renew(tx: Tx, day: ClosingDay): Promise<number> {
    const { institutionId, date } = day;
    await this.accounts.lock(tx, institutionId);
    const basis = (await this.settings.getWithin(tx, institutionId, LOAN_PROVISION_BASIS)) as ProvisionBasis;
    const values = await this.valuesOf(tx, day, basis);
    // One statement over all loans of the largest institutions takes longer than a request may.
    await withoutTimeLimit(tx);
    const [{ changed }] = await tx.query<[{ changed: number }]>(ADD_CHANGED_POSITIONS, values);
    if (changed > 0) await tx.query(END_EARLIER_POSITIONS, [institutionId, date]);
    await tx.query(KEEP_PORTFOLIO_TOTAL, [institutionId, date]);
    await this.postings.post(tx, day, basis);
    return changed;
  }

  /** The allowances of locked loans, locked against the night until the transaction ends. */
  async lockAllowances(tx: Tx, institutionId: number, loanIds: readonly number[]): Promise<Map<number, LoanAllowance>> {
    if ((await this.accounts.lock(tx, institutionId)).length === 0) return new Map();
    const rows = await tx.query<{ loanId: string; accountId: string; kobo: string }[]>(ALLOWANCE_OF_LOANS, [
      institutionId,
      loanIds,
    ]);
    return new Map(
      rows.map(({ loanId, accountId, kobo }) => [
        Number(loanId),
        { loanId: Number(loanId), accountId: Number(accountId), allowanceKobo: BigInt(kobo) },
      ]),
    );
  }

  /** Records what write-offs used of allowances that `lockAllowances` locked; the caller posts it. */
  async recordUse(
    tx: Tx,
    institutionId: number,
    date: string,
    used: readonly { loanId: number; usedKobo: bigint }[],
  ): Promise<void> {
    for (const { loanId, usedKobo } of used)
      await tx.query(USE_ALLOWANCE, [institutionId, date, loanId, usedKobo.toString()]);
    if (used.length > 0) await tx.query(END_EARLIER_POSITIONS, [institutionId, date]);
  }

  private async valuesOf(
    tx: Tx,
    { institutionId, date, nextDate }: ClosingDay,
    basis: ProvisionBasis,
  ): Promise<unknown[]> {
    const tables = await this.tablesOn(tx, institutionId, date);
    if (basis === 'IFRS9' && !tables) throw loansErrors.IMPAIRMENT_TABLES_MISSING();
    const products = tables
      ? await tx.find(Product, { where: { institutionId }, select: { id: true, code: true } })
      : [];
    const factors = tables ? expectedLossFactors(tables, products) : [];
    const { stage2FromDays, stage3FromDays, restructuredDays } = tables ?? DEFAULT_STAGES;
    const { steps } = await this.rules.scaleOn(tx, institutionId, nextDate);
    return [
      institutionId,
      date,
      nextDate,
      RUNNING_STATUSES,
      stage2FromDays,
      stage3FromDays,
      restructuredDays,
      steps.map((step) => step.class),
      steps.map(({ provisionPercent }) => provisionPercent),
      factors.map(({ productId }) => productId),
      factors.map(({ stage }) => stage),
      factors.map(({ years }) => years),
      factors.map(({ isSecured }) => isSecured),
      factors.map(({ percent }) => percent),
      basis,
    ];
  }

  private async tablesOn(tx: Tx, institutionId: number, date: string): Promise<ImpairmentTables | undefined> {
    const value = await this.settings.getWithin(tx, institutionId, LOAN_IMPAIRMENT_TABLES);
    return value === undefined ? undefined : impairmentTablesOn(value, date);
  }
}
