import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { IdAllocator } from '../../common/database/id-allocator';
import type { Tx } from '../../common/database/unit-of-work';
import { refusingDuplicates } from '../../common/errors/unique-violation';
import type { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { Clock } from '../../common/time/clock';
import { DocumentContents, type SavedContent } from '../../documents/document-contents';
import { Documents } from '../../documents/documents';
import { ReceivedFiles } from '../../documents/received-files';
import { AccountNumbers } from '../account-numbers';
import { AccountOpening, type ReservedAccount } from '../account-opening';
import type { CreateCustomerAccountBody } from '../account-opening.dto';
import { accountsErrors } from '../accounts.errors';
import { assertBirthDateNotInFuture } from '../customers/birth-date';
import { Customer } from '../customers/customer.entity';
import { individualCustomer } from '../customers/customer-columns';
import { CustomerWatchers } from '../customers/customer-watchers';
import { PersonNumbers } from '../customers/person-numbers';
import { UniqueNumbers } from '../customers/unique-numbers';
import { ExposureChecks } from '../exposure-checks';

/** Creates an individual customer, the first account and the documents: all of them or nothing. */
export class CreateCustomerAccount extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: CreateCustomerAccountBody,
    /** The files of `body.documents`. */
    readonly files = new ReceivedFiles(),
  ) {
    super();
  }
}

/** Found and allocated before the transaction and reused in every attempt at it. */
interface Reserved {
  account: ReservedAccount;
  customerID: string;
  customerRowId: number;
  isExposed: boolean;
}

@CommandHandler(CreateCustomerAccount)
export class CreateCustomerAccountHandler implements ICommandHandler<CreateCustomerAccount> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly ids: IdAllocator,
    private readonly numbers: AccountNumbers,
    private readonly opening: AccountOpening,
    private readonly contents: DocumentContents,
    private readonly documents: Documents,
    private readonly persons: PersonNumbers,
    private readonly uniqueNumbers: UniqueNumbers,
    private readonly watchers: CustomerWatchers,
    private readonly exposure: ExposureChecks,
    private readonly clock: Clock,
  ) {}

  async execute({ write, body, files: received }: CreateCustomerAccount): Promise<Outcome> {
    assertBirthDateNotInFuture(body, this.clock.institutionNow(write.institutionId));
    const { institutionId } = write;
    const files = received.of(body.documents);
    const reserved = await this.reserve(institutionId, body);
    // Files are stored before the transaction: storing takes longer than a transaction may last.
    const contents = await this.contents.saveAll(institutionId, files);
    return this.contents.usedBy(contents, () =>
      this.writes.run(write, body, (tx) => this.create(tx, write, body, reserved, contents)),
    );
  }

  private async reserve(institutionId: number, body: CreateCustomerAccountBody): Promise<Reserved> {
    return {
      account: await this.opening.reserve(institutionId),
      customerID: await this.numbers.nextCustomerId(institutionId),
      customerRowId: await this.ids.next(),
      isExposed: await this.exposure.isExposedPerson(institutionId, body),
    };
  }

  private async create(
    tx: Tx,
    write: WriteRequest,
    body: CreateCustomerAccountBody,
    reserved: Reserved,
    contents: SavedContent[],
  ): Promise<Outcome> {
    const { institutionId, actor } = write;
    const terms = await this.opening.resolveTerms(tx, institutionId, body);
    const identity = {
      institutionId,
      id: reserved.customerRowId,
      customerID: reserved.customerID,
      branchId: terms.branch.id,
      createdBy: actor,
      createdAt: this.clock.institutionNow(institutionId),
    };
    await this.uniqueNumbers.take(tx, institutionId, body);
    const customer = individualCustomer(identity, body, this.persons.newCustomerColumns(institutionId, body));
    await refusingDuplicates(tx.insert(Customer, customer), {
      uq_customer_bvn_index: accountsErrors.DUPLICATE_BVN,
      uq_customer_nin_index: accountsErrors.DUPLICATE_NIN,
    });
    await this.watchers.changed(tx, institutionId, customer.id);
    const { accountName, kycTier, referenceNumber } = body;
    const opened = await this.opening.open(tx, {
      institutionId,
      actor,
      reserved: reserved.account,
      customer,
      terms,
      isExposed: reserved.isExposed,
      accountName,
      kycTier,
      referenceNumber,
    });
    for (const [index, { documentType, fileName }] of (body.documents ?? []).entries()) {
      await this.documents.add(tx, {
        entityType: 'customer',
        entityId: customer.id,
        documentType,
        fileName,
        content: contents[index]!,
        uploadedBy: actor,
      });
    }
    return opened;
  }
}
