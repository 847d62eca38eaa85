import type { CustomerType } from '../../accounts/customers/customer.entity';
import type { AccountStatus } from '../../ledger/engine/account-status';
import type { LoanStatus } from '../../loans/contract/loan-status';

/** The person or organisation. Identity numbers are masked. */
export class OverviewCustomerView {
  /** @example "00000101" */
  customerID!: string;

  /** @example "Individual" */
  customerType!: CustomerType;

  /** @example "Okafor Adaeze" */
  name!: string;

  /** @example "1990-04-12" */
  dateOfBirth!: string | null;

  /** @example "+2348031234567" */
  phoneNumber!: string | null;

  /** @example "ada.okafor@example.com" */
  email!: string | null;

  /** @example "12 Broad Street, Lagos" */
  address!: string | null;

  /** Masked.
   * @example "*******6789" */
  bvn!: string | null;

  /** Masked.
   * @example "*******6789" */
  nin!: string | null;

  /** @example "001" */
  branchCode!: string;

  /** @example "Head Office" */
  branchName!: string;

  /** @example "2026-01-05T08:00:00.000Z" */
  customerSince!: string;
}

/** An account of the customer with its balances, in Naira; the amounts are null without `view-accounts`. */
export class OverviewAccountView {
  /** @example "0000010021" */
  accountNumber!: string;

  /** @example "Adaeze Okafor" */
  accountName!: string;

  /** @example "Regular Savings" */
  productName!: string;

  /** @example "Active" */
  accountStatus!: AccountStatus;

  /** @example 3 */
  kycTier!: number | null;

  /** @example 94999.5 */
  availableBalance!: number | null;

  /** @example 94999.5 */
  ledgerBalance!: number | null;

  /** @example 0 */
  lienAmount!: number | null;

  /** @example 0 */
  overdraftLimit!: number | null;

  /** @example "2026-01-05" */
  dateOpened!: string;
}

/** A loan of the customer, in Naira. */
export class OverviewLoanView {
  /** @example 20500 */
  id!: number;

  /** @example "0000010302" */
  loanAccountNumber!: string;

  /** @example "Active" */
  loanStatus!: LoanStatus;

  /** @example 120000 */
  principal!: number;

  /** @example 80000 */
  outstanding!: number;

  /** @example 0 */
  overdue!: number;

  /** @example 0 */
  daysPastDue!: number;

  /** @example "2026-12-01" */
  nextDueDate!: string | null;
}

/** A fixed deposit of the customer that has not ended, in Naira. */
export class OverviewDepositView {
  /** @example "0000010409" */
  accountNumber!: string;

  /** @example "Active" */
  status!: string;

  /** @example 500000 */
  principal!: number;

  /** Percent a year.
   * @example 12 */
  interestRate!: number;

  /** @example "2027-01-05" */
  maturityDate!: string;
}

/** A card of the customer's accounts. */
export class OverviewCardView {
  /** @example 20411 */
  id!: number;

  /** @example "0000010021" */
  accountNumber!: string;

  /** @example "506099******1234" */
  maskedPan!: string | null;

  /** @example "Active" */
  status!: string;
}

/** A movement on one of the customer's accounts. */
export class OverviewMovementView {
  /** @example "2026-11-21T09:30:12.345Z" */
  at!: string;

  /** @example "0000010021" */
  accountNumber!: string;

  /** @example "debit" */
  side!: 'debit' | 'credit';

  /** Naira.
   * @example 5000.5 */
  amount!: number;

  /** @example "Rent November" */
  narration!: string;

  /** @example "PST000000010017" */
  postingReferenceNumber!: string;
}

/** Facts that staff must not miss. */
export class OverviewFlagsView {
  /** @example false */
  isUnderLegalHold!: boolean;

  /** @example false */
  isErased!: boolean;

  /** Accounts of the customer that are frozen.
   * @example 0 */
  frozenAccounts!: number;

  /** Movements of the customer's accounts that AML holds or has released and that have not run; null without
   * `view-aml`.
   * @example 0 */
  openHolds!: number | null;

  /** Loans with an overdue instalment; null without `view-loans`.
   * @example 0 */
  overdueLoans!: number | null;
}

/** A customer with everything that they have here, in one answer. Each list has at most 50 rows, the latest first. */
export class CustomerOverviewView {
  customer!: OverviewCustomerView;

  flags!: OverviewFlagsView;

  accounts!: OverviewAccountView[];

  /** The customer's virtual accounts.
   * @example 0 */
  virtualAccounts!: number;

  /** Null without `view-loans`. */
  loans!: OverviewLoanView[] | null;

  /** Null without `view-fixed-deposits`. */
  deposits!: OverviewDepositView[] | null;

  /** Null without `view-cards`. */
  cards!: OverviewCardView[] | null;

  /** The ten latest movements of all accounts; null without `view-accounts`. */
  movements!: OverviewMovementView[] | null;

  /** Documents of the customer.
   * @example 2 */
  documents!: number;
}
