import type { AccountNumbers } from '../accounts/account-numbers';
import type { PersonNumbers } from '../accounts/customers/person-numbers';
import type { BroughtInterest } from '../accounts/interest/booking/brought-interest';
import type { ExtraRow } from '../common/database/insert-rows';
import type { NewLedgerAccount } from '../ledger/chart/ledger-accounts';
import type { ContractTerms } from '../loans/origination/contract-terms';
import type { StatedFreezes } from './brought-freezes';
import type { ImportReferences } from './import-references';
import type { Staged } from './staged-json';
import type { StatedDeposit } from './stated-contracts';
import type { StatedLoan } from './stated-contracts';

/** The services and facts with which a line is read. */
export interface LineContext {
  references: ImportReferences;
  /** Id of the record that the line brings. */
  targetId: number;
  actor: string;
  now: Date;
  numbers: AccountNumbers;
  persons: PersonNumbers;
}

/** The rows that a line brings; ids of owners are added when they are known. */
export interface LineContent {
  rows: ExtraRow[];
  record?: NewLedgerAccount;
  ledgerId?: number | null;
  isControl?: boolean;
  /** True for the control ledger of the regulatory risk reserve. */
  isReserve?: boolean;
  /** True for a ledger of income in suspense, whose whole balance loans bring. */
  isSuspense?: boolean;
  lienKobo?: string;
  /** Savings interest of an account that is earned and not paid. */
  interest?: Omit<BroughtInterest, 'accountId'>;
  /** The freezes of a frozen account, where rules of freezes know them. */
  freezes?: StatedFreezes;
  loan?: { stated: StatedLoan; contract: ContractTerms | undefined };
  deposit?: StatedDeposit;
  /** Of a file whose lines are grouped by their owner: what the lines state, in their order. */
  items?: unknown[];
  /** The lines of a group. */
  lines?: number;
  /** What a contract brings to ledgers, set when it is validated: credits less debits. */
  brings?: BroughtAmount[];
}

/** An amount that a contract brings to a ledger or, by its own account, to a control ledger. Credits less debits. */
export interface BroughtAmount {
  ledgerId: number;
  kobo: bigint;
}

/** Content as it was staged: JSON, with amounts as decimal text. */
export type StagedContent = Omit<LineContent, 'loan' | 'deposit' | 'brings'> & {
  loan?: { stated: Staged<StatedLoan>; contract: Staged<ContractTerms> };
  deposit?: Staged<StatedDeposit>;
};

/** A line as it is staged. */
export interface ImportedLine {
  key: string;
  ownerKey: string | null;
  balanceKobo: bigint;
  branchCode: string | null;
  productCode: string | null;
  content: LineContent;
}
