import {
  ACCOUNT_PERSON_ROLES,
  ACCOUNT_STATUS_CODES,
  ACCOUNT_TYPES,
  COMMUNICATION_TYPES,
  CONDUCTION_CODES,
  CONTACT_TYPES,
  COUNTRY_CODES,
  CURRENCIES,
  ENTITY_PERSON_ROLES,
  FUNDS_CODES,
  GENDERS,
  IDENTIFICATION_TYPES,
  INDICATORS,
  LEGAL_FORMS,
  REPORT_CODES,
  SUBMISSION_CODES,
} from './codes';
import { code, dateTime, type Field, group, type LeafType, listed, repeated, text, typed } from './fields';

const EMAIL: LeafType = {
  kind: 'pattern',
  pattern: /^[A-Za-z0-9_.+-]+@([A-Za-z0-9-]+\.)+[A-Za-z]{2,4}$/,
  max: 255,
  words: 'an e-mail address whose last part has two to four letters',
};
const BVN: LeafType = { kind: 'pattern', pattern: /^\d{11}$/, max: 11, words: 'a BVN of 11 digits' };
const YES: LeafType = { kind: 'fixed', text: 'true' };
/** The layout fixes the mark of the primary signatory, so every signatory carries it. */
const PRIMARY: LeafType = { kind: 'fixed', text: '1' };
const SIGNIFICANCE: LeafType = { kind: 'number', min: 0, max: 10 };

const comments = text('comments', false, 0, 4000);
const country = (element: string, isRequired: boolean): Field => code(element, isRequired, COUNTRY_CODES);

const ADDRESS: readonly Field[] = [
  code('address_type', true, CONTACT_TYPES),
  text('address', true, 1, 100),
  text('town', false, 0, 255),
  text('city', true, 1, 255),
  text('zip', false, 0, 10),
  country('country_code', true),
  text('state', false, 1, 255),
  comments,
];
const PHONE: readonly Field[] = [
  code('tph_contact_type', true, CONTACT_TYPES),
  code('tph_communication_type', true, COMMUNICATION_TYPES),
  text('tph_country_prefix', false, 1, 4),
  text('tph_number', true, 1, 50),
  text('tph_extension', false, 0, 10),
  comments,
];
const IDENTIFICATION: readonly Field[] = [
  code('type', true, IDENTIFICATION_TYPES),
  text('number', true, 0, 255),
  dateTime('issue_date', true),
  dateTime('expiry_date', false),
  text('issued_by', false, 0, 255),
  country('issue_country', true),
  comments,
];

/** @param isOwn true for a customer of the institution, about whom more is required. */
function personFields(isOwn: boolean, isGenderRequired = true): Field[] {
  return [
    code('gender', isGenderRequired, GENDERS),
    text('title', false, 0, 30),
    text('first_name', true, 1, 100),
    text('middle_name', false, 0, 100),
    text('prefix', false, 0, 100),
    text('last_name', true, 1, 100),
    dateTime('birthdate', isOwn),
    text('birth_place', false, 0, 255),
    text('mothers_name', false, 0, 100),
    text('alias', false, 0, 100),
    text('ssn', false, 0, 25),
    text('passport_number', false, 1, 255, { needs: 'passportCountry' }),
    code('passport_country', false, COUNTRY_CODES, { needs: 'passportNumber' }),
    text('id_number', false, 0, 255),
    country('nationality1', isOwn),
    country('nationality2', false),
    country('nationality3', false),
    country('residence', isOwn),
    listed('phones', isOwn, 'phone', 0, { fields: PHONE }),
    listed('addresses', false, 'address', 0, { fields: ADDRESS }),
    typed('email', false, EMAIL),
    text('occupation', isOwn, 1, 255),
    text('employer_name', false, 0, 255),
    repeated('identification', isOwn ? 1 : 0, IDENTIFICATION),
    typed('deceased', false, YES, { needs: 'dateDeceased' }),
    dateTime('date_deceased', false, { needs: 'deceased' }),
    text('tax_number', false, 0, 100),
    text('tax_reg_number', false, 0, 100),
    text('source_of_wealth', isOwn, 0, 255),
    comments,
  ];
}

const DIRECTOR = [...personFields(false), code('role', true, ENTITY_PERSON_ROLES)];

function entityFields(isOwn: boolean): Field[] {
  return [
    text('name', true, 1, 255),
    text('commercial_name', false, 0, 255),
    code('incorporation_legal_form', isOwn, LEGAL_FORMS),
    text('incorporation_number', isOwn, 1, 50),
    text('business', isOwn, 0, 255),
    listed('phones', isOwn, 'phone', 0, { fields: PHONE }),
    listed('addresses', isOwn, 'address', 0, { fields: ADDRESS }),
    typed('email', false, EMAIL),
    text('url', false, 0, 255),
    text('incorporation_state', false, 0, 255),
    country('incorporation_country_code', isOwn),
    repeated('director_id', isOwn ? 1 : 0, DIRECTOR),
    dateTime('incorporation_date', isOwn),
    typed('business_closed', false, YES),
    dateTime('date_business_closed', false, { needs: 'businessClosed' }),
    text('tax_number', false, 0, 100),
    text('tax_reg_number', false, 0, 100),
    comments,
  ];
}

