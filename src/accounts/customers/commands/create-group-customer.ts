import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { IdAllocator } from '../../../common/database/id-allocator';
import type { Tx } from '../../../common/database/unit-of-work';
import { duplicateReference } from '../../../common/errors/duplicate-reference';
import { refusingDuplicates } from '../../../common/errors/unique-violation';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { Clock } from '../../../common/time/clock';
import { Branches } from '../../../institutions/branches/branches';
import { AccountNumbers } from '../../account-numbers';
import { Customer } from '../customer.entity';
import { groupCustomer } from '../customer-columns';
import { groupCustomerView } from '../customer-view';
import { CustomerWatchers } from '../customer-watchers';
import type { CreateGroupCustomerBody } from '../group-customers.dto';
import { GroupMembers } from '../group-members';
import { PersonNumbers } from '../person-numbers';

/** Creates a company or group with its members. Accounts are opened for it afterwards. */
export class CreateGroupCustomer extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: CreateGroupCustomerBody,
  ) {
    super();
  }
}

@CommandHandler(CreateGroupCustomer)
export class CreateGroupCustomerHandler implements ICommandHandler<CreateGroupCustomer> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly ids: IdAllocator,
    private readonly numbers: AccountNumbers,
    private readonly branches: Branches,
    private readonly members: GroupMembers,
    private readonly persons: PersonNumbers,
    private readonly watchers: CustomerWatchers,
    private readonly clock: Clock,
  ) {}

  async execute({ write, body }: CreateGroupCustomer): Promise<Outcome> {
    const reserved = { id: await this.ids.next(), customerID: await this.numbers.nextCustomerId(write.institutionId) };
    return this.writes.run(write, body, (tx) => this.create(tx, write, body, reserved));
  }

  private async create(
    tx: Tx,
    { institutionId, actor, seesIdentity }: WriteRequest,
    body: CreateGroupCustomerBody,
    reserved: Pick<Customer, 'id' | 'customerID'>,
  ): Promise<Outcome> {
    const branch = await this.branches.requireActive(tx, institutionId, body.branchCode);
    const group = groupCustomer(
      {
        institutionId,
        ...reserved,
        branchId: branch.id,
        createdBy: actor,
        createdAt: this.clock.institutionNow(institutionId),
      },
      body,
      this.persons.newCustomerColumns(institutionId, { tin: body.tin }),
    );
    await refusingDuplicates(tx.insert(Customer, group), {
      uq_customer_reference: duplicateReference('referenceNumber'),
    });
    await this.members.replace(tx, group, body.members ?? []);
    await this.watchers.changed(tx, institutionId, group.id);
    const members = await this.members.listByGroup(tx, institutionId, [group.id]);
    const shown = this.persons.shown(seesIdentity === true);
    return Outcome.done(groupCustomerView(group, branch, members.get(group.id) ?? [], shown));
  }
}
