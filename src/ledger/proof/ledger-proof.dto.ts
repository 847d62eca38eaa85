import { IsIn, IsOptional } from 'class-validator';
import { SHEET_FORMATS, type SheetFormat } from '../../common/files/sheet-format';
import type { GlCategory } from '../chart/gl-account.entity';

/** Options of the trial balance. */
export class TrialBalanceQuery {
  /** The format of a file. With it, `data` has `fileName`, `mimeType` and `document`, a data URL.
   * @example "CSV" */
  @IsOptional()
  @IsIn(SHEET_FORMATS)
  Format?: SheetFormat;
}

/** One ledger in the trial balance. */
export class TrialBalanceRowView {
  /** @example "1010" */
  code!: string;

  /** @example "Cash in vault" */
  name!: string;

  /** @example "Asset" */
  category!: GlCategory;

  /** The sum of the debits, in Naira. For a control ledger, the sum over its accounts.
   * @example 500000 */
  debits!: number;

  /** The sum of the credits, in Naira. For a control ledger, the sum over its accounts.
   * @example 120000 */
  credits!: number;

  /** Debits less credits, in Naira.
   * @example 380000 */
  balance!: number;

  /** The number of accounts under a control ledger; 0 for any other ledger.
   * @example 0 */
  subAccounts!: number;
}

/** The totals over all ledgers. */
export class TrialBalanceTotalsView {
  /** The sum of all debits, in Naira.
   * @example 1500000 */
  debits!: number;

  /** The sum of all credits, in Naira.
   * @example 1500000 */
  credits!: number;

  /** Debits less credits, in Naira: 0 when the ledger balances.
   * @example 0 */
  balance!: number;
}

/** The trial balance: all ledgers of the institution at one moment. */
export class TrialBalanceView {
  rows!: TrialBalanceRowView[];

  totals!: TrialBalanceTotalsView;

  /** `true` when debits equal credits.
   * @example true */
  balanced!: boolean;
}

/** The result of one check of the proof. */
export class ProofCheckView {
  /** @example "entries-balance" */
  name!: string;

  /** @example "The entries of every posting sum to zero and to its totals." */
  description!: string;

  /** @example true */
  passed!: boolean;

  /** The number of rows that violate the check.
   * @example 0 */
  differences!: number;

  /** The keys of some of these rows.
   * @example [] */
  examples!: string[];
}

/** The proof of the ledger. */
export class LedgerProofView {
  /** `true` when every check passed.
   * @example true */
  balanced!: boolean;

  checks!: ProofCheckView[];
}
