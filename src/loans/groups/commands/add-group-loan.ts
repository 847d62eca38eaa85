import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ApprovalGate } from '../../../approvals/approval-gate';
import { pendingApproval } from '../../../approvals/approval-rows';
import { lockBusinessDate } from '../../../business-day/lock-business-date';
import { AuditLog } from '../../../common/audit/audit-log';
import { IdAllocator } from '../../../common/database/id-allocator';
import type { Tx } from '../../../common/database/unit-of-work';
import { AppError } from '../../../common/errors/app-error';
import { duplicateReference } from '../../../common/errors/duplicate-reference';
import { refusingDuplicates } from '../../../common/errors/unique-violation';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { formatNaira } from '../../../common/money/naira';
import { Clock } from '../../../common/time/clock';
import { DocumentContents } from '../../../documents/document-contents';
import type { ReceivedFiles } from '../../../documents/received-files';
import { Product, type ProductType } from '../../../products/product.entity';
import { Products } from '../../../products/products';
import { productsErrors } from '../../../products/products.errors';
import { loansErrors } from '../../loans.errors';
import { AgreedRates } from '../../origination/agreed-rates';
import { LoanOrigination, type PreparedLoan, type ReservedLoan } from '../../origination/loan-origination';
import { LoanParties } from '../../origination/loan-parties';
import { GroupLoan } from '../group-loan.entity';
import { GROUP_LOAN_OPERATION } from '../group-loan-subject';
import type { AddedGroupLoanView } from '../group-loan-views.dto';
import type { AddGroupLoanBody, ParticipantBody } from '../group-loans.dto';

/** Creates the loans of a group, all or none (docs/api/group-loans.md#add). */
export class AddGroupLoan extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: AddGroupLoanBody,
    readonly files: ReceivedFiles,
  ) {
    super();
  }
}

/** Data that all participants share. */
interface Common {
  groupId: number;
  product: Product;
  businessDate: string;
}

