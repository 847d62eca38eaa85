import { readDeposits } from '../../accounts/account-reader';
import type { Tx } from '../../common/database/unit-of-work';
import { koboToNaira } from '../../common/money/naira';
import { postingReferenceNumber } from '../../ledger/engine/posting.entity';
import { readInterestToCapitalise } from '../../loans/contract/interest-to-capitalise';
import { Loan } from '../../loans/contract/loan.entity';
import { daysPastDue, totalOutstandingKobo } from '../../loans/contract/summarise-loan';
import type {
  OverviewAccountView,
  OverviewCardView,
  OverviewDepositView,
  OverviewLoanView,
  OverviewMovementView,
} from './customer-overview.dto';

/** The largest number of rows of each list. */
const OVERVIEW_ROWS_MAX = 50;
const MOVEMENTS_MAX = 10;

/**
 * The customer's accounts, the latest first, with their ids for the other lists.
 * @param seesBalances false for a reader of customers alone, to whom amounts are null as on the pages of accounts
 */
export async function readAccounts(
  tx: Tx,
  institutionId: number,
  { customerId, seesBalances }: { customerId: number; seesBalances: boolean },
): Promise<{ ids: number[]; views: OverviewAccountView[] }> {
  const accounts = await readDeposits(
    tx,
    { text: 'a.customer_id = $2', values: [institutionId, customerId], needsLedger: false },
    { order: 'a.id DESC', limit: OVERVIEW_ROWS_MAX, offset: 0 },
  );
  const ids = accounts.map(({ id }) => id);
  const rows = await tx.query<{ id: string; held_kobo: string; overdraft_limit_kobo: string }[]>(
    `SELECT id, held_kobo, overdraft_limit_kobo FROM ledger_account WHERE institution_id = $1 AND id = ANY($2::bigint[])`,
    [institutionId, ids],
  );
  const amounts = new Map(rows.map((row) => [Number(row.id), row]));
  const seen = <Amount>(amount: Amount): Amount | null => (seesBalances ? amount : null);
  const views = accounts.map((account) => ({
    accountNumber: account.accountNumber,
    accountName: account.accountName,
    productName: account.productName,
    accountStatus: account.accountStatus,
    kycTier: account.kycTier,
    availableBalance: seen(account.availableBalance),
    ledgerBalance: seen(account.ledgerBalance),
    lienAmount: seen(koboToNaira(BigInt(amounts.get(account.id)!.held_kobo))),
    overdraftLimit: seen(koboToNaira(BigInt(amounts.get(account.id)!.overdraft_limit_kobo))),
    dateOpened: account.dateOpened,
  }));
  return { ids, views };
}

/** The customer's loans, the latest first. */
export async function readLoans(
  tx: Tx,
  institutionId: number,
  customerId: number,
  businessDate: string,
): Promise<OverviewLoanView[]> {
  const loans = await tx.find(Loan, {
    where: { institutionId, customerId },
    order: { id: 'DESC' },
    take: OVERVIEW_ROWS_MAX,
  });
  const toCapitalise = await readInterestToCapitalise(tx, institutionId, loans);
  return loans.map((loan) => ({
    id: loan.id,
    loanAccountNumber: loan.loanAccountNumber,
    loanStatus: loan.status,
    principal: koboToNaira(loan.principalKobo),
    outstanding: koboToNaira(totalOutstandingKobo(loan, toCapitalise.get(loan.id) ?? 0n)),
    overdue: koboToNaira(loan.overdueKobo),
    daysPastDue: daysPastDue(loan.overdueSince, businessDate),
    nextDueDate: loan.nextDueDate,
  }));
}

/** The customer's fixed deposits that wait or run, the latest first. */
export async function readFixedDeposits(
  tx: Tx,
  institutionId: number,
  customerId: number,
): Promise<OverviewDepositView[]> {
  const rows = await tx.query<
    { number: string; status: string; principal: string; rate: string; maturity_date: string }[]
  >(
    `SELECT account_number AS number, status, principal_kobo AS principal, interest_rate AS rate,
            maturity_date::text AS maturity_date
       FROM fixed_deposit
      WHERE institution_id = $1 AND customer_id = $2 AND closed_on IS NULL
      ORDER BY id DESC LIMIT ${OVERVIEW_ROWS_MAX}`,
    [institutionId, customerId],
  );
  return rows.map(({ number, status, principal, rate, maturity_date }) => ({
    accountNumber: number,
    status,
    principal: koboToNaira(BigInt(principal)),
    interestRate: Number(rate),
    maturityDate: maturity_date,
  }));
}

