import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Customer } from '../accounts/customers/customer.entity';
import { GroupMember } from '../accounts/customers/group-member.entity';
import { PersonNumbers, type StoredPerson } from '../accounts/customers/person-numbers';
import { DepositAccount } from '../accounts/deposit-account.entity';
import type { Tx } from '../common/database/unit-of-work';
import type { IdentityKind } from '../common/identity/identity-kind';
import { DueDiligence } from '../due-diligence/due-diligence.entity';
import { DueDiligences } from '../due-diligence/due-diligences';
import { Branch } from '../institutions/branches/branch.entity';
import { LedgerAccount } from '../ledger/engine/ledger-account.entity';
import { Product } from '../products/product.entity';
import type {
  CompanyFacts,
  DirectorFacts,
  HolderFacts,
  OwnAccountFacts,
  PersonDiligence,
  ReportedPerson,
} from './report-facts';

/** Facts about customers and their accounts, for reports to the NFIU. */
@Injectable()
export class FactsReader {
  constructor(
    private readonly numbers: PersonNumbers,
    private readonly dueDiligences: DueDiligences,
  ) {}

  /** The customers with these ids, by id. */
  async holders(tx: Tx, institutionId: number, ids: number[]): Promise<Map<number, HolderFacts>> {
    const customers = await tx.findBy(Customer, { institutionId, id: In(ids) });
    const records = await tx.findBy(DueDiligence, { institutionId, id: In(ids) });
    const byId = new Map(records.map((record) => [record.id, record]));
    const holders = new Map<number, HolderFacts>();
    for (const customer of customers) {
      const record = byId.get(customer.id);
      const isPerson = customer.customerType === 'Individual';
      holders.set(customer.id, isPerson ? this.person(customer, record) : await this.company(tx, customer, record));
    }
    return holders;
  }

  /** The customers' accounts among these accounts of record, by id. */
  async ownAccounts(tx: Tx, institutionId: number, ids: number[]): Promise<Map<number, OwnAccountFacts>> {
    const accounts = await tx.findBy(DepositAccount, { institutionId, id: In(ids) });
    const holders = await this.holders(tx, institutionId, [...new Set(accounts.map(({ customerId }) => customerId))]);
    const records = await tx.findBy(LedgerAccount, { institutionId, id: In(accounts.map(({ id }) => id)) });
    const branches = await namesOf(
      tx,
      Branch,
      institutionId,
      accounts.map(({ branchId }) => branchId),
      'branchName',
    );
    const types = await namesOf(
      tx,
      Product,
      institutionId,
      accounts.map(({ productId }) => productId),
      'productType',
    );
    const recordById = new Map(records.map((record) => [record.id, record]));
    return new Map(
      accounts.map((account) => {
        const record = recordById.get(account.id)!;
        const facts: OwnAccountFacts = {
          kind: 'own-account',
          accountNumber: account.accountNumber,
          accountName: account.accountName,
          branchName: branches.get(account.branchId) ?? null,
          productType: types.get(account.productId) ?? '',
          openedOn: account.dateOpened,
          closedOn: account.dateClosed,
          status: record.status,
          balanceKobo: record.creditsPostedKobo - record.debitsPostedKobo,
          holder: holders.get(account.customerId)!,
        };
        return [account.id, facts];
      }),
    );
  }

  private person(customer: Customer, record: DueDiligence | undefined): ReportedPerson {
    const { customerID, title, firstName, lastName, otherNames, gender, dateOfBirth, phoneNumber, email } = customer;
    const { address, homeTown, lga, state, nationality, identificationType } = customer;
    return {
      kind: 'person',
      customerID,
      title,
      firstName,
      lastName,
      otherNames,
      gender,
      dateOfBirth,
      phoneNumber,
      email,
      address,
      town: lga ?? homeTown,
      state,
      nationality,
      tin: this.number(customer, 'tin'),
      bvn: this.number(customer, 'bvn'),
      ...this.document(customer, identificationType),
      ...living(record),
    };
  }

  /** The document that was recorded; without one the NIN, which is a document of the state. */
  private document(
    customer: Customer,
    type: string | null,
  ): Pick<ReportedPerson, 'identificationType' | 'identificationNumber'> {
    const identificationNumber = this.number(customer, 'identificationNumber');
    const nin = this.number(customer, 'nin');
    return identificationNumber === null && nin !== null
      ? { identificationType: 'NIN', identificationNumber: nin }
      : { identificationType: type, identificationNumber };
  }

  private async company(tx: Tx, customer: Customer, record: DueDiligence | undefined): Promise<CompanyFacts> {
    const { customerType, customerID, name, registrationNumber, phoneNumber, email, address, homeTown, lga, state } =
      customer;
    return {
      kind: 'company',
      isRegistered: customerType !== 'Group' || registrationNumber !== null,
      customerID,
      name,
      registrationNumber,
      phoneNumber,
      email,
      address,
      town: lga ?? homeTown,
      state,
      tin: this.number(customer, 'tin'),
      legalForm: record?.legalForm ?? null,
      business: record?.business ?? null,
      incorporatedOn: record?.incorporatedOn ?? null,
      incorporationCountry: record?.incorporationCountry ?? null,
      directors: record?.directors ? this.dueDiligences.directorsOf(record) : await this.members(tx, customer),
    };
  }

  /** The people of a group, from their own records; a company's directors have to be recorded. */
  private async members(tx: Tx, { institutionId, id, customerType }: Customer): Promise<DirectorFacts[]> {
    if (customerType !== 'Group') return [];
    const order = { memberCustomerId: 'ASC' } as const;
    const members = await tx.find(GroupMember, { where: { institutionId, groupCustomerId: id }, order });
    const ids = members.map(({ memberCustomerId }) => memberCustomerId);
    const people = await tx.find(Customer, {
      where: { institutionId, id: In(ids), customerType: 'Individual' },
      order: { id: 'ASC' },
    });
    const records = await tx.findBy(DueDiligence, { institutionId, id: In(ids) });
    return people.map((customer) => {
      const record = records.find((one) => one.id === customer.id);
      const { firstName, lastName, ...person } = this.person(customer, record);
      return { ...person, firstName: firstName ?? '', lastName: lastName ?? '' };
    });
  }

  private number(person: StoredPerson, kind: IdentityKind): string | null {
    return this.numbers.open(person, kind);
  }
}

function living(record: DueDiligence | undefined): PersonDiligence {
  return {
    occupation: record?.occupation ?? null,
    employerName: record?.employerName ?? null,
    sourceOfWealth: record?.sourceOfWealth ?? null,
    residenceCountry: record?.residenceCountry ?? null,
    identificationIssuedOn: record?.identificationIssuedOn ?? null,
    identificationExpiresOn: record?.identificationExpiresOn ?? null,
    identificationCountry: record?.identificationCountry ?? null,
  };
}

/** One field of the records with these ids, by id. */
async function namesOf<Row extends { institutionId: number; id: number }, Key extends keyof Row>(
  tx: Tx,
  entity: new () => Row,
  institutionId: number,
  ids: number[],
  field: Key,
): Promise<Map<number, Row[Key]>> {
  const rows = await tx.findBy(entity, { institutionId, id: In([...new Set(ids)]) } as never);
  return new Map(rows.map((row) => [row.id, row[field]]));
}
