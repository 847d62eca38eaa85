import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../../common/audit/audit-log';
import type { Tx } from '../../../common/database/unit-of-work';
import { refusingDuplicates } from '../../../common/errors/unique-violation';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { Clock } from '../../../common/time/clock';
import { Branch } from '../../../institutions/branches/branch.entity';
import { Branches } from '../../../institutions/branches/branches';
import { accountsErrors } from '../../accounts.errors';
import { assertBorn } from '../birth-date';
import { changedCustomerFields } from '../changed-fields';
import { Customer } from '../customer.entity';
import { individualCustomerView } from '../customer-views';
import { Customers } from '../customers';
import type { UpdateCustomerBody } from '../customers.dto';
import { fullName, nameColumns, namedColumns, personalColumns } from '../new-customer';

/** Changes what is known of a person. Accounts keep their own names. */
export class UpdateCustomer extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: UpdateCustomerBody,
  ) {
    super();
  }
}

@CommandHandler(UpdateCustomer)
export class UpdateCustomerHandler implements ICommandHandler<UpdateCustomer> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly customers: Customers,
    private readonly branches: Branches,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async execute({ write, body }: UpdateCustomer): Promise<Outcome> {
    assertBorn(body, this.clock.now());
    return this.writes.run(write, body, (tx) => this.update(tx, write, body));
  }

  private async update(tx: Tx, write: WriteRequest, body: UpdateCustomerBody): Promise<Outcome> {
    const { institutionId } = write;
    const customer = await this.customers.lockIndividual(tx, institutionId, body.customerID);
    const changes = { ...(await this.changes(tx, customer, body)), updatedAt: this.clock.now() };
    await refusingDuplicates(tx.update(Customer, { institutionId, id: customer.id }, changes), {
      uq_customer_bvn: accountsErrors.DUPLICATE_BVN,
      uq_customer_nin: accountsErrors.DUPLICATE_NIN,
    });
    // The log says what was changed and not to what: it is read by more people than customers' records are.
    await this.audit.record(tx, write, {
      action: 'customer.update',
      subject: `customer:${customer.customerID}`,
      details: { fields: changedCustomerFields(body) },
    });
    const changed = Object.assign(customer, changes);
    const branch = await tx.findOneByOrFail(Branch, { institutionId, id: changed.branchId });
    return Outcome.done(individualCustomerView(changed, branch));
  }

  private async changes(tx: Tx, customer: Customer, body: UpdateCustomerBody): Promise<Partial<Customer>> {
    const { institutionId } = customer;
    // The default stands for what is left out alone: null clears the other names.
    const { otherNames = customer.otherNames } = body;
    const named = {
      lastName: body.lastName?.trim() ?? customer.lastName ?? '',
      firstName: body.firstName?.trim() ?? customer.firstName ?? '',
      otherNames,
    };
    return {
      ...namedColumns(personalColumns(body), body),
      ...named,
      ...nameColumns(fullName(named.lastName, named.firstName, named.otherNames)),
      ...(body.branchCode !== undefined && {
        branchId: (await this.branches.requireActive(tx, institutionId, body.branchCode)).id,
      }),
    };
  }
}
