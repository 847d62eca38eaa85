import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { IsNull } from 'typeorm';
import type { Customer } from '../../../accounts/customers/customer.entity';
import { Customers } from '../../../accounts/customers/customers';
import { LegalHold } from '../../../accounts/legal-holds/legal-hold.entity';
import { AuditLog } from '../../../common/audit/audit-log';
import { IdAllocator } from '../../../common/database/id-allocator';
import type { Tx } from '../../../common/database/unit-of-work';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { Clock } from '../../../common/time/clock';
import { Institution } from '../../../institutions/institution.entity';
import { personalDataErrors } from '../../personal-data.errors';
import { hasLapsed, legalHoldView } from '../legal-hold-view';
import type { PlaceLegalHoldBody } from '../legal-holds.dto';

/** Puts a customer's records under a legal hold, at once. */
export class PlaceLegalHold extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly customerID: string,
    readonly body: PlaceLegalHoldBody,
  ) {
    super();
  }
}

@CommandHandler(PlaceLegalHold)
export class PlaceLegalHoldHandler implements ICommandHandler<PlaceLegalHold> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly customers: Customers,
    private readonly ids: IdAllocator,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** @throws CUSTOMER_NOT_FOUND (404), CUSTOMER_ERASED, LEGAL_HOLD_EXISTS (409), LEGAL_HOLD_ENDED (422) */
  async execute({ write, customerID, body }: PlaceLegalHold): Promise<Outcome> {
    const { institutionId } = write;
    return this.writes.run(write, { customerID, ...body }, async (tx) => {
      const customer = await this.customers.lock(tx, institutionId, customerID, 'change');
      const { businessDate } = await tx.findOneByOrFail(Institution, { institutionId });
      if (hasLapsed({ until: body.until ?? null }, businessDate)) throw personalDataErrors.LEGAL_HOLD_ENDED();
      await this.replaceLapsed(tx, customer, businessDate);
      const hold = await this.insert(tx, write, customer, body);
      await this.audit.record(tx, write, {
        action: 'legal-hold.place',
        subject: `customer:${customerID}`,
        details: { id: hold.id, reference: hold.reference, reason: hold.reason, until: hold.until },
      });
      return Outcome.done(legalHoldView(hold, businessDate));
    });
  }

  /** Ends a hold whose last date has passed. @throws LEGAL_HOLD_EXISTS (409) for one in force */
  private async replaceLapsed(tx: Tx, { institutionId, id }: Customer, businessDate: string): Promise<void> {
    const former = await tx.findOneBy(LegalHold, { institutionId, customerId: id, removedAt: IsNull() });
    if (!former) return;
    if (!hasLapsed(former, businessDate)) throw personalDataErrors.LEGAL_HOLD_EXISTS();
    const removedAt = this.clock.now();
    const removal = { removedAt, removedBy: 'system:legal-holds', removalReason: 'Its last date had passed.' };
    await tx.update(LegalHold, { institutionId, id: former.id }, removal);
  }

  private async insert(
    tx: Tx,
    { actor }: WriteRequest,
    { institutionId, id: customerId, customerID }: Customer,
    { reference, reason, until = null }: PlaceLegalHoldBody,
  ): Promise<LegalHold> {
    const hold: LegalHold = {
      institutionId,
      id: await this.ids.next(),
      customerId,
      customerID,
      reference,
      reason,
      until,
      placedBy: actor,
      placedAt: this.clock.now(),
      removedAt: null,
      removedBy: null,
      removalReason: null,
    };
    await tx.insert(LegalHold, hold);
    return hold;
  }
}
