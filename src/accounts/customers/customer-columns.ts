import { randomUUID } from 'node:crypto';
import type { IdentityKind } from '../../common/identity/identity-kind';
import { normalisePhoneNumber } from '../../common/text/phone-number';
import { searchName } from '../../common/text/search-name';
import { isEmptied } from '../../metadata/lost-values';
import type { CreateCustomerAccountBody } from '../account-opening.dto';
import type { Customer } from './customer.entity';
import type { CreateGroupCustomerBody } from './group-customers.dto';
import { normaliseRegistrationNumber } from './identity-formats';
import type { CustomerNumberColumns } from './person-numbers';
import type { PersonalDetails } from './personal-details.dto';

/** Identity numbers have columns of their own (`PersonNumbers`). */
type PersonalColumns = Pick<Customer, Exclude<keyof PersonalDetails, IdentityKind>>;

/** A field that is left out, or sent as null to clear it. */
type Unset = null | undefined;

const orNull = <Value>(value: Value | Unset): Value | null => value ?? null;
const textOrNull = (value: string | number | Unset): string | null =>
  value === null || value === undefined ? null : String(value);
const phoneOrNull = (text: string | Unset): string | null => (text ? (normalisePhoneNumber(text) ?? null) : null);
const emailOrNull = (text: string | Unset): string | null => text?.toLowerCase() ?? null;
const registrationOrNull = (text: string | Unset): string | null =>
  text ? (normaliseRegistrationNumber(text) ?? null) : null;

/** Personal details as they are stored: telephone numbers in E.164 form, e-mail addresses in lower case. */
export function personalColumns(details: PersonalDetails): PersonalColumns {
  return {
    otherNames: orNull(details.otherNames),
    title: orNull(details.title),
    gender: textOrNull(details.gender),
    dateOfBirth: orNull(details.dateOfBirth),
    phoneNumber: phoneOrNull(details.phoneNumber),
    email: emailOrNull(details.email),
    address: orNull(details.address),
    nationality: orNull(details.nationality),
    state: orNull(details.state),
    lga: orNull(details.lga),
    maritalStatus: textOrNull(details.maritalStatus),
    religion: textOrNull(details.religion),
    homeTown: orNull(details.homeTown),
    identificationType: textOrNull(details.identificationType),
    nextOfKinName: orNull(details.nextOfKinName),
    nextOfKinPhoneNumber: phoneOrNull(details.nextOfKinPhoneNumber),
    nextOfKinRelationship: orNull(details.nextOfKinRelationship),
    nextOfKinAddress: orNull(details.nextOfKinAddress),
  };
}

/** Details of a company or group as they are stored, without its tax number. */
type OrganisationColumns = Pick<
  Customer,
  'registrationNumber' | 'address' | 'phoneNumber' | 'email' | 'referenceNumber'
>;

export function organisationColumns(details: Partial<CreateGroupCustomerBody>): OrganisationColumns {
  return {
    registrationNumber: registrationOrNull(details.registrationNumber),
    address: orNull(details.address),
    phoneNumber: phoneOrNull(details.phoneNumber),
    email: emailOrNull(details.email),
    referenceNumber: orNull(details.referenceNumber),
  };
}

/** The columns whose fields the update sends; null clears a column. */
export function sentColumns<Columns extends object>(columns: Columns, update: object): Partial<Columns> {
  const sent = Object.entries(columns).filter(([key]) => (update as Record<string, unknown>)[key] !== undefined);
  return Object.fromEntries(sent) as Partial<Columns>;
}

/** True when the changes empty a column that has a value; a blank text empties it too. */
export function clearsValue(customer: Customer, changes: Partial<Customer>): boolean {
  const names = Object.keys(changes) as (keyof Customer)[];
  return names.some((name) => isEmptied(changes[name]) && !isEmptied(customer[name]));
}

/** A customer's name with its search form. */
export function nameColumns(name: string): Pick<Customer, 'name' | 'searchName'> {
  return { name, searchName: searchName(name) };
}

/** A person's full name, last name first, as statements and name enquiries show it. */
export function fullName(lastName: string, firstName: string, otherNames?: string | null): string {
  return [lastName, firstName, otherNames ?? '']
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');
}

/** Columns of a new customer that do not come from the request. */
export type NewCustomerIdentity = Pick<
  Customer,
  'institutionId' | 'id' | 'customerID' | 'branchId' | 'createdBy' | 'createdAt'
>;

/** The row of a new individual customer. */
export function individualCustomer(
  identity: NewCustomerIdentity,
  body: CreateCustomerAccountBody,
  numbers: CustomerNumberColumns,
): Customer {
  return {
    ...identity,
    ...numbers,
    ...personalColumns(body),
    ...nameColumns(fullName(body.lastName, body.firstName, body.otherNames)),
    recordId: randomUUID(),
    customerType: 'Individual',
    lastName: body.lastName.trim(),
    firstName: body.firstName.trim(),
    registrationNumber: null,
    referenceNumber: null,
    updatedAt: identity.createdAt,
    erasedAt: null,
  };
}

/** The row of a new company or group. */
export function groupCustomer(
  identity: NewCustomerIdentity,
  body: CreateGroupCustomerBody,
  numbers: CustomerNumberColumns,
): Customer {
  return {
    ...identity,
    ...numbers,
    ...personalColumns({}),
    ...organisationColumns(body),
    ...nameColumns(body.name.trim()),
    recordId: randomUUID(),
    customerType: body.customerType ?? 'Corporate',
    lastName: null,
    firstName: null,
    updatedAt: identity.createdAt,
    erasedAt: null,
  };
}

/** The names of the fields that an update sends, null included. The audit log names them without their values. */
export function namesOfSentFields({ customerID, ...fields }: { customerID: string }): string[] {
  return Object.entries(fields).flatMap(([field, value]) => (value === undefined ? [] : [field]));
}
