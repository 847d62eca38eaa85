import { In } from 'typeorm';
import { BroughtNumber } from '../accounts/brought-over/brought-number.entity';
import { DepositAccount } from '../accounts/deposit-account.entity';
import { IdAllocator, type IdBlock } from '../common/database/id-allocator';
import { addRows } from '../common/database/rows';
import { Clock } from '../common/time/clock';
import { LedgerAccounts } from '../ledger/chart/ledger-accounts';
import { Loan } from '../loans/contract/loan.entity';
import { accountColumns, accountsToOpen, type LoanAccountIds } from '../loans/contract/loan-accounts';
import { LoanContract } from '../loans/contract/loan-contract.entity';
import { LoanInstalment } from '../loans/contract/loan-instalment.entity';
import { type WorkedLoan, workedLoan } from './contract-check';
import { allowanceBalances } from './load-allowances';
import { placeSecurityDeposits } from './load-security-deposits';
import type { LoanToStore } from './new-loan';
import type { BroughtBalance } from './opening-journals';
import type { StagedLine, StepContext } from './step-context';

const INSTALMENTS_AT_ONCE = 3_000;
/** Ids of a loan besides those of its instalments: contract, accounts, lien. */
const IDS_A_LOAN = 8;

/** Stores loans with their terms, schedules, accounts of record and allowances. @returns the balances of each */
export async function loadLoans(context: StepContext, lines: readonly StagedLine[]): Promise<BroughtBalance[][]> {
  const { app, tx, started, references } = context;
  const { institutionId } = started;
  const loans = await newLoans(context, lines);
  const controls = new Map([...references.loanProducts.values()].map(({ product }) => [product.id, product]));
  await app.get(LedgerAccounts, { strict: false }).openContract(
    tx,
    loans.flatMap(({ loan, contract, accounts, linked }) =>
      accountsToOpen(loan, contract, accounts, {
        name: linked.accountName,
        controlGlAccountId: controls.get(loan.productId)!.controlGlAccountId,
      }),
    ),
  );
  await addRows(
    tx,
    Loan,
    loans.map(({ loan }) => loan),
  );
  await addRows(
    tx,
    LoanContract,
    loans.map(({ contract }) => contract),
  );
  const instalments = loans.flatMap((each) => each.instalments);
  for (let from = 0; from < instalments.length; from += INSTALMENTS_AT_ONCE)
    await addRows(tx, LoanInstalment, instalments.slice(from, from + INSTALMENTS_AT_ONCE));
  await addRows(
    tx,
    BroughtNumber,
    loans.map(({ loan }) => ({ institutionId, number: loan.loanAccountNumber })),
  );
  await placeSecurityDeposits(context, loans);
  const allowances = await allowanceBalances(context, loans);
  return loans.map((each) => [...balancesOf(each), ...(allowances.get(each.loan.id) ?? [])]);
}

async function newLoans(context: StepContext, lines: readonly StagedLine[]): Promise<LoanToStore[]> {
  const { app, tx, started, references } = context;
  const { institutionId } = started;
  const on = { ...references, institution: { ...references.institution, businessDate: started.cutOverOn! } };
  const worked = lines.map((line) => {
    const loan = workedLoan(line, on);
    if ('faults' in loan)
      throw new Error(`The accepted loan in line ${line.line} has faults: ${loan.faults.join('; ')}`);
    return loan;
  });
  const rowCount = worked.reduce((sum, { brought }) => sum + brought.rows.length, 0);
  const ids = await app.get(IdAllocator).block(rowCount + worked.length * IDS_A_LOAN);
  const linkedIds = lines.map(({ owner_id }) => Number(owner_id));
  const found = await tx.findBy(DepositAccount, { institutionId, id: In(linkedIds) });
  const linked = new Map(found.map((account) => [account.id, account]));
  return worked.map((each, index) =>
    newLoan(context, each, { id: Number(lines[index]!.target_id), linked: linked.get(linkedIds[index]!)!, ids }),
  );
}

