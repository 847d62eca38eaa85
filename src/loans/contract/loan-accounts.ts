import { Injectable } from '@nestjs/common';
import { IdAllocator } from '../../common/database/id-allocator';
import type { Tx } from '../../common/database/unit-of-work';
import { LedgerAccounts, type NewContractAccount } from '../../ledger/chart/ledger-accounts';
import { LedgerAccount } from '../../ledger/engine/ledger-account.entity';
import { Product } from '../../products/product.entity';
import type { Loan } from './loan.entity';
import { componentAccount, type LoanChange, transferLegs } from './loan-change';
import type { LoanContract } from './loan-contract.entity';
import type { LockedLoan } from './loans';

/** Ids of the accounts of a loan besides the principal account; null for one that it does not have. */
export interface LoanAccountIds {
  interest: number;
  fee: number;
  default: number;
  penalty: number;
  unearned: number | null;
  ahead: number | null;
}

/** The columns of a loan that name its accounts. */
export function accountColumns(
  ids: LoanAccountIds,
): Pick<
  Loan,
  | 'interestAccountId'
  | 'feeAccountId'
  | 'defaultAccountId'
  | 'penaltyAccountId'
  | 'unearnedAccountId'
  | 'aheadAccountId'
> {
  return {
    interestAccountId: ids.interest,
    feeAccountId: ids.fee,
    defaultAccountId: ids.default,
    penaltyAccountId: ids.penalty,
    unearnedAccountId: ids.unearned,
    aheadAccountId: ids.ahead,
  };
}

/** The accounts of record of a loan: the principal, each other component, and interest taken upfront or paid ahead. */
export function accountsToOpen(
  loan: Pick<Loan, 'institutionId' | 'id' | 'productId' | 'branchId' | 'loanAccountNumber'>,
  ledgers: Pick<
    LoanContract,
    | 'interestReceivableGlAccountId'
    | 'feeReceivableGlAccountId'
    | 'defaultReceivableGlAccountId'
    | 'penaltyReceivableGlAccountId'
    | 'unearnedInterestGlAccountId'
  >,
  ids: LoanAccountIds,
  { name, controlGlAccountId }: { name: string; controlGlAccountId: number },
): NewContractAccount[] {
  const { institutionId, productId, branchId, loanAccountNumber } = loan;
  const account = (
    id: number,
    part: string | undefined,
    controlAccountId: number,
    facts: Pick<NewContractAccount, 'normalSide' | 'mayGoNegative'>,
  ): NewContractAccount => ({
    ...facts,
    institutionId,
    id,
    number: part === undefined ? loanAccountNumber : `${loanAccountNumber}-${part}`,
    name,
    controlAccountId,
    productId,
    branchId,
  });
  // Instalments may be paid before they are recognised, so a receivable may be negative for a while.
  const receivable = { normalSide: 'debit', mayGoNegative: true } as const;
  const liability = { normalSide: 'credit', mayGoNegative: false } as const;
  const liabilities = (['unearned', 'ahead'] as const).flatMap((part) => {
    const id = ids[part];
    return id === null ? [] : [account(id, part, ledgers.unearnedInterestGlAccountId, liability)];
  });
  return [
    account(loan.id, undefined, controlGlAccountId, { normalSide: 'debit', mayGoNegative: false }),
    account(ids.interest, 'interest', ledgers.interestReceivableGlAccountId, receivable),
    account(ids.fee, 'fee', ledgers.feeReceivableGlAccountId, receivable),
    account(ids.default, 'default', ledgers.defaultReceivableGlAccountId, receivable),
    account(ids.penalty, 'penalty', ledgers.penaltyReceivableGlAccountId, receivable),
    ...liabilities,
  ];
}

/**
 * Opens the accounts of record of a loan. The principal account has the id of the loan; other components have their
 * own.
 */
@Injectable()
export class LoanAccounts {
  constructor(
    private readonly ids: IdAllocator,
    private readonly accounts: LedgerAccounts,
  ) {}

  /**
   * Opens the accounts of a loan that is being disbursed and sets their ids on the loan, in memory.
   * @param name name of the borrower's account, by which staff find the loan's accounts.
   */
  async open(tx: Tx, { loan, contract }: LockedLoan, name: string, hasUpfrontInterest: boolean): Promise<void> {
    const { institutionId, productId, branchId, loanAccountNumber } = loan;
    const { controlGlAccountId } = await tx.findOneByOrFail(Product, { institutionId, id: productId });
    const block = await this.ids.block(5);
    const ids: LoanAccountIds = {
      interest: block.next(),
      fee: block.next(),
      default: block.next(),
      penalty: block.next(),
      unearned: hasUpfrontInterest ? block.next() : null,
      ahead: null,
    };
    await this.accounts.openContract(
      tx,
      accountsToOpen({ institutionId, productId, branchId, loanAccountNumber, id: loan.id }, contract, ids, {
        name,
        controlGlAccountId,
      }),
    );
    Object.assign(loan, accountColumns(ids));
  }

  /**
   * Opens the account of interest that a loan's borrower pays ahead, which is a liability of the institution, and moves
   * there what was paid ahead before. Does nothing when it is open, or for a loan whose interest was taken upfront.
   */
  async openAhead(tx: Tx, change: LoanChange): Promise<void> {
    const account = await this.planAhead(tx, change);
    if (account) await this.openPlanned(tx, [account]);
  }

  /**
   * Sets on the loan, in memory, the account that `openAhead` opens, for a change that may never be made.
   * @returns the account for `openPlanned`; undefined where nothing is to be opened
   */
  async planAhead(tx: Tx, change: LoanChange): Promise<NewContractAccount | undefined> {
    const { loan, contract } = change.locked;
    const { institutionId, loanAccountNumber, productId, branchId } = loan;
    if (loan.aheadAccountId !== null || loan.unearnedAccountId !== null) return undefined;
    const { name } = await tx.findOneByOrFail(LedgerAccount, { institutionId, id: loan.id });
    const id = await this.ids.next();
    loan.aheadAccountId = id;
    if (loan.interestOwedKobo < 0n)
      change.add(transferLegs(componentAccount(loan, 'interest'), id, -loan.interestOwedKobo, 'interest'));
    return {
      institutionId,
      id,
      number: `${loanAccountNumber}-ahead`,
      name,
      controlAccountId: contract.unearnedInterestGlAccountId,
      productId,
      branchId,
      normalSide: 'credit',
      mayGoNegative: false,
    };
  }

  /** Opens accounts of `planAhead`. */
  async openPlanned(tx: Tx, accounts: readonly NewContractAccount[]): Promise<void> {
    await this.accounts.openContract(tx, accounts);
  }
}

/** Every account that a payment from the linked account may touch, so that all can be locked in one order. */
export function accountsOfLoan({ loan, contract }: LockedLoan): number[] {
  const own = [
    loan.id,
    loan.interestAccountId,
    loan.feeAccountId,
    loan.defaultAccountId,
    loan.penaltyAccountId,
    loan.unearnedAccountId,
    loan.aheadAccountId,
    loan.linkedAccountId,
  ];
  const {
    interestIncomeGlAccountId,
    interestInSuspenseGlAccountId,
    defaultIncomeGlAccountId,
    penaltyIncomeGlAccountId,
    fee,
  } = contract;
  const ledgers = [
    interestIncomeGlAccountId,
    interestInSuspenseGlAccountId,
    defaultIncomeGlAccountId,
    penaltyIncomeGlAccountId,
    fee?.incomeGlAccountId ?? null,
  ];
  return [...own, ...ledgers].filter((id) => id !== null);
}
