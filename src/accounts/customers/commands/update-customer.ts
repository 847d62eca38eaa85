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
import { LegalHolds } from '../../legal-holds/legal-holds';
import { assertBirthDateNotInFuture } from '../birth-date';
import { Customer } from '../customer.entity';
import {
  clearsValue,
  fullName,
  nameColumns,
  namesOfSentFields,
  personalColumns,
  sentColumns,
} from '../customer-columns';
import { individualCustomerView } from '../customer-view';
import { CustomerWatchers } from '../customer-watchers';
import { Customers } from '../customers';
import type { UpdateCustomerBody } from '../customers.dto';
import { KycNumbers } from '../kyc-numbers';
import { PersonNumbers } from '../person-numbers';
import { UniqueNumbers } from '../unique-numbers';

/** Updates an individual customer. Accounts keep their own names. */
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
    private readonly persons: PersonNumbers,
    private readonly uniqueNumbers: UniqueNumbers,
    private readonly legalHolds: LegalHolds,
    private readonly kycNumbers: KycNumbers,
    private readonly audit: AuditLog,
    private readonly watchers: CustomerWatchers,
    private readonly clock: Clock,
  ) {}

  async execute({ write, body }: UpdateCustomer): Promise<Outcome> {
    assertBirthDateNotInFuture(body, this.clock.institutionNow(write.institutionId));
    return this.writes.run(write, body, (tx) => this.update(tx, write, body));
  }

  private async update(tx: Tx, write: WriteRequest, body: UpdateCustomerBody): Promise<Outcome> {
    const { institutionId } = write;
    const customer = await this.customers.lockIndividual(tx, institutionId, body.customerID);
    await this.uniqueNumbers.take(tx, institutionId, body, customer.id);
    await this.kycNumbers.assertMayClear(tx, customer, body);
    const columns = await this.changedColumns(tx, customer, body);
    if (clearsValue(customer, columns)) await this.legalHolds.assertMayDelete(tx, institutionId, [customer.id]);
    const changes = { ...columns, updatedAt: this.clock.institutionNow(institutionId) };
    await refusingDuplicates(tx.update(Customer, { institutionId, id: customer.id }, changes), {
      uq_customer_bvn_index: accountsErrors.DUPLICATE_BVN,
      uq_customer_nin_index: accountsErrors.DUPLICATE_NIN,
    });
    await this.watchers.changed(tx, institutionId, customer.id);
    // The audit log names the changed fields without values: more people read it than may read customers' records.
    await this.audit.record(tx, write, {
      action: 'customer.update',
      subject: `customer:${customer.customerID}`,
      details: { fields: namesOfSentFields(body) },
    });
    const changed = Object.assign(customer, changes);
    const branch = await tx.findOneByOrFail(Branch, { institutionId, id: changed.branchId });
    return Outcome.done(individualCustomerView(changed, branch, this.persons.shown(write.seesIdentity === true)));
  }

  private async changedColumns(tx: Tx, customer: Customer, body: UpdateCustomerBody): Promise<Partial<Customer>> {
    const { institutionId } = customer;
    // The default applies only when the field is left out: null clears the other names.
    const { otherNames = customer.otherNames } = body;
    const names = {
      lastName: body.lastName?.trim() ?? customer.lastName ?? '',
      firstName: body.firstName?.trim() ?? customer.firstName ?? '',
      otherNames,
    };
    return {
      ...sentColumns(personalColumns(body), body),
      ...this.persons.changedCustomerColumns(institutionId, body),
      ...names,
      ...nameColumns(fullName(names.lastName, names.firstName, names.otherNames)),
      ...(body.branchCode !== undefined && {
        branchId: (await this.branches.requireActive(tx, institutionId, body.branchCode)).id,
      }),
    };
  }
}
