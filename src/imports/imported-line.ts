import type { AccountNumbers } from '../accounts/account-numbers';
import type { PersonNumbers } from '../accounts/customers/person-numbers';
import type { ExtraRow } from '../common/database/insert-rows';
import type { NewLedgerAccount } from '../ledger/chart/ledger-accounts';
import type { ImportReferences } from './import-references';

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
  lienKobo?: string;
}

/** A line as it is staged. */
export interface ImportedLine {
  key: string;
  ownerKey: string | null;
  balanceKobo: bigint;
  branchCode: string | null;
  productCode: string | null;
  content: LineContent;
}
