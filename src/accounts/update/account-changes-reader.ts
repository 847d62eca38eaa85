import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { koboToNaira } from '../../common/money/naira';
import { searchName } from '../../common/text/search-name';
import { Branch } from '../../institutions/branches/branch.entity';
import { Branches } from '../../institutions/branches/branches';
import { StaffMembers } from '../../institutions/staff/staff-members';
import type { LedgerAccountFacts } from '../../ledger/chart/ledger-accounts';
import { Product } from '../../products/product.entity';
import { Products } from '../../products/products';
import { accountsErrors } from '../accounts.errors';
import { AccruedInterest } from '../accrued-interest';
import { Customer } from '../customers/customer.entity';
import { KycNumbers } from '../customers/kyc-numbers';
import type { DepositAccount } from '../deposit-account.entity';
import type { UpdateCustomerAccountBody } from './account-update.dto';

/** The changes of a request: to the deposit account, to its ledger account, and as the audit log records them. */
export interface AccountChanges {
  deposit: Partial<DepositAccount>;
  ledger: Partial<LedgerAccountFacts>;
  audited: Record<string, { from: unknown; to: unknown }>;
}

/** The tiers of the account in the books: the present one, and the one for the tier that the request wants. */
export interface BookedTiers {
  bookedTier: number | null;
  tierForBooks: number;
}

/**
 * Works out the changes of an update. A field is checked only when its value differs from the account's, so that a
 * caller may send back a whole record (`docs/api/accounts.md#account-updates`).
 */
@Injectable()
export class AccountChangesReader {
  constructor(
    private readonly branches: Branches,
    private readonly products: Products,
    private readonly staff: StaffMembers,
    private readonly accruedInterest: AccruedInterest,
    private readonly kycNumbers: KycNumbers,
  ) {}

  /**
   * @throws BRANCH_NOT_FOUND, PRODUCT_NOT_FOUND, ACCOUNT_OFFICER_NOT_FOUND (404), BRANCH_INACTIVE, PRODUCT_INACTIVE,
   *   PRODUCT_TYPE_NOT_ALLOWED, ACCRUED_INTEREST_NOT_POSTED, ACCOUNT_OFFICER_INACTIVE, KYC_NUMBERS_MISSING (422)
   */
  async read(
    tx: Tx,
    account: DepositAccount,
    tiers: BookedTiers,
    body: UpdateCustomerAccountBody,
  ): Promise<AccountChanges> {
    const parts = [
      nameChange(account, body),
      await this.branchChange(tx, account, body),
      await this.officerChange(tx, account, body),
      await this.productChange(tx, account, body),
      await this.tierChange(tx, account, tiers, body),
    ];
    return parts.reduce<AccountChanges>(
      (all, part) => ({
        deposit: { ...all.deposit, ...part?.deposit },
        ledger: { ...all.ledger, ...part?.ledger },
        audited: { ...all.audited, ...part?.audited },
      }),
      { deposit: {}, ledger: {}, audited: {} },
    );
  }

  private async branchChange(
    tx: Tx,
    { institutionId, branchId }: DepositAccount,
    { branchCode }: UpdateCustomerAccountBody,
  ): Promise<AccountChanges | undefined> {
    if (branchCode === undefined || branchCode === null) return undefined;
    const current = await tx.findOneByOrFail(Branch, { institutionId, id: branchId });
    if (current.branchCode === branchCode) return undefined;
    const { id } = await this.branches.requireActive(tx, institutionId, branchCode);
    return {
      deposit: { branchId: id },
      ledger: { branchId: id },
      audited: { branchCode: { from: current.branchCode, to: branchCode } },
    };
  }

  private async officerChange(
    tx: Tx,
    { institutionId, accountOfficerStaffID: from }: DepositAccount,
    { accountOfficerStaffID: wanted }: UpdateCustomerAccountBody,
  ): Promise<AccountChanges | undefined> {
    if (wanted === undefined || wanted === null || wanted === from) return undefined;
    const { staffID: to } = await this.staff.requireActive(tx, institutionId, wanted);
    return { deposit: { accountOfficerStaffID: to }, ledger: {}, audited: { accountOfficerStaffID: { from, to } } };
  }

  private async tierChange(
    tx: Tx,
    account: DepositAccount,
    tiers: BookedTiers,
    body: UpdateCustomerAccountBody,
  ): Promise<AccountChanges | undefined> {
    const { institutionId, customerId: id, kycTier: from } = account;
    const to = body.kycTier ?? from;
    if (to > from) {
      // The lock keeps an update from clearing a number that the higher tier needs.
      const customer = await tx.findOneOrFail(Customer, {
        where: { institutionId, id },
        lock: { mode: 'pessimistic_read' },
      });
      await this.kycNumbers.assertHeld(tx, customer, to);
    }
    return changedTier(from, to, tiers);
  }

  private async productChange(
    tx: Tx,
    { institutionId, id: accountId, productId }: DepositAccount,
    { productCode }: UpdateCustomerAccountBody,
  ): Promise<AccountChanges | undefined> {
    if (productCode === undefined || productCode === null) return undefined;
    const current = await tx.findOneByOrFail(Product, { institutionId, id: productId });
    if (current.code === productCode) return undefined;
    const { id, controlGlAccountId } = await this.products.requireActive(tx, institutionId, productCode, [
      current.productType,
    ]);
    const accruedKobo = await this.accruedInterest.totalKobo(tx, institutionId, accountId);
    if (accruedKobo !== 0n)
      throw accountsErrors.ACCRUED_INTEREST_NOT_POSTED(undefined, { accruedInterest: koboToNaira(accruedKobo) });
    // A control ledger's balance is the sum of its accounts, so the account's whole balance moves to the new ledger.
    return {
      deposit: { productId: id },
      ledger: { productId: id, controlAccountId: controlGlAccountId },
      audited: { productCode: { from: current.code, to: productCode } },
    };
  }
}

function nameChange(
  { accountName: from }: DepositAccount,
  { accountName }: UpdateCustomerAccountBody,
): AccountChanges | undefined {
  const to = accountName?.trim() ?? from;
  if (to === from) return undefined;
  return {
    deposit: { accountName: to, searchName: searchName(to) },
    ledger: { name: to },
    audited: { accountName: { from, to } },
  };
}

/**
 * The tier in the books is lower than that of the account while something limits the customer, such as a risk rating.
 * Only that ends it, so whoever updates the account cannot: not at once, and not through a lower tier on the way.
 */
function changedTier(from: number, to: number, { bookedTier, tierForBooks }: BookedTiers): AccountChanges | undefined {
  if (to === from) return undefined;
  const isLimited = bookedTier !== null && bookedTier < from;
  const booked = isLimited ? Math.min(bookedTier, tierForBooks) : tierForBooks;
  return { deposit: { kycTier: to }, ledger: { kycTier: booked }, audited: { kycTier: { from, to } } };
}
