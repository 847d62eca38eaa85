import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { VirtualAccount } from '../../../accounts/virtual-accounts/virtual-account.entity';
import { pendingApproval } from '../../../approvals/approval-rows';
import { lockBusinessDate } from '../../../business-day/lock-business-date';
import type { Tx } from '../../../common/database/unit-of-work';
import { Outcome } from '../../../common/http/outcome';
import { validationFailed } from '../../../common/http/validation.pipe';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { DocumentContents } from '../../../documents/document-contents';
import type { ReceivedFiles } from '../../../documents/received-files';
import { ledgerErrors } from '../../../ledger/ledger.errors';
import { Products } from '../../../products/products';
import { RUNNING_STATUSES } from '../../contract/loan-status';
import { Loans } from '../../contract/loans';
import type { AddLoanBody } from '../../loans.dto';
import type { AddedLoanView } from '../../reading/loan-views.dto';
import { LoanApprovals } from '../loan-approvals';
import { LoanOrigination, type ReservedLoan } from '../loan-origination';
import { LoanParties } from '../loan-parties';
import { termsRefusedError } from '../resolve-loan-terms';

/** Creates a loan, which staff then approve (docs/api/loans.md#add). */
export class AddLoan extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: AddLoanBody,
    readonly files: ReceivedFiles,
  ) {
    super();
  }
}

@CommandHandler(AddLoan)
export class AddLoanHandler implements ICommandHandler<AddLoan> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly contents: DocumentContents,
    private readonly products: Products,
    private readonly parties: LoanParties,
    private readonly origination: LoanOrigination,
    private readonly approvals: LoanApprovals,
    private readonly loans: Loans,
  ) {}

  async execute({ write, body, files }: AddLoan): Promise<Outcome> {
    const reserved = await this.origination.reserve(write.institutionId, body, files);
    return this.contents.usedBy(reserved.contents, () =>
      this.writes.run(write, body, (tx) => this.add(tx, write, body, reserved)),
    );
  }

  private async add(tx: Tx, write: WriteRequest, body: AddLoanBody, reserved: ReservedLoan): Promise<Outcome> {
    const { institutionId } = write;
    const { referenceNumber, linkedNumber, productCode } = body;
    const businessDate = await lockBusinessDate(tx, institutionId);
    const account = await this.parties.linkedAccount(tx, institutionId, { accountNumber: linkedNumber });
    const product = await this.products.requireActive(tx, institutionId, productCode, ['Loan']);
    await assertTwinIds(tx, institutionId, body, { accountID: account.id, productID: product.id });
    await this.assertRefinanceable(tx, institutionId, body, account.id);
    const prepared = await this.origination.prepare(tx, write, {
      reserved,
      account,
      product,
      businessDate,
      referenceNumber,
      request: body,
    });
    const { loan, contract, customer } = prepared;
    const approvalId = await this.approvals.request(tx, write, loan, contract, {
      what: 'Loan',
      customerName: customer.name,
    });
    await this.origination.store(tx, write, prepared, approvalId);
    const { id, loanAccountNumber, status: loanStatus } = loan;
    const view: AddedLoanView = { id, loanAccountNumber, loanStatus };
    return approvalId === undefined
      ? Outcome.done(view)
      : pendingApproval(
          approvalId,
          'The loan is waiting for approval; it can be disbursed once staff have approved it.',
          {
            ...view,
          },
        );
  }

  /** @throws LOAN_NOT_FOUND (404), LOAN_TERMS_REFUSED, VIRTUAL_ACCOUNT_NOT_ALLOWED (422) */
  private async assertRefinanceable(
    tx: Tx,
    institutionId: number,
    { refinancedLoanNumber, allowDisbursementToGL }: AddLoanBody,
    linkedAccountId: number,
  ): Promise<void> {
    if (refinancedLoanNumber === undefined || refinancedLoanNumber === null) return;
    const old = await this.loans.require(tx, institutionId, refinancedLoanNumber);
    const refuse = (message: string): never => {
      throw termsRefusedError('refinancedLoanNumber', message);
    };
    if (!RUNNING_STATUSES.includes(old.status))
      refuse(`The loan ${refinancedLoanNumber} is ${old.status}; only a running loan can be refinanced.`);
    if (old.linkedAccountId !== linkedAccountId)
      refuse(`The loan ${refinancedLoanNumber} has another linked account, so the proceeds cannot settle it.`);
    if (allowDisbursementToGL === true)
      refuse('The proceeds of a loan that refinances another go to the linked account, not to a ledger.');
  }
}

/**
 * The ids must name the same records as the numbers and codes (docs/api/loans.md#fields-and-twins).
 * @throws VALIDATION_FAILED (400), VIRTUAL_ACCOUNT_NOT_ALLOWED (422)
 */
async function assertTwinIds(
  tx: Tx,
  institutionId: number,
  body: AddLoanBody,
  { accountID, productID }: { accountID: number; productID: number },
): Promise<void> {
  const isOther = (body.accountID ?? accountID) !== accountID;
  if (isOther && (await tx.existsBy(VirtualAccount, { institutionId, id: body.accountID })))
    throw ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED();
  if (isOther) throw validationFailed([{ field: 'accountID', message: 'must be the id of linkedNumber' }]);
  if ((body.productID ?? productID) !== productID)
    throw validationFailed([{ field: 'productID', message: 'must be the id of productCode' }]);
}
