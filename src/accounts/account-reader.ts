import { In } from 'typeorm';
import type { Tx } from '../common/database/unit-of-work';
import { depositAccountView, type DepositRecordRow, virtualAccountView, type VirtualRecordRow } from './account-record';
import type { AccountView } from './accounts.dto';
import type { ShownPersons } from './customers/person-numbers';
import { VirtualAccount } from './virtual-accounts/virtual-account.entity';

const ACCOUNT_DETAILS = `
  c.customer_number AS customer_id, c.name AS customer_name, p.code AS product_code, p.name AS product_name,
  b.branch_code, b.branch_name, a.account_officer_staff_code AS officer_staff_id, coalesce(s.name, '') AS officer_name`;

const JOIN_ACCOUNT_DETAILS = `
  JOIN customer c ON c.institution_id = a.institution_id AND c.id = a.customer_id
  JOIN product p ON p.institution_id = a.institution_id AND p.id = a.product_id
  JOIN branch b ON b.institution_id = a.institution_id AND b.id = a.branch_id
  LEFT JOIN staff s ON s.institution_id = a.institution_id AND s.staff_code = a.account_officer_staff_code`;

const JOIN_LEDGER_ACCOUNT = 'JOIN ledger_account l ON l.institution_id = a.institution_id AND l.id = a.id';

const DEPOSIT_COLUMNS = `
  a.id, a.record_id, a.account_number, a.account_name, ${ACCOUNT_DETAILS}, p.product_type, l.status,
  l.debits_posted_kobo, l.credits_posted_kobo, l.held_kobo, l.overdraft_limit_kobo, a.kyc_tier, a.pending_approval_id,
  a.reference_number, a.date_opened, a.date_closed`;

const VIRTUAL_COLUMNS = `
  v.id, v.record_id, v.account_number, v.account_name, ${ACCOUNT_DETAILS}, v.status, v.reference_number,
  v.date_opened, v.date_closed, a.account_number AS settlement_account_number`;

/** An SQL condition on accounts with its parameters. `$1` is the institution. */
export interface AccountCondition {
  text: string;
  values: unknown[];
  /** True when the text names `l`, the ledger account. */
  needsLedger: boolean;
}

/** The page of the matching rows to read. */
export interface RowPage {
  /** SQL of the ORDER BY. Never built from input: it takes known columns of `a` only. */
  order: string;
  limit: number;
  offset: number;
}

function selectMatchingDeposits(selection: string, { text, needsLedger }: AccountCondition): string {
  return `SELECT ${selection} FROM deposit_account a ${needsLedger ? JOIN_LEDGER_ACCOUNT : ''}
           WHERE a.institution_id = $1 AND ${text}`;
}

/** Records of deposit accounts under a condition on `a` and `l`. The page is selected before its details are joined. */
export async function readDeposits(
  tx: Tx,
  condition: AccountCondition,
  { order, limit, offset }: RowPage,
): Promise<AccountView[]> {
  const page = `${selectMatchingDeposits('a.*', condition)} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`;
  const rows = await tx.query<DepositRecordRow[]>(
    `SELECT ${DEPOSIT_COLUMNS} FROM (${page}) a ${JOIN_LEDGER_ACCOUNT} ${JOIN_ACCOUNT_DETAILS}
      WHERE a.institution_id = $1 ORDER BY ${order}`,
    condition.values,
  );
  return rows.map(depositAccountView);
}

/** The number of deposit accounts under a condition. The count stops at `cap`. */
export async function countDeposits(tx: Tx, condition: AccountCondition, cap: number): Promise<number> {
  const rows = await tx.query<{ count: string }[]>(
    `SELECT count(*) AS count FROM (${selectMatchingDeposits('1', condition)} LIMIT ${cap}) matching`,
    condition.values,
  );
  return Number(rows[0]?.count);
}

/** Records of virtual accounts under a condition on `v` and its settlement account `a`. */
export async function readVirtuals(
  tx: Tx,
  { text, values }: AccountCondition,
  shown: ShownPersons,
): Promise<AccountView[]> {
  const rows = await tx.query<VirtualRecordRow[]>(
    `SELECT ${VIRTUAL_COLUMNS} FROM virtual_account v
       JOIN deposit_account a ON a.institution_id = v.institution_id AND a.id = v.settlement_account_id
       ${JOIN_ACCOUNT_DETAILS}
      WHERE v.institution_id = $1 AND ${text}`,
    values,
  );
  const virtuals = await tx.findBy(VirtualAccount, {
    institutionId: values[0] as number,
    id: In(rows.map(({ id }) => Number(id))),
  });
  return rows.map((row) =>
    virtualAccountView(
      row,
      virtuals.find(({ id }) => id === Number(row.id))!,
      shown,
    ),
  );
}

/** The record of a deposit account; undefined when no deposit account has the number. */
export async function readDeposit(
  tx: Tx,
  institutionId: number,
  accountNumber: string,
): Promise<AccountView | undefined> {
  const [deposit] = await readDeposits(
    tx,
    { text: 'a.account_number = $2', values: [institutionId, accountNumber], needsLedger: false },
    { order: 'a.id', limit: 1, offset: 0 },
  );
  return deposit;
}

/** The record of an account number, real or virtual; undefined when no account has it. */
export async function readAccount(
  tx: Tx,
  institutionId: number,
  accountNumber: string,
  shown: ShownPersons,
): Promise<AccountView | undefined> {
  const deposit = await readDeposit(tx, institutionId, accountNumber);
  if (deposit) return deposit;
  const values = [institutionId, accountNumber];
  const [virtual] = await readVirtuals(tx, { text: 'v.account_number = $2', values, needsLedger: false }, shown);
  return virtual;
}
