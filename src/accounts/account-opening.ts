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

/** The codes a request for an account names. */
export interface AccountTerms {
  branchCode: string;
  productCode: string;
  accountOfficerStaffID: string;
}

/** What those codes stand for. */
export interface CheckedTerms {
  branch: Branch;
  product: Product;
  accountOfficerStaffID: string;
}

/** What is allocated before the transaction, so that its allocation never waits for a connection inside one. */
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
  terms: CheckedTerms;
  accountName: string;
  /** Default 1, the lowest. */
  kycTier?: number;
  referenceNumber?: string;
}

/** Opens accounts of customers: the ledger account, its number and the deposit account, all or none. */
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

  /** Call it before the transaction. Numbers of requests that fail are not used again. */
  async reserve(institutionId: number): Promise<ReservedAccount> {
    return { id: await this.ids.next(), accountNumber: await this.numbers.nextAccountNumber(institutionId) };
  }

  /**
   * The preconditions of an account (spec, Individual customer + account).
   * @throws BRANCH_NOT_FOUND, PRODUCT_NOT_FOUND, ACCOUNT_OFFICER_NOT_FOUND (404), BRANCH_INACTIVE, PRODUCT_INACTIVE,
   *   PRODUCT_TYPE_NOT_ALLOWED, ACCOUNT_OFFICER_INACTIVE (422)
   */
  async check(
    tx: Tx,
    institutionId: number,
    { branchCode, productCode, accountOfficerStaffID }: AccountTerms,
  ): Promise<CheckedTerms> {
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
      createdAt: this.clock.now(),
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
  { accountName: name, kycTier }: DepositAccount,
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
  };
}