/** The cards of the accounts, the latest first. */
export async function readCards(tx: Tx, institutionId: number, numbers: string[]): Promise<OverviewCardView[]> {
  const rows = await tx.query<{ id: string; account_number: string; masked_pan: string | null; status: string }[]>(
    `SELECT id, account_number, masked_pan, status FROM card
      WHERE institution_id = $1 AND account_number = ANY($2::text[]) ORDER BY id DESC LIMIT ${OVERVIEW_ROWS_MAX}`,
    [institutionId, numbers],
  );
  return rows.map(({ id, account_number, masked_pan, status }) => ({
    id: Number(id),
    accountNumber: account_number,
    maskedPan: masked_pan,
    status,
  }));
}

interface MovementRow {
  at: Date;
  number: string;
  side: 'debit' | 'credit';
  amount: string;
  narration: string;
  posting_id: string;
}

/** The latest movements of the accounts together. Each account gives its own latest ones along its index. */
export async function readMovements(
  tx: Tx,
  institutionId: number,
  accountIds: number[],
): Promise<OverviewMovementView[]> {
  const rows = await tx.query<MovementRow[]>(
    `SELECT e.posted_at AS at, a.number, e.side, e.amount_kobo AS amount,
            coalesce(e.narration, p.narration) AS narration, e.posting_id
       FROM ledger_account a
      CROSS JOIN LATERAL (
        SELECT * FROM posting_entry
         WHERE institution_id = $1 AND account_id = a.id ORDER BY seq DESC LIMIT ${MOVEMENTS_MAX}) e
       JOIN posting p ON p.institution_id = $1 AND p.id = e.posting_id
      WHERE a.institution_id = $1 AND a.id = ANY($2::bigint[])
      ORDER BY e.posted_at DESC, e.posting_id DESC LIMIT ${MOVEMENTS_MAX}`,
    [institutionId, accountIds],
  );
  return rows.map(({ at, number, side, amount, narration, posting_id }) => ({
    at: at.toISOString(),
    accountNumber: number,
    side,
    amount: koboToNaira(BigInt(amount)),
    narration,
    postingReferenceNumber: postingReferenceNumber(Number(posting_id)),
  }));
}

/** Counts that flag the customer or tell how much more there is. */
export interface OverviewCounts {
  virtualAccounts: number;
  documents: number;
  openHolds: number;
  legalHolds: number;
}

/** @param numbers the customer's account numbers */
export async function readCounts(
  tx: Tx,
  institutionId: number,
  { customerId, accountIds, numbers }: { customerId: number; accountIds: number[]; numbers: string[] },
): Promise<OverviewCounts> {
  const [row] = await tx.query<Record<keyof OverviewCounts, string>[]>(
    `SELECT
       (SELECT count(*) FROM virtual_account
         WHERE institution_id = $1 AND settlement_account_id = ANY($3::bigint[])) AS "virtualAccounts",
       (SELECT count(*) FROM document
         WHERE institution_id = $1 AND entity_type = 'customer' AND entity_id = $2
           AND deleted_at IS NULL) AS documents,
       (SELECT count(*) FROM aml_hold
         WHERE institution_id = $1 AND account_number = ANY($4::text[])
           AND status IN ('Held', 'Approved')) AS "openHolds",
       (SELECT count(*) FROM legal_hold
         WHERE institution_id = $1 AND customer_id = $2 AND removed_at IS NULL) AS "legalHolds"`,
    [institutionId, customerId, accountIds, numbers],
  );
  return {
    virtualAccounts: Number(row?.virtualAccounts),
    documents: Number(row?.documents),
    openHolds: Number(row?.openHolds),
    legalHolds: Number(row?.legalHolds),
  };
}