function newLoan(
  { app, started: { institutionId }, actor }: StepContext,
  worked: WorkedLoan,
  { id, linked, ids }: { id: number; linked: DepositAccount; ids: IdBlock },
): LoanToStore {
  const { stated, contract: terms, brought } = worked;
  const contractId = ids.next();
  const accounts: LoanAccountIds = {
    interest: ids.next(),
    fee: ids.next(),
    default: ids.next(),
    penalty: ids.next(),
    unearned: stated.unearnedKobo === null ? null : ids.next(),
    ahead: brought.balances.ahead > 0n ? ids.next() : null,
  };
  const now = app.get(Clock).institutionNow(institutionId);
  const contract = { ...terms, institutionId, id: contractId, loanId: id, version: 1, createdAt: now };
  const loan: Loan = {
    ...identityOf(worked, linked),
    ...brought.figures,
    ...accountColumns(accounts),
    institutionId,
    id,
    contractId,
    status: stated.status,
    principalKobo: terms.principalKobo,
    interestRate: terms.interestRate,
    tenure: terms.tenure,
    ...stateOf(worked),
    createdBy: actor,
    createdAt: now,
    updatedAt: now,
  };
  const instalments = brought.rows.map((row) => ({ ...row, institutionId, id: ids.next(), loanId: id, contractId }));
  return { worked, loan, contract, instalments, accounts, linked };
}

type Identity = Pick<
  Loan,
  | 'loanAccountNumber'
  | 'referenceNumber'
  | 'customerId'
  | 'linkedAccountId'
  | 'linkedNumber'
  | 'productId'
  | 'branchId'
  | 'accountOfficerStaffID'
  | 'agentId'
  | 'groupLoanId'
  | 'preferredPartnerReference'
  | 'approvalId'
  | 'notes'
>;

function identityOf({ stated }: WorkedLoan, linked: DepositAccount): Identity {
  return {
    loanAccountNumber: stated.loanAccountNumber,
    referenceNumber: stated.referenceNumber,
    customerId: linked.customerId,
    linkedAccountId: linked.id,
    linkedNumber: linked.accountNumber,
    productId: stated.productId,
    branchId: stated.branchId,
    accountOfficerStaffID: stated.accountOfficerStaffID ?? linked.accountOfficerStaffID,
    agentId: null,
    groupLoanId: null,
    preferredPartnerReference: null,
    approvalId: null,
    notes: null,
  };
}

type BroughtState = Omit<
  Loan,
  | keyof Identity
  | keyof WorkedLoan['brought']['figures']
  | keyof ReturnType<typeof accountColumns>
  | 'institutionId'
  | 'id'
  | 'contractId'
  | 'status'
  | 'principalKobo'
  | 'interestRate'
  | 'tenure'
  | 'createdBy'
  | 'createdAt'
  | 'updatedAt'
>;

function stateOf({ stated }: WorkedLoan): BroughtState {
  return {
    startDate: stated.disbursementDate,
    disbursementDate: stated.disbursementDate,
    closedDate: null,
    restructuredDate: stated.restructuredDate,
    principalWrittenOffKobo: stated.principalWrittenOffKobo,
    outstandingPrincipalKobo: stated.outstandingPrincipalKobo,
    dueNoticeFor: null,
    accruedThrough: stated.accruedThrough,
    interestOwedKobo: stated.interestReceivableKobo,
    suspendedInterestKobo: stated.suspendedInterestKobo,
    suspendedPrincipalKobo: stated.suspendedPrincipalKobo,
    suspendedFeeKobo: stated.suspendedFeeKobo,
    suspendedDefaultKobo: stated.suspendedDefaultKobo,
    suspendedPenaltyKobo: stated.suspendedPenaltyKobo,
    suspendedSince: stated.suspendedSince,
    curingSince: stated.curingSince,
    writtenOffKobo: stated.writtenOffKobo,
    recoveredKobo: stated.recoveredKobo,
    mandateStatus: stated.status === 'InRecovery' ? 'Active' : 'None',
  };
}

/** Credits less debits of each account of a loan, and its part of the ledger of income in suspense. */
function balancesOf({ loan, contract, accounts, worked }: LoanToStore): BroughtBalance[] {
  const { balances, suspendedKobo } = worked.brought;
  return [
    { accountId: loan.id, balanceKobo: -balances.principal },
    { accountId: accounts.interest, balanceKobo: -balances.interest },
    { accountId: accounts.fee, balanceKobo: -balances.fee },
    { accountId: accounts.default, balanceKobo: -balances.default },
    { accountId: accounts.penalty, balanceKobo: -balances.penalty },
    { accountId: accounts.unearned ?? 0, balanceKobo: balances.unearned },
    { accountId: accounts.ahead ?? 0, balanceKobo: balances.ahead },
    { accountId: contract.interestInSuspenseGlAccountId, balanceKobo: suspendedKobo, branchId: loan.branchId },
  ];
}
