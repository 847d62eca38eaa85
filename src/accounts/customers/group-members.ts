import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { IdAllocator } from '../../common/database/id-allocator';
import type { Tx } from '../../common/database/unit-of-work';
import { validationFailed } from '../../common/http/validation.pipe';
import { Clock } from '../../common/time/clock';
import { Institution } from '../../institutions/institution.entity';
import { accountsErrors } from '../accounts.errors';
import { LegalHolds } from '../legal-holds/legal-holds';
import { Customer } from './customer.entity';
import type { GroupMemberBody, GroupMemberView } from './group-customers.dto';
import { GroupMember } from './group-member.entity';

const REACHES_GROUP = `
  WITH RECURSIVE reached (id) AS (
    SELECT unnest($2::bigint[])
     UNION
    SELECT m.member_customer_id FROM reached r
      JOIN group_member m ON m.institution_id = $1 AND m.group_customer_id = r.id
  ) SELECT 1 FROM reached WHERE id = $3 LIMIT 1`;

const MEMBERS = `
  SELECT m.group_customer_id, c.customer_number, c.name, m.role FROM group_member m
    JOIN customer c ON c.institution_id = m.institution_id AND c.id = m.member_customer_id
   WHERE m.institution_id = $1 AND m.group_customer_id = ANY($2) ORDER BY m.id`;

interface MemberRow {
  group_customer_id: string;
  customer_number: string;
  name: string;
  role: string | null;
}

/** Reads and replaces the members of companies and groups. */
@Injectable()
export class GroupMembers {
  constructor(
    private readonly ids: IdAllocator,
    private readonly legalHolds: LegalHolds,
    private readonly clock: Clock,
  ) {}

  /**
   * Replaces the members of a company or group.
   * @param group locked, or created in this transaction.
   * @throws VALIDATION_FAILED (400) for a customer who is named twice
   * @throws CUSTOMER_NOT_FOUND (404), CUSTOMER_ERASED (409), GROUP_MEMBERSHIP_CYCLE (422)
   * @throws RECORD_UNDER_LEGAL_HOLD (409) when a member under a legal hold would leave
   */
  async replace(
    tx: Tx,
    group: Pick<Customer, 'institutionId' | 'id' | 'customerID'>,
    members: readonly GroupMemberBody[],
  ): Promise<void> {
    const { institutionId } = group;
    assertNoneTwice(members);
    const customers = await this.requireCustomers(tx, institutionId, members);
    await this.assertNoCycle(tx, group, [...customers.values()]);
    await this.assertNoneHeldLeaves(tx, group, [...customers.values()]);
    await tx.delete(GroupMember, { institutionId, groupCustomerId: group.id });
    if (members.length === 0) return;
    const ids = await this.ids.block(members.length);
    const createdAt = this.clock.institutionNow(institutionId);
    const rows = members.map(({ customerID, role }) => ({
      institutionId,
      id: ids.next(),
      groupCustomerId: group.id,
      memberCustomerId: customers.get(customerID)!.id,
      role: role ?? null,
      createdAt,
    }));
    await tx.insert(GroupMember, rows);
  }

  /** The members of several companies and groups by the group's id, in the order in which they were sent. */
  async listByGroup(
    tx: Tx,
    institutionId: number,
    groupIds: readonly number[],
  ): Promise<Map<number, GroupMemberView[]>> {
    const members = new Map<number, GroupMemberView[]>(groupIds.map((id) => [id, []]));
    const rows = await tx.query<MemberRow[]>(MEMBERS, [institutionId, groupIds]);
    for (const { group_customer_id, customer_number, name, role } of rows)
      members.get(Number(group_customer_id))?.push({ customerID: customer_number, name, role });
    return members;
  }

  private async assertNoneHeldLeaves(
    tx: Tx,
    { institutionId, id }: Pick<Customer, 'institutionId' | 'id'>,
    staying: readonly Customer[],
  ): Promise<void> {
    const former = await tx.findBy(GroupMember, { institutionId, groupCustomerId: id });
    const stay = new Set(staying.map((customer) => customer.id));
    const leaving = former.map(({ memberCustomerId }) => memberCustomerId).filter((member) => !stay.has(member));
    await this.legalHolds.assertMayDelete(tx, institutionId, leaving);
  }

  private async requireCustomers(
    tx: Tx,
    institutionId: number,
    members: readonly GroupMemberBody[],
  ): Promise<Map<string, Customer>> {
    // Locked in one order, so that no member is erased while it joins.
    const found = await tx.find(Customer, {
      where: { institutionId, customerID: In(members.map(({ customerID }) => customerID)) },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_read' },
    });
    const customers = new Map(found.map((customer) => [customer.customerID, customer]));
    for (const [index, { customerID }] of members.entries()) {
      if (!customers.has(customerID))
        throw accountsErrors.CUSTOMER_NOT_FOUND(`There is no customer ${customerID}.`, {
          field: `members[${index}].customerID`,
        });
      if (customers.get(customerID)?.erasedAt)
        throw accountsErrors.CUSTOMER_ERASED(undefined, { field: `members[${index}].customerID` });
    }
    return customers;
  }

  private async assertNoCycle(
    tx: Tx,
    group: Pick<Customer, 'institutionId' | 'id'>,
    members: readonly Customer[],
  ): Promise<void> {
    // Persons have no members, so only a company or group can close a circle.
    const organisations = members.filter(({ customerType }) => customerType !== 'Individual').map(({ id }) => id);
    if (organisations.length === 0) return;
    const { institutionId } = group;
    // Two changes at once could each add half of a circle, so changes with organisations run one after the other.
    await tx.findOneOrFail(Institution, { where: { institutionId }, lock: { mode: 'for_no_key_update' } });
    const reached = await tx.query<unknown[]>(REACHES_GROUP, [institutionId, organisations, group.id]);
    if (reached.length > 0) throw accountsErrors.GROUP_MEMBERSHIP_CYCLE();
  }
}

function assertNoneTwice(members: readonly GroupMemberBody[]): void {
  const seen = new Set<string>();
  for (const [index, { customerID }] of members.entries()) {
    if (seen.has(customerID))
      throw validationFailed([{ field: `members[${index}].customerID`, message: 'must not be named twice' }]);
    seen.add(customerID);
  }
}
