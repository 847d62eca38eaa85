import { Injectable } from '@nestjs/common';
import { Customers } from '../accounts/customers/customers';
import { type AuditAuthor } from '../common/audit/audit-log';
import { IdAllocator } from '../common/database/id-allocator';
import type { Tx } from '../common/database/unit-of-work';
import type { WriteRequest } from '../common/http/write-request';
import { nairaToKobo } from '../common/money/naira';
import { Clock } from '../common/time/clock';
import { StaffMembers } from '../institutions/staff/staff-members';
import { LedgerAccounts } from '../ledger/chart/ledger-accounts';
import { Product } from '../products/product.entity';
import { contractNoOf } from './contract-no';
import { fundingLegs, interestPaymentLegs } from './deposit-legs';
import { FixedDeposit } from './fixed-deposit.entity';
import { FixedDepositAccounts } from './fixed-deposit-accounts';
import { ORDER_POSTING } from './fixed-deposit-kinds';
import { FixedDepositOffers } from './fixed-deposit-offers';
import type { FixedDepositOrder } from './fixed-deposit-order.entity';
import { FixedDepositOrders } from './fixed-deposit-orders';
import type { FixedDepositPart } from './fixed-deposit-part.entity';
import { FixedDepositPayees, payoutAccountIds } from './fixed-deposit-payees';
import { FixedDepositPostings } from './fixed-deposit-postings';
import { FixedDeposits } from './fixed-deposits';
import type { AddFixedDepositBody } from './fixed-deposits.dto';
import { fixedDepositsErrors } from './fixed-deposits.errors';
import { interestKobo, shareKobo } from './interest/interest-to-date';
import { termDates } from './interest/term-dates';

