import { Injectable } from '@nestjs/common';
import { Registry } from '../common/registry/registry';
import type { CreateCustomerAccountBody } from './account-opening.dto';

/** A person for whom a first account is asked, with the facts by which a list knows a person. */
export type NewPerson = Pick<
  CreateCustomerAccountBody,
  'lastName' | 'firstName' | 'otherNames' | 'dateOfBirth' | 'gender' | 'nationality' | 'bvn' | 'nin'
>;

/** A source that knows politically exposed persons, such as the watch-lists. */
export interface ExposureCheck {
  /** Stable name, such as `watch-lists`. */
  readonly name: string;
  isExposedPerson(institutionId: number, person: NewPerson): Promise<boolean>;
  /** False where there is no such customer. */
  isExposedCustomer(institutionId: number, customerID: string): Promise<boolean>;
}

/**
 * Tells before an account is opened whether its customer is politically exposed: the providers with
 * `@MemberOf(ExposureChecks)`. Ask before the transaction, because a check may search lists.
 */
@Injectable()
export class ExposureChecks extends Registry<ExposureCheck> {
  isExposedPerson(institutionId: number, person: NewPerson): Promise<boolean> {
    return this.any((check) => check.isExposedPerson(institutionId, person));
  }

  isExposedCustomer(institutionId: number, customerID: string): Promise<boolean> {
    return this.any((check) => check.isExposedCustomer(institutionId, customerID));
  }

  protected override nameOf({ name }: ExposureCheck): string {
    return name;
  }

  private async any(asks: (check: ExposureCheck) => Promise<boolean>): Promise<boolean> {
    for (const check of this.all()) if (await asks(check)) return true;
    return false;
  }
}