@CommandHandler(AddGroupLoan)
export class AddGroupLoanHandler implements ICommandHandler<AddGroupLoan> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly contents: DocumentContents,
    private readonly products: Products,
    private readonly parties: LoanParties,
    private readonly origination: LoanOrigination,
    private readonly rates: AgreedRates,
    private readonly gate: ApprovalGate,
    private readonly audit: AuditLog,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {}

  async execute({ write, body, files }: AddGroupLoan): Promise<Outcome> {
    const reserved = await this.reserve(write.institutionId, body.participants, files);
    const contents = reserved.flatMap((loan) => loan.contents);
    return this.contents.usedBy(contents, () =>
      this.writes.run(write, body, (tx) => this.add(tx, write, body, reserved)),
    );
  }

  private async reserve(
    institutionId: number,
    participants: ParticipantBody[],
    files: ReceivedFiles,
  ): Promise<ReservedLoan[]> {
    const reserved: ReservedLoan[] = [];
    try {
      for (const { loanRequest } of participants)
        reserved.push(await this.origination.reserve(institutionId, loanRequest, files));
      return reserved;
    } catch (error) {
      await this.contents.removeAll(reserved.flatMap(({ contents }) => contents));
      throw error;
    }
  }

  private async add(tx: Tx, write: WriteRequest, body: AddGroupLoanBody, reserved: ReservedLoan[]): Promise<Outcome> {
    const { institutionId } = write;
    const businessDate = await lockBusinessDate(tx, institutionId);
    const product = await this.productOf(tx, institutionId, body.groupLoanProductID, ['GroupLoan']);
    const common = { groupId: await this.ids.next(), product, businessDate };
    const prepared: PreparedLoan[] = [];
    for (const [index, participant] of body.participants.entries()) {
      prepared.push(
        await withParticipantNumber(index, () =>
          this.prepare(tx, write, common, body.referenceNumber, participant, reserved[index]!, index),
        ),
      );
    }
    assertDifferentCustomers(prepared);
    const approvalId = await this.requestApproval(tx, write, common.groupId, body, prepared);
    const group = await this.storeGroup(tx, write, common, body, approvalId);
    for (const [index, loan] of prepared.entries())
      await withParticipantNumber(index, () => this.origination.store(tx, write, loan, approvalId));
    const view = addedView(group, prepared);
    return approvalId === undefined
      ? Outcome.done(view)
      : pendingApproval(
          approvalId,
          'The group loan is waiting for approval; it can be disbursed once staff have approved it.',
          { ...view },
        );
  }

  /** @throws PRODUCT_NOT_FOUND (404), PRODUCT_INACTIVE, PRODUCT_TYPE_NOT_ALLOWED (422) */
  private async productOf(tx: Tx, institutionId: number, id: number, types: ProductType[]): Promise<Product> {
    const found = await tx.findOneBy(Product, { institutionId, id });
    if (!found) throw productsErrors.PRODUCT_NOT_FOUND(`There is no product with the id ${id}.`);
    return this.products.requireActive(tx, institutionId, found.code, types);
  }

  /** Prepares the loan of a participant, with the product of the group unless the participant names another. */
  private async prepare(
    tx: Tx,
    write: WriteRequest,
    { groupId, product: common, businessDate }: Common,
    groupReference: string,
    participant: ParticipantBody,
    reserved: ReservedLoan,
    index: number,
  ): Promise<PreparedLoan> {
    const { loanRequest: request, preferredPartnerReference } = participant;
    const product =
      typeof request.productID === 'number' && request.productID !== common.id
        ? await this.productOf(tx, write.institutionId, request.productID, ['GroupLoan', 'Loan'])
        : common;
    const account = await this.parties.linkedAccount(tx, write.institutionId, { accountId: request.accountID });
    const group = { id: groupId, preferredPartnerReference: preferredPartnerReference ?? null };
    const referenceNumber = request.referenceNumber ?? `${groupReference}/${index + 1}`;
    return this.origination.prepare(tx, write, {
      reserved,
      account,
      product,
      businessDate,
      referenceNumber,
      request,
      group,
    });
  }

  private async requestApproval(
    tx: Tx,
    write: WriteRequest,
    groupLoanId: number,
    { name }: AddGroupLoanBody,
    prepared: PreparedLoan[],
  ): Promise<number | undefined> {
    const totalKobo = prepared.reduce((sum, { loan }) => sum + loan.principalKobo, 0n);
    return this.gate.ask(tx, write, {
      operation: GROUP_LOAN_OPERATION,
      amountKobo: totalKobo,
      conditions: await this.rates.conditionsOf(
        tx,
        prepared.map(({ loan: { institutionId, productId }, contract: { interestRate, rateBasis } }) => ({
          institutionId,
          productId,
          interestRate,
          rateBasis,
        })),
      ),
      summary: `Group loan ${name} of ${formatNaira(totalKobo)} to ${prepared.length} customers`,
      details: { groupLoanId },
      byDefault: true,
    });
  }

  private async storeGroup(
    tx: Tx,
    write: WriteRequest,
    { groupId, product }: Common,
    { name, referenceNumber, notes }: AddGroupLoanBody,
    approvalId: number | undefined,
  ): Promise<GroupLoan> {
    const now = this.clock.institutionNow(write.institutionId);
    const group: GroupLoan = {
      institutionId: write.institutionId,
      id: groupId,
      productId: product.id,
      name: name.trim(),
      referenceNumber,
      status: approvalId === undefined ? 'Approved' : 'PendingApproval',
      approvalId: approvalId ?? null,
      notes: notes ?? null,
      createdBy: write.actor,
      createdAt: now,
      updatedAt: now,
    };
    await refusingDuplicates(tx.insert(GroupLoan, { ...group }), {
      uq_group_loan_reference: duplicateReference('referenceNumber'),
    });
    await this.audit.record(tx, write, {
      action: 'group-loan.add',
      subject: `group-loan:${groupId}`,
      details: { name: group.name, referenceNumber, productCode: product.code, status: group.status },
    });
    return group;
  }
}

/** Adds the number of the participant, counted from 1, to an error. */
async function withParticipantNumber<T>(index: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.code, error.httpStatus, `Participant ${index + 1}: ${error.message}`, {
      ...error.details,
      participant: index + 1,
    });
  }
}

/** @throws GROUP_LOAN_PARTICIPANT_REPEATED (422) */
function assertDifferentCustomers(prepared: PreparedLoan[]): void {
  const seen = new Map<number, number>();
  for (const [index, { customer }] of prepared.entries()) {
    const earlier = seen.get(customer.id);
    if (earlier !== undefined)
      throw loansErrors.GROUP_LOAN_PARTICIPANT_REPEATED(
        `Participants ${earlier + 1} and ${index + 1} are the same customer; name each customer once.`,
      );
    seen.set(customer.id, index);
  }
}

function addedView({ id, referenceNumber, status }: GroupLoan, prepared: PreparedLoan[]): AddedGroupLoanView {
  const participants = prepared.map(({ loan }) => ({
    id: loan.id,
    loanAccountNumber: loan.loanAccountNumber,
    preferredPartnerReference: loan.preferredPartnerReference,
  }));
  return { id, groupLoanID: id, referenceNumber, groupLoanStatus: status, participants };
}
