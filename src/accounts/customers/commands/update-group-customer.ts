import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../../common/audit/audit-log';
import type { Tx } from '../../../common/database/unit-of-work';
import { duplicateReference } from '../../../common/errors/duplicate-reference';
import { refusingDuplicates } from '../../../common/errors/unique-violation';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { Clock } from '../../../common/time/clock';
import { Branch } from '../../../institutions/branches/branch.entity';
import { Branches } from '../../../institutions/branches/branches';
import { accountsErrors } from '../../accounts.errors';
import { DepositAccount } from '../../deposit-account.entity';
import { LegalHolds } from '../../legal-holds/legal-holds';
import { VirtualAccountNames } from '../../virtual-accounts/virtual-account-names';
import { Customer } from '../customer.entity';
import { clearsValue, nameColumns, namesOfSentFields, organisationColumns, sentColumns } from '../customer-columns';
import { groupCustomerView } from '../customer-view';
import { CustomerWatchers } from '../customer-watchers';
import { Customers } from '../customers';
import type { UpdateGroupCustomerBody } from '../group-customers.dto';
import { GroupMembers } from '../group-members';
import { PersonNumbers } from '../person-numbers';

/** Updates a company or group. Its virtual accounts show its new name at once; its accounts keep their own names. */
export class UpdateGroupCustomer extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: UpdateGroupCustomerBody,
  ) {
    super();
  }
}

@CommandHandler(UpdateGroupCustomer)
export class UpdateGroupCustomerHandler implements ICommandHandler<UpdateGroupCustomer> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly customers: Customers,
    private readonly branches: Branches,
    private readonly members: GroupMembers,
    private readonly persons: PersonNumbers,
    private readonly virtualNames: VirtualAccountNames,
    private readonly legalHolds: LegalHolds,
    private readonly audit: AuditLog,
    private readonly watchers: CustomerWatchers,
    private readonly clock: Clock,
  ) {}

  async execute({ write, body }: UpdateGroupCustomer): Promise<Outcome> {
    return this.writes.run(write, body, (tx) => this.update(tx, write, body));
  }

  private async update(tx: Tx, write: WriteRequest, body: UpdateGroupCustomerBody): Promise<Outcome> {
    const { institutionId } = write;
    const group = await this.customers.lockGroup(tx, institutionId, body.customerID);
    const formerName = group.name;
    const columns = await this.changedColumns(tx, group, body);
    if (clearsValue(group, columns)) await this.legalHolds.assertMayDelete(tx, institutionId, [group.id]);
    const changes = { ...columns, updatedAt: this.clock.institutionNow(institutionId) };
    await refusingDuplicates(tx.update(Customer, { institutionId, id: group.id }, changes), {
      uq_customer_reference: duplicateReference('referenceNumber'),
    });
    Object.assign(group, changes);
    if (body.members !== undefined) await this.members.replace(tx, group, body.members ?? []);
    await this.watchers.changed(tx, institutionId, group.id);
    if (group.name !== formerName) await this.virtualNames.renameToCompany(tx, group);
    await this.audit.record(tx, write, {
      action: 'group-customer.update',
      subject: `customer:${group.customerID}`,
      details: { fields: namesOfSentFields(body) },
    });
    const branch = await tx.findOneByOrFail(Branch, { institutionId, id: group.branchId });
    const members = await this.members.listByGroup(tx, institutionId, [group.id]);
    const shown = this.persons.shown(write.seesIdentity === true);
    return Outcome.done(groupCustomerView(group, branch, members.get(group.id) ?? [], shown));
  }

  private async changedColumns(tx: Tx, group: Customer, body: UpdateGroupCustomerBody): Promise<Partial<Customer>> {
    const { institutionId } = group;
    if (body.customerType !== undefined && body.customerType !== group.customerType)
      await this.assertWithoutAccounts(tx, group);
    return {
      ...sentColumns(organisationColumns(body), body),
      ...this.persons.changedCustomerColumns(institutionId, { tin: body.tin }),
      ...(body.name !== undefined && nameColumns(body.name.trim())),
      ...(body.customerType !== undefined && { customerType: body.customerType }),
      ...(body.branchCode !== undefined && {
        branchId: (await this.branches.requireActive(tx, institutionId, body.branchCode)).id,
      }),
    };
  }

  /** AML rules and parent accounts depend on the customer's type. @throws CUSTOMER_TYPE_FIXED (422) */
  private async assertWithoutAccounts(tx: Tx, { institutionId, id }: Customer): Promise<void> {
    if (await tx.existsBy(DepositAccount, { institutionId, customerId: id }))
      throw accountsErrors.CUSTOMER_TYPE_FIXED();
  }
}
