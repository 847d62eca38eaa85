import { LedgerSegment } from './chain/ledger-segment.entity';
import { AccountDirectoryEntry } from './chart/account-directory-entry.entity';
import { GlAccount } from './chart/gl-account.entity';
import { LedgerAccountMove } from './chart/ledger-account-move.entity';
import { LedgerAccount } from './engine/ledger-account.entity';
import { Posting } from './engine/posting.entity';
import { PostingEntry } from './engine/posting-entry.entity';

/** The tables of the ledger, apart from the limits of API clients. */
export const LEDGER_TABLES = [
  AccountDirectoryEntry,
  GlAccount,
  LedgerAccount,
  LedgerAccountMove,
  Posting,
  PostingEntry,
  LedgerSegment,
];