function accountFields(isOwn: boolean): Field[] {
  const client = isOwn ? typed('client_number', true, BVN) : text('client_number', false, 1, 30);
  return [
    text('institution_name', true, 1, 255),
    text('institution_code', true, 1, 50),
    typed('non_bank_institution', true, { kind: 'boolean' }),
    text('branch', isOwn, 1, 255),
    text('account', true, 1, 50),
    code('currency_code', isOwn, CURRENCIES),
    text('account_name', true, 1, 255),
    text('iban', false, 0, 34),
    client,
    code('personal_account_type', isOwn, ACCOUNT_TYPES),
    group('t_entity', false, entityFields(isOwn)),
    repeated('signatory', isOwn ? 1 : 0, [
      typed('is_primary', isOwn, PRIMARY),
      group('t_person', true, personFields(isOwn)),
      code('role', false, ACCOUNT_PERSON_ROLES),
    ]),
    dateTime('opened', isOwn),
    dateTime('closed', false),
    typed('balance', false, { kind: 'amount', mayBeNegative: true }),
    dateTime('date_balance', false, { needs: 'balance' }),
    code('status_code', isOwn, ACCOUNT_STATUS_CODES),
    text('beneficiary', isOwn, 0, 50),
    text('beneficiary_comment', false, 0, 255),
    comments,
  ];
}

function sideFields(direction: 'from' | 'to', isOwn: boolean): Field[] {
  const conductor = direction === 'from' ? [group('t_conductor', false, personFields(isOwn))] : [];
  return [
    code(`${direction}_funds_code`, true, FUNDS_CODES),
    text(`${direction}_funds_comment`, false, 0, 255),
    ...conductor,
    group(`${direction}_account`, false, accountFields(isOwn)),
    group(`${direction}_person`, false, personFields(isOwn)),
    group(`${direction}_entity`, false, entityFields(isOwn)),
    country(`${direction}_country`, true),
  ];
}

const TRANSACTION: readonly Field[] = [
  text('transactionnumber', true, 1, 50),
  text('internal_ref_number', false, 1, 50),
  text('transaction_location', true, 0, 255),
  text('transaction_description', true, 0, 4000),
  dateTime('date_transaction', true),
  text('teller', false, 0, 50),
  text('authorized', false, 0, 50),
  dateTime('value_date', false),
  code('transmode_code', true, CONDUCTION_CODES),
  text('transmode_comment', false, 0, 50),
  typed('amount_local', true, { kind: 'amount' }),
  group('t_from_my_client', false, sideFields('from', true)),
  group('t_from', false, sideFields('from', false)),
  group('t_to_my_client', false, sideFields('to', true)),
  group('t_to', false, sideFields('to', false)),
  comments,
];

const PARTY: readonly Field[] = [
  group('person', false, personFields(false)),
  group('account', false, accountFields(false)),
  group('entity', false, entityFields(false)),
  typed('significance', true, SIGNIFICANCE),
  text('reason', true, 0, 4000),
  comments,
];

/** The elements of a report of goAML 4.5 in their order (docs/api/nfiu-reports.md#layout). */
export const REPORT_4_5: Field = group('report', true, [
  typed('rentity_id', true, { kind: 'number', min: 1, max: 2_147_483_647 }),
  text('rentity_branch', false, 0, 255),
  code('submission_code', true, SUBMISSION_CODES),
  code('report_code', true, REPORT_CODES),
  text('entity_reference', false, 0, 255),
  text('fiu_ref_number', false, 0, 255),
  dateTime('submission_date', true),
  code('currency_code_local', true, CURRENCIES),
  group('reporting_person', true, personFields(false, false)),
  group('location', false, ADDRESS),
  text('reason', false, 0, 4000),
  text('action', false, 0, 4000),
  repeated('transaction', 0, TRANSACTION),
  group('activity', false, [listed('report_parties', true, 'report_party', 1, { fields: PARTY })]),
  listed('report_indicators', true, 'indicator', 1, { leaf: { kind: 'codes', codes: INDICATORS } }),
]);

/** Elements of which exactly one must stand, by the element around them. */
export const EXACTLY_ONE: Readonly<Record<string, readonly (readonly string[])[]>> = {
  report: [['transaction', 'activity']],
  transaction: [
    ['tFromMyClient', 'tFrom'],
    ['tToMyClient', 'tTo'],
  ],
  t_from_my_client: [['fromAccount', 'fromPerson', 'fromEntity']],
  t_from: [['fromAccount', 'fromPerson', 'fromEntity']],
  t_to_my_client: [['toAccount', 'toPerson', 'toEntity']],
  t_to: [['toAccount', 'toPerson', 'toEntity']],
  report_party: [['person', 'account', 'entity']],
};
