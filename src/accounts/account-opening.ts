import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ApprovalGate } from '../approvals/approval-gate';
import { pendingApproval } from '../approvals/approval-rows';
import { IdAllocator } from '../common/database/id-allocator';
import type { Tx } from '../common/database/unit-of-work';
import { duplicateReference } from '../common/errors/duplicate-reference';
import { refusingDuplicates } from '../common/errors/unique-violation';
import { Outcome } from '../common/http/outcome';
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
import type { OpenedAccountView } from './account-opening.dto';
import type { Customer } from './customers/customer.entity';
import { KycNumbers } from './customers/kyc-numbers';
import { DepositAccount } from './deposit-account.entity';
import { EXPOSED_ACCOUNT_OPERATION } from './exposed-account-subject';
import { LOWEST_TIER } from './tier-ceilings';

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
  /** By `ExposureChecks`: the account waits for the approval of staff. */
  isExposed: boolean;
  accountName: string;
  /** Default 1, the lowest. */
  kycTier?: number;
  /** The tier in the books, where something limits the customer (`TierCeilings`). Default: that of the account. */
  bookedTier?: number;
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
    private readonly gate: ApprovalGate,
    private readonly kycNumbers: KycNumbers,
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

  /**
   * Opens an account. That of a politically exposed person is PendingApproval until staff approve it, also under
   * `API_BYPASS_APPROVALS` (docs/api/accounts.md#exposed-persons).
   *
   * @returns the account; 202 with the approval where it waits for one
   * @throws DUPLICATE_REFERENCE (409), KYC_NUMBERS_MISSING (422)
   */
  async open(tx: Tx, account: NewDepositAccount): Promise<Outcome> {
    const { isExposed, customer } = account;
    await this.kycNumbers.assertHeld(tx, customer, account.kycTier ?? LOWEST_TIER);
    const pendingApprovalId = isExposed ? await this.askApproval(tx, account) : null;
    const { recordId: id, accountNumber } = await this.insert(tx, account, pendingApprovalId);
    const opened: OpenedAccountView = { id, accountNumber, customerID: customer.customerID };
    return pendingApprovalId === null
      ? Outcome.done(opened)
      : pendingApproval(pendingApprovalId, 'The account takes no debits and no credits until staff approve it.', {
          ...opened,
        });
  }

  private async askApproval(
    tx: Tx,
    { institutionId, actor, reserved, customer, accountName }: NewDepositAccount,
  ): Promise<number> {
    const { id, accountNumber } = reserved;
    const approvalId = await this.gate.ask(
      tx,
      { institutionId, actor },
      {
        operation: EXPOSED_ACCOUNT_OPERATION,
        summary: `Open account ${accountNumber}, ${accountName.trim()}, of the customer ${customer.customerID}`,
        details: { accountNumber, customerID: customer.customerID },
        record: { kind: 'account', id },
        always: true,
      },
    );
    return approvalId!;
  }

  private async insert(tx: Tx, account: NewDepositAccount, pendingApprovalId: number | null): Promise<DepositAccount> {
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
      kycTier: account.kycTier ?? LOWEST_TIER,
      referenceNumber: account.referenceNumber ?? null,
      dateOpened: businessDate,
      broughtUsedOn: null,
      dateClosed: null,
      closureReason: null,
      pendingApprovalId,
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
  { institutionId, reserved, customer, terms, isExposed, bookedTier }: NewDepositAccount,
  { accountName: name, kycTier, dateOpened: openedOn }: DepositAccount,
): Parameters<LedgerAccounts['open']>[1] {
  return {
    institutionId,
    id: reserved.id,
    number: reserved.accountNumber,
    name,
    kind: 'customer',
    status: isExposed ? 'PendingApproval' : 'Active',
    normalSide: 'credit',
    controlAccountId: terms.product.controlGlAccountId,
    productId: terms.product.id,
    customerType: customer.customerType,
    branchId: terms.branch.id,
    kycTier: bookedTier ?? kycTier,
    openedOn,
  };
}
