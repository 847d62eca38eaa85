import { isEmail } from 'class-validator';
import { Customer, CUSTOMER_TYPES } from '../accounts/customers/customer.entity';
import { groupCustomer, individualCustomer } from '../accounts/customers/customer-columns';
import { isElevenDigits, normaliseRegistrationNumber } from '../accounts/customers/identity-formats';
import type { PersonNumbers } from '../accounts/customers/person-numbers';
import { extraRow } from '../common/database/insert-rows';
import { normalisePhoneNumber } from '../common/text/phone-number';
import { EntityMetadata } from '../metadata/entity-metadata.entity';
import type { ImportedLine, LineContext } from './imported-line';
import type { RecordFields } from './record-fields';

/** A number of the old system that can be the customer's number here too. */
const KEPT_CUSTOMER_NUMBER = /^\d{8}$/;

const when =
  <Value>(test: (text: string) => boolean, value: (text: string) => Value) =>
  (text: string) =>
    test(text) ? value(text) : undefined;

/** Columns without a value are left to the table, so that no digest is made of null. */
function withoutNulls<Row extends object>(row: Row): Partial<Row> {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Partial<Row>;
}

/** A customer of the old system. A number that is not eight digits is kept as metadata, and a new one is given. */
export async function customerLine(
  fields: RecordFields,
  { references, targetId, actor, now, numbers, persons }: LineContext,
): Promise<ImportedLine> {
  const { institutionId, businessDate } = references.institution;
  const key = fields.text('customer_number', 50);
  const branchCode = fields.text('branch_code', 20);
  const branch = references.branches.get(branchCode);
  if (branchCode !== '' && !branch) fields.refuse(`branch_code ${branchCode} is no branch; create it first`);
  const isKept = KEPT_CUSTOMER_NUMBER.test(key);
  const identity = {
    institutionId,
    id: targetId,
    customerID: isKept ? key : await numbers.nextCustomerId(institutionId),
    branchId: branch?.id ?? 0,
    createdBy: actor,
    createdAt: now,
  };
  const customer = customerOf(fields, identity, { persons, institutionId, businessDate });
  const old = { customerNumber: key };
  const metadata = { institutionId, id: targetId, entityType: 'customer', updatedBy: actor, updatedAt: now } as const;
  const rows = [extraRow(Customer, withoutNulls(customer))];
  if (!isKept) rows.push(extraRow(EntityMetadata, { ...metadata, content: old }));
  return { key, ownerKey: null, balanceKobo: 0n, branchCode, productCode: null, content: { rows } };
}

function customerOf(
  fields: RecordFields,
  identity: Parameters<typeof individualCustomer>[0],
  { persons, institutionId, businessDate }: { persons: PersonNumbers; institutionId: number; businessDate: string },
): Customer {
  const type = fields.oneOf('customer_type', CUSTOMER_TYPES);
  const contact = {
    phoneNumber: fields.converted('phone_number', 40, 'a telephone number', normalisePhoneNumber) ?? undefined,
    email: fields.converted('email', 250, 'an e-mail address', when(isEmail, String)) ?? undefined,
    address: fields.optional('address', 500) ?? undefined,
  };
  const [bvn, nin] = (['bvn', 'nin'] as const).map((column) =>
    fields.converted(column, 11, '11 digits', when(isElevenDigits, String)),
  );
  const sealed = persons.newCustomerColumns(institutionId, { bvn, nin });
  if (type === 'Corporate' || type === 'Group') {
    const registrationNumber =
      fields.converted('registration_number', 30, 'a registration number', normaliseRegistrationNumber) ?? undefined;
    const name = fields.text('organisation_name', 250);
    const body = { name, customerType: type, ...contact, ...(registrationNumber && { registrationNumber }) };
    return groupCustomer(identity, body as Parameters<typeof groupCustomer>[1], sealed);
  }
  const body = {
    lastName: fields.text('last_name', 80),
    firstName: fields.text('first_name', 80),
    otherNames: fields.optional('other_names', 80) ?? undefined,
    gender: fields.optional('gender', 20) ?? undefined,
    dateOfBirth: fields.date('date_of_birth', businessDate, false) ?? undefined,
    ...contact,
  };
  return individualCustomer(identity, body as Parameters<typeof individualCustomer>[1], sealed);
}
