import { randomUUID } from 'node:crypto';
import { searchName } from '../../common/text/search-name';
import type { CreateCustomerAccountBody } from '../account-opening.dto';
import type { Customer } from './customer.entity';
import { normalisePhoneNumber } from './identity-formats';
import type { PersonalDetails } from './personal-details.dto';

type PersonalColumns = Pick<Customer, keyof PersonalDetails>;

const orNull = <Value>(value: Value | undefined): Value | null => value ?? null;
const textOrNull = (value: string | number | null | undefined): string | null => (value === null || value === undefined ? null : String(value));
const phoneOrNull = (text: string | null | undefined): string | null => (text ? (normalisePhoneNumber(text) ?? null) : null);

/** Personal facts as they are stored: telephone numbers in E.164 form, e-mail addresses in lower case. */
export function personalColumns(details: PersonalDetails): PersonalColumns {
  return {
    otherNames: orNull(details.otherNames),
    title: orNull(details.title),
    gender: textOrNull(details.gender),
    dateOfBirth: orNull(details.dateOfBirth),
    phoneNumber: phoneOrNull(details.phoneNumber),
    email: details.email?.toLowerCase() ?? null,
    address: orNull(details.address),
    bvn: orNull(details.bvn),
    nin: orNull(details.nin),
    tin: orNull(details.tin),
    nationality: orNull(details.nationality),
    state: orNull(details.state),
    lga: orNull(details.lga),
    maritalStatus: textOrNull(details.maritalStatus),
    religion: textOrNull(details.religion),
    homeTown: orNull(details.homeTown),
    identificationType: textOrNull(details.identificationType),
    identificationNumber: orNull(details.identificationNumber),
    nextOfKinName: orNull(details.nextOfKinName),
    nextOfKinPhoneNumber: phoneOrNull(details.nextOfKinPhoneNumber),
    nextOfKinRelationship: orNull(details.nextOfKinRelationship),
    nextOfKinAddress: orNull(details.nextOfKinAddress),
  };
}

/** A person's full name, last name first, as statements and name enquiries show it. */
export function fullName(lastName: string, firstName: string, otherNames?: string | null): string {
  return [lastName, firstName, otherNames ?? ''].map((part) => part.trim()).filter((part) => part !== '').join(' ');
}

/** What a new customer has besides what the request says. */
export type NewCustomerIdentity = Pick<Customer, 'institutionId' | 'id' | 'customerID' | 'branchId' | 'createdBy' | 'createdAt'>;

/** The row of a new individual customer. */
export function individualCustomer(identity: NewCustomerIdentity, body: CreateCustomerAccountBody): Customer {
  const name = fullName(body.lastName, body.firstName, body.otherNames);
  return {
    ...identity,
    ...personalColumns(body),
    recordId: randomUUID(),
    customerType: 'Individual',
    name,
    searchName: searchName(name),
    lastName: body.lastName.trim(),
    firstName: body.firstName.trim(),
    registrationNumber: null,
    referenceNumber: null,
    updatedAt: identity.createdAt,
  };
}
