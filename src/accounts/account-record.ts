import { koboToNaira } from '../common/money/naira';
import type { AccountStatus } from '../ledger/engine/account-status';
import { availableBalanceKobo, ledgerBalanceKobo } from '../ledger/engine/available-balance';
import type { AccountView } from './accounts.dto';
import type { ShownPersons } from './customers/person-numbers';
import type { VirtualAccount } from './virtual-accounts/virtual-account.entity';
import { virtualAccountDetails } from './virtual-accounts/virtual-account-view';

/** The only currency of accounts. */
export const CURRENCY = 'NGN';

/** Columns of every account, real or virtual, as the database driver returns them. */
interface RecordRow {
  id: string;
  record_id: string;
  account_number: string;
  account_name: string;
  customer_id: string;
  customer_name: string;
  product_code: string;
  product_name: string;
  branch_code: string;
  branch_name: string;
  officer_staff_id: string;
  officer_name: string;
  status: AccountStatus;
  reference_number: string | null;
  date_opened: string;
  date_closed: string | null;
}

/** A deposit account with its ledger account. Amounts are kobo in decimal text. */
export interface DepositRecordRow extends RecordRow {
  product_type: string;
  debits_posted_kobo: string;
  credits_posted_kobo: string;
  held_kobo: string;
  overdraft_limit_kobo: string;
  kyc_tier: number;
  pending_approval_id: string | null;
}

/** A virtual account. Customer, product, branch and officer are those of its settlement account. */
export interface VirtualRecordRow extends RecordRow {
  settlement_account_number: string;
}

/** The name of a virtual account in answers and postings (`docs/api/accounts.md#virtual-accounts`). */
export function virtualAccountDisplayName(accountName: string, corporateCustomerName: string): string {
  return `${accountName}/${corporateCustomerName}`;
}

type CommonView = Omit<
  AccountView,
  | 'accountName'
  | 'accountType'
  | 'availableBalance'
  | 'ledgerBalance'
  | 'kycTier'
  | 'pendingApprovalId'
  | 'isVirtualAccount'
  | 'settlementAccountNumber'
>;

function commonView(row: RecordRow): CommonView {
  return {
    id: Number(row.id),
    recordId: row.record_id,
    accountNumber: row.account_number,
    customerID: row.customer_id,
    customerName: row.customer_name,
    productCode: row.product_code,
    productName: row.product_name,
    branchCode: row.branch_code,
    branchName: row.branch_name,
    accountOfficerStaffID: row.officer_staff_id,
    accountOfficerName: row.officer_name,
    accountStatus: row.status,
    currency: CURRENCY,
    referenceNumber: row.reference_number,
    dateOpened: row.date_opened,
    dateClosed: row.date_closed,
  };
}

/** The record of a deposit account. */
export function depositAccountView(row: DepositRecordRow): AccountView {
  const amounts = {
    normalSide: 'credit' as const,
    debitsPostedKobo: BigInt(row.debits_posted_kobo),
    creditsPostedKobo: BigInt(row.credits_posted_kobo),
    lienedKobo: BigInt(row.held_kobo),
    overdraftLimitKobo: BigInt(row.overdraft_limit_kobo),
  };
  return {
    ...commonView(row),
    accountName: row.account_name,
    accountType: row.product_type,
    availableBalance: koboToNaira(availableBalanceKobo(amounts)),
    ledgerBalance: koboToNaira(ledgerBalanceKobo(amounts)),
    kycTier: row.kyc_tier,
    pendingApprovalId: row.pending_approval_id === null ? null : Number(row.pending_approval_id),
    isVirtualAccount: false,
    settlementAccountNumber: null,
  };
}

/** The record of a virtual account, which has no balance, cannot be debited and has credits only in its history. */
export function virtualAccountView(row: VirtualRecordRow, virtual: VirtualAccount, shown: ShownPersons): AccountView {
  return {
    ...commonView(row),
    accountName: virtualAccountDisplayName(row.account_name, row.customer_name),
    accountType: 'Virtual',
    availableBalance: null,
    ledgerBalance: null,
    kycTier: null,
    pendingApprovalId: null,
    isVirtualAccount: true,
    settlementAccountNumber: row.settlement_account_number,
    virtualAccountID: Number(row.id),
    canHoldBalance: false,
    canDebit: false,
    historyMode: 'credits-only',
    ...virtualAccountDetails(virtual, shown),
  };
}
