import type { Answer } from '../../../api/client';
import { action } from '../../../form/action';

export type Diligence = Answer<'getDueDiligence'>;

/** The record with the kind of its customer, on which its fields depend. */
export interface DiligenceOfCustomer {
  diligence: Diligence;
  isPerson: boolean;
}

const FORMS: Record<string, string> = {
  A: 'Association',
  B: 'Business or company',
  G: 'Government body',
  R: 'Religious body',
};

/** The legal form of a company in words. */
export function formText(form: string | null): string | null {
  return form === null ? null : (FORMS[form] ?? form);
}

const COUNTRIES = new Intl.DisplayNames(['en-NG'], { type: 'region' });

/** The name of a country from its two letters. */
export function countryName(code: string | null): string | null {
  return code === null ? null : (COUNTRIES.of(code) ?? code);
}

const COUNTRY = { each: (code: string) => ({ value: code, text: countryName(code) ?? code }) };

const FORM = {
  operation: 'setDueDiligence' as const,
  path: ({ diligence }: DiligenceOfCustomer) => ({ customerID: diligence.customerID }),
  choices: {
    residenceCountry: COUNTRY,
    identificationCountry: COUNTRY,
    incorporationCountry: COUNTRY,
    legalForm: Object.entries(FORMS).map(([value, text]) => ({ value, text })),
  },
  labels: {
    employerName: 'Employer',
    declaredMonthlyIncome: 'Declared income a month',
    residenceCountry: 'Country of residence',
    identificationIssuedOn: 'Document issued',
    identificationExpiresOn: 'Document expires',
    identificationCountry: 'Country of the document',
    incorporatedOn: 'Incorporated',
    incorporationCountry: 'Incorporated in',
    directors: 'Directors and signatories',
  },
  done: 'The due diligence has been recorded.',
};

const OF_PERSON = action<DiligenceOfCustomer>()({
  ...FORM,
  name: 'recordPerson',
  title: 'Record due diligence',
  isFor: ({ isPerson }) => isPerson,
  fields: [
    'occupation',
    'employerName',
    'sourceOfWealth',
    'declaredMonthlyIncome',
    'residenceCountry',
    'publicPosition',
    'identificationIssuedOn',
    'identificationExpiresOn',
    'identificationCountry',
  ],
  initial: ({ diligence }) => ({ ...diligence }),
  consequence: () => 'Replaces the record: a field that is left empty is not known any more.',
});

const OF_COMPANY = action<DiligenceOfCustomer>()({
  ...FORM,
  name: 'recordCompany',
  title: 'Record due diligence',
  isFor: ({ isPerson }) => !isPerson,
  fields: [
    'legalForm',
    'business',
    'incorporatedOn',
    'incorporationCountry',
    'sourceOfWealth',
    'declaredMonthlyIncome',
    'directors',
  ],
  initial: ({ diligence }) => ({ ...diligence, directors: diligence.directors.map(withoutNumbers) }),
  consequence: ({ diligence }) =>
    'Replaces the record: a field that is left empty is not known any more.' +
    (diligence.directors.length > 0
      ? ' Identity numbers of directors are kept masked and cannot be copied: enter them again.'
      : ''),
});

/** A director as the form begins with it: a masked number is not a number. */
function withoutNumbers(director: Diligence['directors'][number]): Partial<typeof director> {
  return { ...director, bvn: null, identificationNumber: null };
}

export const DILIGENCE_ACTIONS = [OF_PERSON, OF_COMPANY];
