import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { IdAllocator } from '../../common/database/id-allocator';
import type { Tx } from '../../common/database/unit-of-work';
import { refusingDuplicates } from '../../common/errors/unique-violation';
import { Outcome } from '../../common/http/outcome';
import { validationFailed } from '../../common/http/validation.pipe';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { calendarDate } from '../../common/time/calendar';
import { Clock } from '../../common/time/clock';
import { readDocument } from '../../documents/document-content';
import { Documents } from '../../documents/documents';
import { AccountNumbers } from '../account-numbers';
import { AccountOpening, type ReservedAccount } from '../account-opening';
import type { CreateCustomerAccountBody } from '../account-opening.dto';
import { accountsErrors } from '../accounts.errors';
import { Customer } from '../customers/customer.entity';
import { individualCustomer } from '../customers/new-customer';

/** The zone that is ahead of every other: what is no date of the past there is in the future everywhere. */
const FOREMOST_ZONE = 'Pacific/Kiritimati';

/** A new individual customer, the first account and the documents: all of them or nothing. */
export class CreateCustomerAccount extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: CreateCustomerAccountBody,
  ) {
    super();
  }
}

/** Allocated before the transaction, and the same in every attempt at it. */
interface Reserved {
  account: ReservedAccount;
  customerID: string;
  customerRowId: number;
  documentIds: number[];
}

@CommandHandler(CreateCustomerAccount)
export class CreateCustomerAccountHandler implements ICommandHandler<CreateCustomerAccount> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly ids: IdAllocator,
    private readonly numbers: AccountNumbers,
    private readonly opening: AccountOpening,
    private readonly documents: Documents,
    private readonly clock: Clock,
  ) {}

  async execute({ write, body }: CreateCustomerAccount): Promise<Outcome> {
    if (body.dateOfBirth && body.dateOfBirth > calendarDate(this.clock.now(), FOREMOST_ZONE)) {
      throw validationFailed([{ field: 'dateOfBirth', message: 'must not be in the future' }]);
    }
    const reserved = await this.reserve(write.institutionId, body.documents?.length ?? 0);
    return this.writes.run(write, body, (tx) => this.create(tx, write, body, reserved));
  }

  private async reserve(institutionId: number, documentCount: number): Promise<Reserved> {
    const ids = await this.ids.block(1 + documentCount);
    return {
      account: await this.opening.reserve(institutionId),
      customerID: await this.numbers.nextCustomerId(institutionId),
      customerRowId: ids.next(),
      documentIds: Array.from({ length: documentCount }, () => ids.next()),
    };
  }

  private async create(tx: Tx, write: WriteRequest, body: CreateCustomerAccountBody, reserved: Reserved): Promise<Outcome> {
    const { institutionId, actor } = write;
    const documents = (body.documents ?? []).map(({ content, ...named }) => ({ ...named, content: readDocument(content) }));
    const terms = await this.opening.check(tx, institutionId, body);
    const identity = { institutionId, id: reserved.customerRowId, customerID: reserved.customerID, branchId: terms.branch.id, createdBy: actor, createdAt: this.clock.now() };
    const customer = individualCustomer(identity, body);
    await refusingDuplicates(tx.insert(Customer, customer), { uq_customer_bvn: accountsErrors.DUPLICATE_BVN, uq_customer_nin: accountsErrors.DUPLICATE_NIN });
    const { accountName, kycTier, referenceNumber } = body;
    const account = await this.opening.open(tx, { institutionId, actor, reserved: reserved.account, customer, terms, accountName, kycTier, referenceNumber });
    for (const [index, document] of documents.entries()) {
      await this.documents.store(tx, { ...document, institutionId, id: reserved.documentIds[index]!, entityType: 'customer', entityId: customer.id, uploadedBy: actor });
    }
    return Outcome.done({ id: account.recordId, accountNumber: account.accountNumber, customerID: customer.customerID });
  }
}
