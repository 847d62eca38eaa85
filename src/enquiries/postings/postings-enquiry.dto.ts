import type { LedgerAccountKind, Side } from '../../ledger/engine/ledger-account.entity';
import type { PostingOrigin, PostingStatus } from '../../ledger/engine/posting.entity';
import type { LegRole } from '../../ledger/engine/posting-entry.entity';

/** A leg of a posting as it stands on an account. */
export class PostingEntryView {
  /**
   * Account number, ledger code or number of a contract.
   * @example "0000010021"
   */
  accountNumber!: string;

  /** @example "Adaeze Okafor" */
  accountName!: string;

  /**
   * `customer`, `gl` for a ledger, or `contract` for a loan or deposit.
   * @example "customer"
   */
  accountKind!: LedgerAccountKind;

  /** @example "debit" */
  side!: Side;

  /**
   * `principal`, `fee`, `tax`, `interest` or `reversal`.
   * @example "principal"
   */
  role!: LegRole;

  /** Naira.
   * @example 5000.5 */
  amount!: number;

  /** Balance of the account after the entry, in Naira.
   * @example 94999.5 */
  balanceAfter!: number;

  /** @example "Rent November" */
  narration!: string;

  /** Branch as of the posting; null for the head office.
   * @example "001" */
  branchCode!: string | null;

  /** The virtual account through which the credit came.
   * @example null */
  virtualAccountNumber!: string | null;
}

/** A posting with its entries and what it belongs to. */
export class PostingDetailView {
  /** @example "PST000000010017" */
  postingReferenceNumber!: string;

  /**
   * The kind of resource, such as `transfer`, `posting-group` or `loan-repayment`.
   * @example "transfer"
   */
  kind!: string;

  /** @example "REF-20261121-0001" */
  reference!: string;

  /** @example "Posted" */
  status!: PostingStatus;

  /**
   * `api`, `portal` or `system`.
   * @example "api"
   */
  origin!: PostingOrigin;

  /** @example "Rent November" */
  narration!: string;

  /** Naira, without fees and taxes.
   * @example 5000.5 */
  amount!: number;

  /** Naira.
   * @example 10 */
  fee!: number;

  /** @example "2026-11-21" */
  businessDate!: string;

  /** @example "2026-11-21" */
  valueDate!: string;

  /** @example "2026-11-21T09:30:12.345Z" */
  createdAt!: string;

  /** Null while the posting waits, and when it was declined or failed.
   * @example "2026-11-21T09:30:12.345Z" */
  postedAt!: string | null;

  /** @example "api-client:demo-client" */
  initiatedBy!: string;

  /** @example null */
  approvedBy!: string | null;

  /** @example null */
  instrumentNumber!: string | null;

  /** True when it was posted although funds or status forbade it, because it had happened already.
   * @example false */
  forced!: boolean;

  /** The posting that this one reverses.
   * @example null */
  reversalOf!: string | null;

  /** The posting that reverses this one.
   * @example null */
  reversedBy!: string | null;

  /** The approval of the movement; the latest where there are several.
   * @example null */
  approvalId!: number | null;

  /** The approval of its AML hold.
   * @example null */
  holdApprovalId!: number | null;

  /** @example null */
  failureCode!: string | null;

  /** @example null */
  failureMessage!: string | null;

  /** In the order of the legs; empty while the posting waits. */
  entries!: PostingEntryView[];
}
