import { isValidNuban } from '../accounts/nuban';
import { LOAN_CLASSIFICATIONS } from '../loans/contract/loan.entity';
import { type LoanStatus, RUNNING_STATUSES } from '../loans/contract/loan-status';
import type { ImportedLine, LineContext } from './imported-line';
import { loanLineTerms } from './loan-line-terms';
import type { RecordFields } from './record-fields';
import type { StatedLoan } from './stated-contracts';

/** Loans that run, and written-off loans that may still be recovered. */
const ARRIVING: readonly LoanStatus[] = [...RUNNING_STATUSES, 'WrittenOff'];
const DAYS_MAX = 32_000;

/** A loan of the old system. Its instalments are lines of another file (docs/import.md#loans). */
export function loanLine(fields: RecordFields, { references }: LineContext): ImportedLine {
  const { code, businessDate } = references.institution;
  const number = fields.text('loan_account_number', 10);
  if (number !== '' && !isValidNuban(code, number))
    fields.refuse(`loan_account_number ${number} is no NUBAN of the institution code ${code}`);
  const productCode = fields.text('product_code', 20);
  const offer = references.loanProducts.get(productCode);
  if (productCode !== '' && !offer) fields.refuse(`product_code ${productCode} is no loan product; create it first`);
  const branchCode = fields.text('branch_code', 20);
  const branch = references.branches.get(branchCode);
  if (branchCode !== '' && !branch) fields.refuse(`branch_code ${branchCode} is no branch; create it first`);
  const officer = fields.optional('account_officer', 20);
  if (officer !== null && !references.officers.has(officer))
    fields.refuse(`account_officer ${officer} is no member of staff; create it first`);
  const disbursedOn = fields.date('disbursed_on', businessDate, true) ?? businessDate;
  const stated: StatedLoan = {
    loanAccountNumber: number,
    referenceNumber: fields.text('reference', 100),
    accountOfficerStaffID: officer,
    productId: offer?.product.id ?? 0,
    branchId: branch?.id ?? 0,
    status: fields.oneOf('status', ARRIVING),
    disbursementDate: disbursedOn,
    restructuredDate: fields.date('restructured_on', businessDate, false),
    ...balancesOf(fields, businessDate),
  };
  if (stated.accruedThrough < disbursedOn) fields.refuse('accrued_through must not be before disbursed_on');
  if (stated.allowanceKobo > 0n && references.allowanceLedgerId === null)
    fields.refuse('allowance needs the setting LOAN_ALLOWANCE_LEDGER_CODE');
  const contract = offer && loanLineTerms(fields, offer, disbursedOn);
  return {
    key: number,
    ownerKey: fields.text('linked_account', 10),
    balanceKobo: 0n,
    branchCode,
    productCode,
    content: { rows: [], loan: { stated, contract } },
  };
}

type StatedBalances = Omit<
  StatedLoan,
  | 'loanAccountNumber'
  | 'referenceNumber'
  | 'accountOfficerStaffID'
  | 'productId'
  | 'branchId'
  | 'status'
  | 'disbursementDate'
  | 'restructuredDate'
>;

function balancesOf(fields: RecordFields, businessDate: string): StatedBalances {
  const kobo = (column: string): bigint => fields.kobo(column, { optional: true });
  return {
    accruedThrough: fields.date('accrued_through', businessDate, false) ?? businessDate,
    outstandingPrincipalKobo: fields.kobo('principal_outstanding'),
    principalWrittenOffKobo: kobo('principal_written_off'),
    interestReceivableKobo: fields.kobo('interest_receivable', { signed: true, optional: true }),
    unearnedKobo: fields.koboOrNull('interest_unearned'),
    suspendedInterestKobo: kobo('suspended_interest'),
    suspendedPrincipalKobo: kobo('suspended_principal'),
    suspendedFeeKobo: kobo('suspended_fees'),
    suspendedDefaultKobo: kobo('suspended_default'),
    suspendedPenaltyKobo: kobo('suspended_penalties'),
    suspendedSince: fields.date('suspended_since', businessDate, false),
    curingSince: fields.date('curing_since', businessDate, false),
    writtenOffKobo: kobo('written_off'),
    recoveredKobo: kobo('recovered'),
    daysPastDue: fields.isEmpty('days_past_due') ? null : fields.integer('days_past_due', { max: DAYS_MAX }),
    classification: fields.isEmpty('classification') ? null : fields.oneOf('classification', LOAN_CLASSIFICATIONS),
    allowanceKobo: kobo('allowance'),
  };
}
