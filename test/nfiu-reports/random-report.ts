import fc from 'fast-check';
import { ACCOUNT_STATUSES } from '../../src/ledger/engine/account-status';
import { INDICATORS, LEGAL_FORMS } from '../../src/nfiu-reports/goaml/codes';
import type {
  CompanyFacts,
  DirectorFacts,
  ExternalAccountFacts,
  OwnAccountFacts,
  PartyFacts,
  PersonDiligence,
  ReportedPerson,
  ReportFacts,
  TransactionFacts,
} from '../../src/nfiu-reports/report-facts';

const digits = (length: number): fc.Arbitrary<string> =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((all) => all.join(''));
/** Text of any script, with what XML must escape or cannot carry. */
const words = (max: number): fc.Arbitrary<string> =>
  fc
    .oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: max }),
      fc.constantFrom('Ọláṣadé & Sọ́ns <Ltd>', 'Ya’u "Dan" Ladi', ']]>', 'A\u0000B', 'Ngozi\r\nOkafor', '\uD800x'),
    )
    .filter((text) => /[\p{L}\p{N}]/u.test(text))
    .map((text) => text.slice(0, max));
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { nil: null });
const date = fc
  .date({ min: new Date('1800-01-01'), max: new Date('2026-11-24'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));
const time = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2026-11-24'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 19));
const country = fc.constantFrom('Nigerian', 'Nigeria', 'NG', 'GH', 'United Kingdom', 'usa');
const kobo = fc.bigInt({ min: 0n, max: 10n ** 16n });

const diligence: fc.Arbitrary<PersonDiligence> = fc.record({
  occupation: words(300),
  employerName: maybe(words(300)),
  sourceOfWealth: words(300),
  residenceCountry: country,
  identificationIssuedOn: date,
  identificationExpiresOn: maybe(date),
  identificationCountry: country,
});
const identity = fc.record({
  gender: maybe(fc.constantFrom('Female', 'male', 'M', '1', 'F')),
  dateOfBirth: date,
  nationality: country,
  bvn: digits(11),
  phoneNumber: maybe(fc.constantFrom('+2348031234567', '+447700900123')),
  identificationType: fc.constantFrom('InternationalPassport', "Driver's licence", 'NIN', 'PVC', 'Letter', '4'),
  identificationNumber: words(50),
});
const place = fc.record({
  email: maybe(fc.constantFrom('ada@example.com', 'a.b+c@x-y.co.uk', 'ada@example.museum', 'ä@b.ng', 'x')),
  address: maybe(words(500)),
  town: maybe(words(100)),
  state: maybe(words(60)),
  tin: maybe(words(20)),
});

const director: fc.Arbitrary<DirectorFacts> = fc
  .tuple(diligence, identity, fc.record({ firstName: words(80), lastName: words(80) }))
  .map(([first, second, third]) => ({ ...first, ...second, ...third }));
const person: fc.Arbitrary<ReportedPerson> = fc
  .tuple(
    diligence,
    identity,
    place,
    fc.record({
      kind: fc.constant('person' as const),
      customerID: digits(8),
      title: maybe(words(20)),
      firstName: words(80),
      lastName: words(80),
      otherNames: maybe(words(80)),
    }),
  )
  .map(([first, second, third, fourth]) => ({ ...first, ...second, ...third, ...fourth }));
const company: fc.Arbitrary<CompanyFacts> = fc
  .tuple(
    place,
    fc.record({
      kind: fc.constant('company' as const),
      customerID: digits(8),
      name: words(250),
      isRegistered: fc.boolean(),
      registrationNumber: words(30),
      phoneNumber: maybe(fc.constant('+2348031234567')),
      legalForm: maybe(fc.constantFrom(...LEGAL_FORMS)),
      business: words(255),
      incorporatedOn: date,
      incorporationCountry: country,
      directors: fc.array(director, { minLength: 1, maxLength: 3 }),
    }),
  )
  .map(([first, second]) => ({ ...first, ...second }));
const holder = fc.oneof(person, company);

const ownAccount: fc.Arbitrary<OwnAccountFacts> = fc.record({
  kind: fc.constant('own-account' as const),
  accountNumber: digits(10),
  accountName: words(250),
  branchName: words(100),
  productType: fc.constantFrom('Savings', 'Current', 'FixedDeposit', 'Loan'),
  openedOn: date,
  closedOn: maybe(date),
  status: fc.constantFrom(...ACCOUNT_STATUSES),
  balanceKobo: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 15n }),
  holder,
});
const externalAccount: fc.Arbitrary<ExternalAccountFacts> = fc.record({
  kind: fc.constant('external-account' as const),
  accountNumber: digits(10),
  accountName: words(250),
  institutionCode: digits(6),
  institutionName: words(250),
});
const otherParty: fc.Arbitrary<PartyFacts> = fc.oneof(
  ownAccount,
  externalAccount,
  fc.record({ kind: fc.constant('cash' as const), person: fc.record({ firstName: words(80), lastName: words(80) }) }),
  fc.constant({ kind: 'own-ledger' as const }),
);

const transaction: fc.Arbitrary<TransactionFacts> = fc
  .record({
    number: digits(12).map((number) => `PST${number}`),
    reference: words(100),
    narration: words(250),
    at: time,
    valueDate: date,
    amountKobo: kobo,
    branchName: maybe(words(100)),
    maker: words(120),
    checker: maybe(words(120)),
    isAttempt: fc.boolean(),
    isReturned: fc.boolean(),
    own: ownAccount,
    other: otherParty,
    isOutflow: fc.boolean(),
  })
  .map(({ own, other, isOutflow, ...facts }) => ({
    ...facts,
    from: isOutflow ? own : other,
    to: isOutflow ? other : own,
  }));

/** Reports whose facts are complete, in any script and length that the records of the institution can have. */
export const completeReport: fc.Arbitrary<ReportFacts> = fc.record({
  kind: fc.constantFrom('CTR', 'STR', 'SAR'),
  number: digits(9).map((number) => `STR-${number}`),
  fiuReference: maybe(words(60)),
  submittedAt: time,
  reporter: fc.record({
    entityId: fc.integer({ min: 1, max: 2_000_000_000 }),
    entityBranch: maybe(words(100)),
    institutionName: words(250),
    institutionCode: digits(5),
    isNonBank: fc.boolean(),
    firstName: words(80),
    lastName: words(80),
  }),
  reason: maybe(words(4000)),
  action: maybe(words(4000)),
  indicators: fc.uniqueArray(fc.constantFrom(...INDICATORS), { minLength: 1, maxLength: 5 }),
  transactions: fc.array(transaction, { minLength: 1, maxLength: 3 }),
  subject: holder,
});