/** Creates deposits: from the request to the first posting. */
@Injectable()
export class FixedDepositOpening {
  constructor(
    private readonly customers: Customers,
    private readonly offers: FixedDepositOffers,
    private readonly accounts: FixedDepositAccounts,
    private readonly staff: StaffMembers,
    private readonly deposits: FixedDeposits,
    private readonly orders: FixedDepositOrders,
    private readonly payees: FixedDepositPayees,
    private readonly postings: FixedDepositPostings,
    private readonly ledgerAccounts: LedgerAccounts,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {}

  /**
   * Builds the deposit of a request, without storing it: it waits for approval or for `begin`.
   * @throws the errors of `FixedDepositOffers.require` and `FixedDepositAccounts`; CUSTOMER_NOT_FOUND,
   * ACCOUNT_OFFICER_NOT_FOUND (404), ACCOUNT_OFFICER_INACTIVE, FIXED_DEPOSIT_START_DATE_REFUSED (422)
   */
  async read(
    tx: Tx,
    { institutionId, actor }: WriteRequest,
    body: AddFixedDepositBody,
    accountNumber: string,
    businessDate: string,
  ): Promise<FixedDeposit> {
    assertStartsToday(body, businessDate);
    const customer = await this.customers.lock(tx, institutionId, body.customerID, 'share');
    const owner = { institutionId, customerId: customer.id, customerID: customer.customerID };
    const principalKobo = nairaToKobo(body.principalAmount)!;
    const { product, terms } = await this.offers.require(tx, institutionId, {
      productCode: body.productCode,
      principalKobo,
      tenureDays: body.tenure,
      interestRate: body.interestRate ?? undefined,
      productRateId: body.applicableInterestID ?? undefined,
      interestPayment: body.interestPayment ?? undefined,
    });
    const source = await this.accounts.requireOwn(tx, owner, body.sourceAccount, 'sourceAccount');
    const target = await this.accounts.liquidation(
      tx,
      owner,
      product,
      body.liquidationAccountType ?? 1,
      body.liquidationAccount,
    );
    const officer = await this.officerOf(
      tx,
      institutionId,
      body.accountOfficerStaffID ?? undefined,
      source.accountOfficerStaffID,
    );
    const now = this.clock.institutionNow(institutionId);
    return {
      ...owner,
      ...target,
      ...terms,
      id: await this.ids.next(),
      contractNo: contractNoOf(accountNumber, 1),
      accountNumber,
      term: 1,
      accountName: customer.name,
      ledgerAccountId: await this.ids.next(),
      productId: product.id,
      productCode: product.code,
      branchId: source.branchId,
      accountOfficerStaffID: officer,
      sourceAccountId: source.id,
      sourceAccount: source.accountNumber,
      principalKobo,
      tenureDays: body.tenure,
      ...termDates(businessDate, body.tenure, terms.interestPayment),
      applyRollover: body.applyRollover ?? 'None',
      status: 'PendingApproval',
      accruedKobo: 0n,
      paidKobo: 0n,
      settledKobo: 0n,
      taxWithheldKobo: 0n,
      referenceNumber: body.referenceNumber,
      approvalId: null,
      closedOn: null,
      createdBy: actor,
      createdAt: now,
      updatedAt: now,
    };
  }

  /**
   * Begins a stored deposit today: debits the source account and pays upfront interest at once.
   * @returns its parts.
   * @throws the refusals of the source account's status (409), INSUFFICIENT_FUNDS, FIXED_DEPOSIT_TERMS_REFUSED (422)
   */
  async begin(
    tx: Tx,
    by: AuditAuthor,
    deposit: FixedDeposit,
    order: FixedDepositOrder,
    businessDate: string,
  ): Promise<FixedDepositPart[]> {
    await this.deposits.write(tx, deposit, {
      ...termDates(businessDate, deposit.tenureDays, deposit.interestPayment),
      status: 'Active',
      approvalId: null,
    });
    await this.openLedgerAccount(tx, deposit);
    const parts = [await this.deposits.addPart(tx, deposit, order.amountKobo, businessDate)];
    await this.fund(tx, deposit, order, parts, businessDate);
    await this.deposits.record(tx, by, 'begin', deposit, {
      referenceNumber: order.referenceNumber,
      maturityDate: deposit.maturityDate,
    });
    return parts;
  }

  /**
   * Adds money to a locked, active deposit today.
   * @returns its parts.
   * @throws FIXED_DEPOSIT_HAS_MATURED and the refusals of the source account's status (409), INSUFFICIENT_FUNDS,
   * FIXED_DEPOSIT_TERMS_REFUSED (422)
   */
  async topUp(
    tx: Tx,
    by: AuditAuthor,
    deposit: FixedDeposit,
    order: FixedDepositOrder,
    businessDate: string,
  ): Promise<FixedDepositPart[]> {
    const parts = await this.deposits.partsOfOne(tx, deposit);
    parts.push(await this.deposits.addPart(tx, deposit, order.amountKobo, businessDate));
    await this.deposits.write(tx, deposit, {
      principalKobo: deposit.principalKobo + order.amountKobo,
      approvalId: null,
    });
    await this.fund(tx, deposit, order, parts, businessDate);
    await this.deposits.record(tx, by, 'top-up', deposit, { referenceNumber: order.referenceNumber });
    return parts;
  }

  private async fund(
    tx: Tx,
    deposit: FixedDeposit,
    order: FixedDepositOrder,
    parts: FixedDepositPart[],
    businessDate: string,
  ): Promise<void> {
    const { institutionId, contractNo, accountNumber } = deposit;
    const { amountKobo, referenceNumber, createdBy } = order;
    const sourceAccountId = order.sourceAccountId!;
    const isUpfront = deposit.interestPayment === 'Upfront';
    await this.accounts.lockSource(
      tx,
      institutionId,
      sourceAccountId,
      amountKobo,
      isUpfront ? payoutAccountIds(deposit) : [deposit.ledgerAccountId],
    );
    const upfrontKobo = isUpfront ? interestKobo(deposit, parts, deposit.maturityDate) - deposit.paidKobo : 0n;
    if (upfrontKobo >= amountKobo)
      throw fixedDepositsErrors.FIXED_DEPOSIT_TERMS_REFUSED(
        'Upfront interest must be less than the principal; lower the rate or the tenure.',
      );
    const postingId = await this.postings.post(tx, {
      institutionId,
      kind: ORDER_POSTING,
      reference: referenceNumber,
      origin: 'api',
      maker: createdBy,
      narration: `${order.kind === 'Add' ? 'Fixed deposit' : 'Top-up of fixed deposit'} ${contractNo}`,
      legs: [
        ...fundingLegs(deposit, sourceAccountId, amountKobo),
        ...(upfrontKobo > 0n ? interestPaymentLegs(deposit, await this.payees.lock(tx, deposit), upfrontKobo) : []),
      ],
      amountKobo,
      metadata: {
        contract_no: contractNo,
        account_number: accountNumber,
        reference_number: referenceNumber,
        event: order.kind === 'Add' ? 'begin' : 'top-up',
        business_date: businessDate,
      },
    });
    if (upfrontKobo > 0n) {
      const taxWithheldKobo = deposit.taxWithheldKobo + shareKobo(upfrontKobo, deposit.withholdingTaxPercent);
      await this.deposits.write(tx, deposit, { paidKobo: deposit.paidKobo + upfrontKobo, taxWithheldKobo });
    }
    await this.orders.markDone(tx, order, postingId);
  }

  private async openLedgerAccount(
    tx: Tx,
    { institutionId, ledgerAccountId, accountNumber, accountName, productId, branchId }: FixedDeposit,
  ): Promise<void> {
    const { controlGlAccountId } = await tx.findOneByOrFail(Product, { institutionId, id: productId });
    const account = {
      institutionId,
      id: ledgerAccountId,
      number: accountNumber,
      name: accountName,
      normalSide: 'credit' as const,
    };
    await this.ledgerAccounts.openContract(tx, [
      { ...account, controlAccountId: controlGlAccountId, mayGoNegative: false, productId, branchId },
    ]);
  }

  private async officerOf(tx: Tx, institutionId: number, asked: string | undefined, ofSource: string): Promise<string> {
    return asked === undefined ? ofSource : (await this.staff.requireActive(tx, institutionId, asked)).staffID;
  }
}

/** @throws FIXED_DEPOSIT_START_DATE_REFUSED (422) */
function assertStartsToday({ startDate }: AddFixedDepositBody, businessDate: string): void {
  if ((startDate ?? businessDate) === businessDate) return;
  throw fixedDepositsErrors.FIXED_DEPOSIT_START_DATE_REFUSED(
    `A deposit starts on the business date; leave startDate out or send ${businessDate}.`,
    { businessDate },
  );
}
