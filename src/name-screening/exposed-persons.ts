import { Injectable } from '@nestjs/common';
import { Customer } from '../accounts/customers/customer.entity';
import { fullName } from '../accounts/customers/customer-columns';
import { GroupMember } from '../accounts/customers/group-member.entity';
import { type ExposureCheck, ExposureChecks, type NewPerson } from '../accounts/exposure-checks';
import { standingHit } from '../cases/alerts/standing-alert';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import { MemberOf } from '../common/registry/registry';
import { type ActiveList, activeLists } from '../watch-lists/desk/active-lists';
import { WatchListIndexes } from '../watch-lists/desk/watch-list-indexes';
import { searchEach } from '../watch-lists/matching/search-each';
import { NameScreener } from './name-screener';

/** By a public position that staff recorded, or by a hit on a list of exposed persons that was not cleared. */
const IS_EXPOSED = `SELECT EXISTS (
    SELECT 1 FROM due_diligence WHERE institution_id = $1 AND id = ANY ($2) AND public_position IS NOT NULL
  ) OR EXISTS (
    SELECT 1 FROM aml_alert h
     WHERE h.institution_id = $1 AND h.customer_id = ANY ($2) AND h.facts->>'kind' = 'pep' AND ${standingHit('h')}
  ) AS exposed`;

/** Finds politically exposed persons before an account is opened for them (docs/api/accounts.md#exposed-persons). */
@Injectable()
@MemberOf(ExposureChecks)
export class ExposedPersons implements ExposureCheck {
  readonly name = 'watch-lists';

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly indexes: WatchListIndexes,
    private readonly screener: NameScreener,
  ) {}

  async isExposedPerson(institutionId: number, person: NewPerson): Promise<boolean> {
    const { lastName, firstName, otherNames, dateOfBirth, gender, nationality: country, bvn, nin } = person;
    const name = fullName(lastName, firstName, otherNames);
    const sex = gender === undefined ? {} : { gender: String(gender) };
    const party = { name, type: 'person', birthDate: dateOfBirth, country, bvn, nin, ...sex };
    for (const { version } of await this.lists(institutionId)) {
      const [hits] = await searchEach(await this.indexes.of(version), [party]);
      if (hits!.length > 0) return true;
    }
    return false;
  }

  /**
   * Whether the customer is exposed, or one of the members of a group or company. Screens them first: the screening
   * that followed the last change may not have run yet.
   */
  async isExposedCustomer(institutionId: number, customerID: string): Promise<boolean> {
    const people = await this.unitOfWork.run(institutionId, (tx) => peopleOf(tx, institutionId, customerID));
    if (people.length === 0) return false;
    await this.screener.screen(institutionId, people, await this.lists(institutionId));
    const [row] = await this.unitOfWork.read(institutionId, (tx) =>
      tx.query<{ exposed: boolean }[]>(IS_EXPOSED, [institutionId, people]),
    );
    return row!.exposed;
  }

  /** The lists of politically exposed persons that are in use. */
  private async lists(institutionId: number): Promise<ActiveList[]> {
    const lists = await this.unitOfWork.read(institutionId, (tx) => activeLists(tx, institutionId));
    return lists.filter(({ list }) => list.kind === 'pep');
  }
}

/** The customer and its members, who hold the account of a joint or group customer. */
async function peopleOf(tx: Tx, institutionId: number, customerID: string): Promise<number[]> {
  const customer = await tx.findOne(Customer, { select: { id: true }, where: { institutionId, customerID } });
  if (!customer) return [];
  const members = await tx.findBy(GroupMember, { institutionId, groupCustomerId: customer.id });
  return [customer.id, ...members.map(({ memberCustomerId }) => memberCustomerId)];
}
