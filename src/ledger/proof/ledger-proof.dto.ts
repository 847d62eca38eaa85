import { IsIn, IsOptional } from 'class-validator';
import { SHEET_FORMATS, type SheetFormat } from '../../common/files/sheet-format';
import type { GlCategory } from '../chart/gl-account.entity';

/** How the trial balance is wanted. */
export class TrialBalanceQuery {
  /** With it the trial balance is a file: `data` is then `fileName`, `mimeType` and `document`, a data URL.
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

  /** In Naira; of a control ledger, the sum of its accounts.
   * @example 500000 */
  debits!: number;

  /** In Naira.
   * @example 120000 */
  credits!: number;

  /** Debits less credits, in Naira.
   * @example 380000 */
  balance!: number;

  /** How many customer accounts a control ledger sums.
   * @example 0 */
  subAccounts!: number;
}

/** Debits and credits of the whole ledger. */
export class TrialBalanceTotalsView {
  /** In Naira.
   * @example 1500000 */
  debits!: number;

  /** In Naira.
   * @example 1500000 */
  credits!: number;

  /** Debits less credits, in Naira: 0 when the ledger balances.
   * @example 0 */
  balance!: number;
}

/** Every ledger of the institution, at one moment. */
export class TrialBalanceView {
  rows!: TrialBalanceRowView[];

  totals!: TrialBalanceTotalsView;

  /** Whether debits equal credits.
   * @example true */
  balanced!: boolean;
}

/** One promise of the ledger, checked on every row. */
export class ProofCheckView {
  /** @example "entries-balance" */
  name!: string;

  /** @example "The entries of every posting sum to zero and to its totals." */
  description!: string;

  /** @example true */
  passed!: boolean;

  /** How many rows break the promise.
   * @example 0 */
  differences!: number;

  /** Keys of some of them.
   * @example [] */
  examples!: string[];
}

/** The proof of the ledger from its rows. */
export class LedgerProofView {
  /** Whether every check passed.
   * @example true */
  balanced!: boolean;

  checks!: ProofCheckView[];
}
