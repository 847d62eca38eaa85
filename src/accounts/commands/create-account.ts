import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { AccountOpening } from '../account-opening';
import type { CreateAccountBody } from '../account-opening.dto';
import { Customers } from '../customers/customers';
import { ExposureChecks } from '../exposure-checks';
import { LOWEST_TIER, TierCeilings } from '../tier-ceilings';

/** Opens a further account of a customer of any type. */
export class CreateAccount extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: CreateAccountBody,
  ) {
    super();
  }
}

@CommandHandler(CreateAccount)
export class CreateAccountHandler implements ICommandHandler<CreateAccount> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly opening: AccountOpening,
    private readonly customers: Customers,
    private readonly exposure: ExposureChecks,
    private readonly ceilings: TierCeilings,
  ) {}

  async execute({ write, body }: CreateAccount): Promise<Outcome> {
    const { institutionId, actor } = write;
    const reserved = await this.opening.reserve(institutionId);
    const isExposed = await this.exposure.isExposedCustomer(institutionId, body.customerID);
    return this.writes.run(write, body, async (tx) => {
      const customer = await this.customers.lock(tx, institutionId, body.customerID, 'share');
      const terms = await this.opening.resolveTerms(tx, institutionId, body);
      const accountName = body.accountName ?? customer.name;
      const kycTier = body.kycTier ?? LOWEST_TIER;
      return this.opening.open(tx, {
        institutionId,
        actor,
        reserved,
        customer,
        terms,
        isExposed,
        accountName,
        kycTier,
        bookedTier: await this.ceilings.bookedTier(tx, institutionId, customer.id, kycTier),
        referenceNumber: body.referenceNumber,
      });
    });
  }
}
