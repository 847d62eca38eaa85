import { Injectable } from '@nestjs/common';
import { In, IsNull, Not } from 'typeorm';
import { Customer } from '../accounts/customers/customer.entity';
import { GroupMember } from '../accounts/customers/group-member.entity';
import type { Tx } from '../common/database/unit-of-work';
import { IdentityNumbers } from '../common/identity/identity-numbers';
import { nameWords } from '../common/text/search-name';
import { DueDiligence } from '../due-diligence/due-diligence.entity';
import { DueDiligences } from '../due-diligence/due-diligences';
import type { GivenParty } from '../watch-lists/matching/given-party';
import { AccountSignatories } from './account-signatories';

/** A customer, or a person behind one, as watch-lists are searched for it. */
export interface ScreenedParty {
  customerId: number;
  /** What the person is to the customer, in words of an alert. */
  role: 'The customer' | 'A director of the customer' | 'A member of the customer' | 'A signatory of the customer';
  party: GivenParty;
  /** The customer that a member is; a clearance of that customer holds for the company or group, too. */
  memberId?: number;
}

const NAMING = { institutionId: true, id: true, name: true, customerType: true } as const;
const FACTS = { dateOfBirth: true, gender: true, nationality: true } as const;
const NUMBERS = { bvn: true, nin: true, sealedBvn: true, sealedNin: true } as const;

/** The names that are screened: customers, directors and members of companies and groups, and signatories. */
@Injectable()
export class ScreenedParties {
  constructor(
    private readonly identity: IdentityNumbers,
    private readonly dueDiligences: DueDiligences,
    private readonly signatories: AccountSignatories,
  ) {}

  /**
   * The parties of customers; an erased customer has none.
   * @param numbers whether to open the customers' BVN and NIN, which takes longer than the rest
   */
  async of(tx: Tx, institutionId: number, customerIds: readonly number[], numbers: boolean): Promise<ScreenedParty[]> {
    const customers = await this.customers(tx, institutionId, customerIds, numbers);
    const members = await this.membersOf(tx, institutionId, customers, numbers);
    const ids = customers.map(({ id }) => id);
    const signatories = await this.signatories.of(tx, institutionId, ids);
    const records = await tx.find(DueDiligence, {
      select: { institutionId: true, id: true, directors: true },
      where: { institutionId, id: In(ids), directors: Not(IsNull()) },
    });
    const recordOf = new Map(records.map((record) => [record.id, record]));
    return customers.flatMap((customer) => [
      this.customer(customer),
      ...this.directors(recordOf.get(customer.id)),
      ...(members.get(customer.id) ?? []),
      ...[...(signatories.get(customer.id) ?? [])]
        .filter((name) => !hasSameWords(name, customer.name))
        .map((name) => signatoryOf(customer, name)),
    ]);
  }

  private customers(tx: Tx, institutionId: number, ids: readonly number[], numbers: boolean): Promise<Customer[]> {
    const where = { institutionId, id: In([...ids]), erasedAt: IsNull() };
    const select = { ...NAMING, ...FACTS, ...(numbers ? NUMBERS : {}) };
    return tx.find(Customer, { select, where, order: { id: 'ASC' } });
  }

  /** The members of companies and groups, by the company or group: they are customers, and share its account. */
  private async membersOf(
    tx: Tx,
    institutionId: number,
    customers: readonly Customer[],
    numbers: boolean,
  ): Promise<Map<number, ScreenedParty[]>> {
    const groupIds = customers.filter(({ customerType }) => customerType !== 'Individual').map(({ id }) => id);
    const found = new Map<number, ScreenedParty[]>();
    if (groupIds.length === 0) return found;
    const memberships = await tx.find(GroupMember, {
      where: { institutionId, groupCustomerId: In(groupIds) },
      order: { id: 'ASC' },
    });
    const memberIds = [...new Set(memberships.map(({ memberCustomerId }) => memberCustomerId))];
    const members = await this.customers(tx, institutionId, memberIds, numbers);
    const partyOf = new Map(members.map((member) => [member.id, this.customer(member).party]));
    for (const { groupCustomerId: customerId, memberCustomerId: memberId } of memberships) {
      const party = partyOf.get(memberId);
      if (!party) continue;
      const member = { customerId, role: 'A member of the customer' as const, party, memberId };
      found.set(customerId, [...(found.get(customerId) ?? []), member]);
    }
    return found;
  }

  private customer(customer: Customer): ScreenedParty {
    const { institutionId, id: customerId, name, customerType, dateOfBirth, gender, nationality } = customer;
    const type = customerType === 'Individual' ? 'person' : 'company';
    // Columns that were not read are absent.
    const number = (kind: 'bvn' | 'nin', stored: string | null | undefined): string | null =>
      stored === null || stored === undefined ? null : this.identity.open(institutionId, kind, stored);
    const bvn = number('bvn', customer.sealedBvn ?? customer.bvn);
    const nin = number('nin', customer.sealedNin ?? customer.nin);
    const party = { name, type, birthDate: dateOfBirth, country: nationality, gender, bvn, nin };
    return { customerId, role: 'The customer', party };
  }

  private directors(record: DueDiligence | undefined): ScreenedParty[] {
    if (!record) return [];
    return this.dueDiligences.directorsOf(record).map((director) => {
      const { lastName, firstName, dateOfBirth: birthDate, nationality: country, gender, bvn } = director;
      const party = { name: `${lastName} ${firstName}`, type: 'person', birthDate, country, gender, bvn };
      return { customerId: record.id, role: 'A director of the customer', party };
    });
  }
}

/** True for the customer's own name in whatever order: whoever signs for the own account is no other party. */
function hasSameWords(a: string, b: string): boolean {
  const words = (name: string): string => nameWords(name).sort().join(' ');
  return words(a) === words(b);
}

/** A signatory, of whom only the name is known. */
function signatoryOf({ id: customerId }: Customer, name: string): ScreenedParty {
  return { customerId, role: 'A signatory of the customer', party: { name, type: 'person' } };
}
