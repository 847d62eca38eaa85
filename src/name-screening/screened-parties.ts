import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import { Customer } from '../accounts/customers/customer.entity';
import type { Tx } from '../common/database/unit-of-work';
import { IdentityNumbers } from '../common/identity/identity-numbers';
import { DueDiligence } from '../due-diligence/due-diligence.entity';
import { DueDiligences } from '../due-diligence/due-diligences';
import type { GivenParty } from '../watch-lists/matching/given-party';

/** A customer, or a person behind one, as watch-lists are searched for it. */
export interface ScreenedParty {
  customerId: number;
  /** What the person is to the customer, in words of an alert. */
  role: 'The customer' | 'A director of the customer';
  party: GivenParty;
}

/** The names that are screened: customers, and directors of companies and groups. */
@Injectable()
export class ScreenedParties {
  constructor(
    private readonly identity: IdentityNumbers,
    private readonly dueDiligences: DueDiligences,
  ) {}

  /** The parties of customers; an erased customer has none. */
  async of(tx: Tx, institutionId: number, customerIds: readonly number[]): Promise<ScreenedParty[]> {
    const where = { institutionId, id: In([...customerIds]), erasedAt: IsNull() };
    const customers = await tx.find(Customer, { where, order: { id: 'ASC' } });
    const records = await tx.findBy(DueDiligence, { institutionId, id: In(customers.map(({ id }) => id)) });
    const recordOf = new Map(records.map((record) => [record.id, record]));
    return customers.flatMap((customer) => [this.customer(customer), ...this.directors(recordOf.get(customer.id))]);
  }

  private customer(customer: Customer): ScreenedParty {
    const { institutionId, id: customerId, name, customerType, dateOfBirth, gender, nationality } = customer;
    const type = customerType === 'Individual' ? 'person' : 'company';
    const number = (kind: 'bvn' | 'nin', stored: string | null): string | null =>
      stored === null ? null : this.identity.open(institutionId, kind, stored);
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
