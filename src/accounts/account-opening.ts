import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { IdAllocator } from '../common/database/id-allocator';
import type { Tx } from '../common/database/unit-of-work';
import { duplicateReference } from '../common/errors/duplicate-reference';
import { refusingDuplicates } from '../common/errors/unique-violation';
import { searchName } from '../common/text/search-name';
import { Clock } from '../common/time/clock';
import type { Branch } from '../institutions/branches/branch.entity';
import { Branches } from '../institutions/branches/branches';
import { Institution } from '../institutions/institution.entity';
import { StaffMembers } from '../institutions/staff/staff-members';
import { LedgerAccounts } from '../ledger/chart/ledger-accounts';
import type { Product } from '../products/product.entity';
import { Products } from '../products/products';
import { AccountNumbers } from './account-numbers';
import type { Customer } from './customers/customer.entity';
import { DepositAccount } from './deposit-account.entity';

/** The codes that a request for an account names. */
export interface AccountTermCodes {
  branchCode: string;
  productCode: string;
  accountOfficerStaffID: string;
}

/** The records behind those codes, all of them active. */
export interface AccountTerms {
  branch: Branch;
  product: Product;
  accountOfficerStaffID: string;
}

/** Id and number of a new account, allocated before the transaction because the allocation may need a connection. */
export interface ReservedAccount {
  id: number;
  accountNumber: string;
}

export interface NewDepositAccount {
  institutionId: number;
  /** `api-client:ID`. */
  actor: string;
  reserved: ReservedAccount;
  customer: Customer;
  terms: AccountTerms;
  accountName: string;
  /** Default 1, the lowest. */
  kycTier?: number;
  referenceNumber?: string;
}

/** Opens accounts of customers: deposit account, account of record and number, all of them or none. */
@Injectable()
export class AccountOpening {
  constructor(
    private readonly ids: IdAllocator,
    private readonly numbers: AccountNumbers,
    private readonly clock: Clock,
    private readonly branches: Branches,
    private readonly products: Products,
    private readonly staff: StaffMembers,
    private readonly ledgerAccounts: LedgerAccounts,
  ) {}

  /** Reserves id and number. Call it before the transaction. Numbers of failed requests are not used again. */
  async reserve(institutionId: number): Promise<ReservedAccount> {
    return { id: await this.ids.next(), accountNumber: await this.numbers.nextAccountNumber(institutionId) };
  }

  /**
   * Looks up branch, product and account officer; each must be active (`docs/api/accounts.md#opening-an-account`).
   * @throws BRANCH_NOT_FOUND, PRODUCT_NOT_FOUND, ACCOUNT_OFFICER_NOT_FOUND (404), BRANCH_INACTIVE, PRODUCT_INACTIVE,
   *   PRODUCT_TYPE_NOT_ALLOWED, ACCOUNT_OFFICER_INACTIVE (422)
   */
  async resolveTerms(
    tx: Tx,
    institutionId: number,
    { branchCode, productCode, accountOfficerStaffID }: AccountTermCodes,
  ): Promise<AccountTerms> {
    const branch = await this.branches.requireActive(tx, institutionId, branchCode);
    const product = await this.products.requireActive(tx, institutionId, productCode, ['Savings', 'Current']);
    const officer = await this.staff.requireActive(tx, institutionId, accountOfficerStaffID);
    return { branch, product, accountOfficerStaffID: officer.staffID };
  }

  /** @throws DUPLICATE_REFERENCE (409) */
  async open(tx: Tx, account: NewDepositAccount): Promise<DepositAccount> {
    const { institutionId, reserved, customer, terms, actor } = account;
    const { businessDate } = await tx.findOneByOrFail(Institution, { institutionId });
    const name = account.accountName.trim();
    const deposit: DepositAccount = {
      institutionId,
      id: reserved.id,
      recordId: randomUUID(),
      accountNumber: reserved.accountNumber,
      accountName: name,
      searchName: searchName(name),
      customerId: customer.id,
      productId: terms.product.id,
      branchId: terms.branch.id,
      accountOfficerStaffID: terms.accountOfficerStaffID,
      kycTier: account.kycTier ?? 1,
      referenceNumber: account.referenceNumber ?? null,
      dateOpened: businessDate,
      dateClosed: null,
      closureReason: null,
      pendingApprovalId: null,
      createdBy: actor,
      createdAt: this.clock.institutionNow(institutionId),
    };
    await refusingDuplicates(tx.insert(DepositAccount, deposit), {
      uq_deposit_account_reference: duplicateReference('referenceNumber'),
    });
    await this.ledgerAccounts.open(tx, ledgerAccountOf(account, deposit), deposit.id);
    return deposit;
  }
}

function ledgerAccountOf(
  { institutionId, reserved, customer, terms }: NewDepositAccount,
  { accountName: name, kycTier, dateOpened: openedOn }: DepositAccount,
): Parameters<LedgerAccounts['open']>[1] {
  return {
    institutionId,
    id: reserved.id,
    number: reserved.accountNumber,
    name,
    kind: 'customer',
    status: 'Active',
    normalSide: 'credit',
    controlAccountId: terms.product.controlGlAccountId,
    productId: terms.product.id,
    customerType: customer.customerType,
    branchId: terms.branch.id,
    kycTier,
    openedOn,
  };
}
