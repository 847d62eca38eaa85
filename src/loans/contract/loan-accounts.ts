import { Injectable } from '@nestjs/common';
import { IdAllocator } from '../../common/database/id-allocator';
import type { Tx } from '../../common/database/unit-of-work';
import { LedgerAccounts, type NewContractAccount } from '../../ledger/chart/ledger-accounts';
import { LedgerAccount } from '../../ledger/engine/ledger-account.entity';
import { Product } from '../../products/product.entity';
import { componentAccount, type LoanChange, transferLegs } from './loan-change';
import type { LockedLoan } from './loans';

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
    const [interest, fee, defaultInterest, penalty] = [block.next(), block.next(), block.next(), block.next()];
    const unearned = hasUpfrontInterest ? block.next() : null;
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
    const accounts = [
      account(loan.id, undefined, controlGlAccountId, { normalSide: 'debit', mayGoNegative: false }),
      account(interest, 'interest', contract.interestReceivableGlAccountId, receivable),
      account(fee, 'fee', contract.feeReceivableGlAccountId, receivable),
      account(defaultInterest, 'default', contract.defaultReceivableGlAccountId, receivable),
      account(penalty, 'penalty', contract.penaltyReceivableGlAccountId, receivable),
    ];
    if (unearned !== null)
      accounts.push(
        account(unearned, 'unearned', contract.unearnedInterestGlAccountId, {
          normalSide: 'credit',
          mayGoNegative: false,
        }),
      );
    await this.accounts.openContract(tx, accounts);
    Object.assign(loan, {
      interestAccountId: interest,
      feeAccountId: fee,
      defaultAccountId: defaultInterest,
      penaltyAccountId: penalty,
      unearnedAccountId: unearned,
    });
  }

  /**
   * Opens the account of interest that a loan's borrower pays ahead, which is a liability of the institution, and moves
   * there what was paid ahead before. Does nothing when it is open, or for a loan whose interest was taken upfront.
   */
  async openAhead(tx: Tx, change: LoanChange): Promise<void> {
    const { loan, contract } = change.locked;
    const { institutionId, loanAccountNumber, productId, branchId } = loan;
    if (loan.aheadAccountId !== null || loan.unearnedAccountId !== null) return;
    const { name } = await tx.findOneByOrFail(LedgerAccount, { institutionId, id: loan.id });
    const id = await this.ids.next();
    await this.accounts.openContract(tx, [
      {
        institutionId,
        id,
        number: `${loanAccountNumber}-ahead`,
        name,
        controlAccountId: contract.unearnedInterestGlAccountId,
        productId,
        branchId,
        normalSide: 'credit',
        mayGoNegative: false,
      },
    ]);
    loan.aheadAccountId = id;
    if (loan.interestOwedKobo < 0n)
      change.add(transferLegs(componentAccount(loan, 'interest'), id, -loan.interestOwedKobo, 'interest'));
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
