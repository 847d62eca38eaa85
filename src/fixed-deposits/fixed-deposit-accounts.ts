import { Injectable } from '@nestjs/common';
import { assertAccountStatus } from '../accounts/assert-account-status';
import type { DepositAccount } from '../accounts/deposit-account.entity';
import { DepositAccounts } from '../accounts/deposit-accounts';
import type { Tx } from '../common/database/unit-of-work';
import { formatNaira } from '../common/money/naira';
import { AccountDirectoryEntry } from '../ledger/chart/account-directory-entry.entity';
import { LedgerAccounts } from '../ledger/chart/ledger-accounts';
import { availableBalanceKobo } from '../ledger/engine/available-balance';
import { LedgerAccount } from '../ledger/engine/ledger-account.entity';
import { ledgerErrors } from '../ledger/ledger.errors';
import type { Product } from '../products/product.entity';
import { type FixedDeposit, LIQUIDATION_TO_GL } from './fixed-deposit.entity';
import { fixedDepositsErrors } from './fixed-deposits.errors';

/** The columns that name the account to which a deposit is paid. */
export type LiquidationTarget = Pick<
  FixedDeposit,
  'liquidationAccountType' | 'liquidationAccountId' | 'liquidationAccount'
>;

/** The customer whose accounts a deposit may name. */
type Owner = Pick<FixedDeposit, 'institutionId' | 'customerId' | 'customerID'>;

/** Reads the accounts named in requests about deposits. */
@Injectable()
export class FixedDepositAccounts {
  constructor(
    private readonly accounts: DepositAccounts,
    private readonly ledgerAccounts: LedgerAccounts,
  ) {}

  /**
   * Reads an account of the customer and keeps it from being closed until the transaction ends.
   * @param field of the request, for the error.
   * @throws ACCOUNT_NOT_FOUND (404), VIRTUAL_ACCOUNT_NOT_ALLOWED, FIXED_DEPOSIT_ACCOUNT_REFUSED (422)
   */
  async requireOwn(
    tx: Tx,
    { institutionId, customerId, customerID }: Owner,
    accountNumber: string,
    field: string,
  ): Promise<DepositAccount> {
    const account = await this.accounts.require(tx, institutionId, accountNumber, 'share');
    if (account.customerId === customerId) return account;
    throw fixedDepositsErrors.FIXED_DEPOSIT_ACCOUNT_REFUSED(
      `The account ${accountNumber} does not belong to the customer ${customerID}; name one that does.`,
      { field },
    );
  }

  /**
   * Reads the account that the deposit is paid to: an account of the customer that may be credited, or a GL account
   * that the product allows.
   * @throws ACCOUNT_NOT_FOUND, LEDGER_NOT_FOUND (404), ACCOUNT_CLOSED, ACCOUNT_INACTIVE, ACCOUNT_PENDING_APPROVAL
   * (409),
   *   VIRTUAL_ACCOUNT_NOT_ALLOWED, FIXED_DEPOSIT_ACCOUNT_REFUSED, LEDGER_NOT_ALLOWED, CONTROL_LEDGER (422)
   */
  async liquidation(tx: Tx, owner: Owner, product: Product, type: number, number: string): Promise<LiquidationTarget> {
    if (type === LIQUIDATION_TO_GL)
      return {
        liquidationAccountType: type,
        liquidationAccountId: await this.ledger(tx, product, number),
        liquidationAccount: number,
      };
    const { id } = await this.requireOwn(tx, owner, number, 'liquidationAccount');
    assertAccountStatus(await tx.findOneByOrFail(LedgerAccount, { institutionId: owner.institutionId, id }), [
      'Dormant',
      'Frozen',
    ]);
    return { liquidationAccountType: type, liquidationAccountId: id, liquidationAccount: number };
  }

  /**
   * Locks the account to debit, together with the other accounts of the posting, and checks its funds. Credits of the
   * same posting do not count.
   * @throws ACCOUNT_CLOSED and the other refusals of the account's status (409), INSUFFICIENT_FUNDS (422)
   */
  async lockSource(
    tx: Tx,
    institutionId: number,
    sourceAccountId: number,
    amountKobo: bigint,
    alsoIds: readonly number[] = [],
  ): Promise<void> {
    const accounts = await this.ledgerAccounts.lockAll(tx, institutionId, [sourceAccountId, ...alsoIds]);
    const source = accounts.get(sourceAccountId)!;
    assertAccountStatus(source);
    if (availableBalanceKobo(source) >= amountKobo) return;
    throw ledgerErrors.INSUFFICIENT_FUNDS(
      `The available balance of ${source.number} is too low for ${formatNaira(amountKobo)}; pay money in first.`,
    );
  }

  private async ledger(tx: Tx, { institutionId, code, usableGlAccountIds }: Product, number: string): Promise<number> {
    const found = await tx.findOneBy(AccountDirectoryEntry, { institutionId, number });
    if (found?.kind === 'virtual') throw ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED();
    if (found?.kind !== 'gl') throw ledgerErrors.LEDGER_NOT_FOUND(`There is no ledger ${number}; check the code.`);
    const { isControl, allowApi } = await tx.findOneByOrFail(LedgerAccount, {
      institutionId,
      id: found.ledgerAccountId,
    });
    if (isControl) throw ledgerErrors.CONTROL_LEDGER(`${number} is a control ledger; name one that takes entries.`);
    if (!allowApi)
      throw ledgerErrors.LEDGER_NOT_ALLOWED(`The ledger ${number} is not open to API clients; name another.`);
    if (!usableGlAccountIds.includes(found.accountId))
      throw ledgerErrors.LEDGER_NOT_ALLOWED(
        `The product ${code} does not allow payment to the ledger ${number}; searchproducts lists those it allows.`,
      );
    return found.ledgerAccountId;
  }
}
