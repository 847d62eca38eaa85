import type { NameEnquiry } from './name-enquiry.entity';
import { isSameName, nameEnquiryViolation } from './name-enquiry-violation';

const AT = new Date('2026-11-21T12:00:00Z');
const named = {
  beneficiaryAccountNumber: '0123456789',
  beneficiaryAccountName: 'Okafor Adaeze',
  destinationInstitutionCode: '000013',
};
const enquiry = (facts: Partial<NameEnquiry> = {}): NameEnquiry =>
  ({
    accountNumber: '0123456789',
    destinationInstitutionCode: '000013',
    accountName: 'OKAFOR ADAEZE',
    createdAt: AT,
    ...facts,
  }) as NameEnquiry;

describe('nameEnquiryViolation', () => {
  it('is none for the beneficiary that was asked about, for a day', () => {
    expect(nameEnquiryViolation(enquiry(), named, AT)).toBeUndefined();
    expect(
      nameEnquiryViolation(enquiry({ createdAt: new Date(AT.getTime() - 86_400_000) }), named, AT),
    ).toBeUndefined();
  });

  it.each<[string, NameEnquiry | null, object]>([
    ['NAME_ENQUIRY_NOT_FOUND', null, {}],
    ['NAME_ENQUIRY_MISMATCH', enquiry({ accountNumber: '0123456780' }), {}],
    ['NAME_ENQUIRY_MISMATCH', enquiry({ destinationInstitutionCode: '000014' }), {}],
    ['NAME_ENQUIRY_EXPIRED', enquiry({ createdAt: new Date(AT.getTime() - 86_400_001) }), {}],
    ['BENEFICIARY_NAME_MISMATCH', enquiry(), { beneficiaryAccountName: 'Okafor Ada' }],
    ['BENEFICIARY_NAME_MISMATCH', enquiry(), { beneficiaryAccountName: '' }],
  ])('%s', (code, made, change) => {
    expect(nameEnquiryViolation(made, { ...named, ...change }, AT)?.code).toBe(code);
  });
});

describe('isSameName', () => {
  it.each([
    ['OKAFOR, ADAEZE N.', 'okafor adaeze n'],
    ['Adé Bola', 'ADE  BOLA'],
    ["O'Neil-Obi", 'O NEIL OBI'],
  ])('%s is %s', (one, other) => {
    expect(isSameName(one, other)).toBe(true);
  });

  it.each([
    ['OKAFOR ADAEZE', 'ADAEZE'],
    ['A B', 'AB'],
    ['Musa 1', 'Musa 2'],
  ])('%s is not %s', (one, other) => {
    expect(isSameName(one, other)).toBe(false);
  });
});
