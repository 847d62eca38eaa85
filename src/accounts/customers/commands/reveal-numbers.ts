import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../../common/audit/audit-log';
import type { Tx } from '../../../common/database/unit-of-work';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import type { IdentityKind } from '../../../common/identity/identity-kind';
import { accountsErrors } from '../../accounts.errors';
import { Customer } from '../customer.entity';
import type { RevealedNumbersView, RevealNumbersBody } from '../identity-numbers.dto';
import { PersonNumbers, type ShownPersons } from '../person-numbers';

/** Shows whole identity numbers of a customer to a member of staff (docs/api/personal-data.md#reveal). */
export class RevealNumbers extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly customerID: string,
    readonly body: RevealNumbersBody,
  ) {
    super();
  }
}

@CommandHandler(RevealNumbers)
export class RevealNumbersHandler implements ICommandHandler<RevealNumbers> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly persons: PersonNumbers,
    private readonly audit: AuditLog,
  ) {}

  /** The stored answer has masked numbers: a repeated request would show them without a further audit row. */
  async execute({ write, customerID, body }: RevealNumbers): Promise<Outcome> {
    const { institutionId } = write;
    let revealed: RevealedNumbersView | undefined;
    const outcome = await this.writes.run(write, { customerID, ...body }, async (tx) => {
      const customer = await this.find(tx, institutionId, customerID);
      await this.audit.record(tx, write, {
        action: 'customer.reveal',
        subject: `customer:${customerID}`,
        details: { fields: body.fields, reason: body.reason.trim() },
      });
      revealed = viewOf(customer, body.fields, this.persons.shown(true));
      return Outcome.done(viewOf(customer, body.fields, this.persons.shown(false)));
    });
    return outcome.meta.replayed || !revealed ? outcome : Outcome.done(revealed);
  }

  private async find(tx: Tx, institutionId: number, customerID: string): Promise<Customer> {
    const customer = await tx.findOneBy(Customer, { institutionId, customerID });
    if (!customer) throw accountsErrors.CUSTOMER_NOT_FOUND(`There is no customer ${customerID}.`);
    return customer;
  }
}

function viewOf(customer: Customer, fields: readonly IdentityKind[], shown: ShownPersons): RevealedNumbersView {
  const numbers = shown.numbers(customer);
  const asked = fields.map((field) => [field, numbers[field]]);
  return { customerID: customer.customerID, ...(Object.fromEntries(asked) as Partial<typeof numbers>) };
}
