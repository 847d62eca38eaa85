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
  it('accepts an enquiry for the named beneficiary for 24 hours', () => {
    expect(nameEnquiryViolation(enquiry(), named, AT)).toBeUndefined();
    expect(
      nameEnquiryViolation(enquiry({ createdAt: new Date(AT.getTime() - 86_400_000) }), named, AT),
    ).toBeUndefined();
  });

  it.each<{ code: string; made: NameEnquiry | null; change: object }>([
    { code: 'NAME_ENQUIRY_NOT_FOUND', made: null, change: {} },
    { code: 'NAME_ENQUIRY_MISMATCH', made: enquiry({ accountNumber: '0123456780' }), change: {} },
    { code: 'NAME_ENQUIRY_MISMATCH', made: enquiry({ destinationInstitutionCode: '000014' }), change: {} },
    { code: 'NAME_ENQUIRY_EXPIRED', made: enquiry({ createdAt: new Date(AT.getTime() - 86_400_001) }), change: {} },
    { code: 'BENEFICIARY_NAME_MISMATCH', made: enquiry(), change: { beneficiaryAccountName: 'Okafor Ada' } },
    { code: 'BENEFICIARY_NAME_MISMATCH', made: enquiry(), change: { beneficiaryAccountName: '' } },
  ])('answers $code for the enquiry $made and the request $change', ({ code, made, change }) => {
    expect(nameEnquiryViolation(made, { ...named, ...change }, AT)?.code).toBe(code);
  });
});

describe('isSameName', () => {
  it.each([
    ['OKAFOR, ADAEZE N.', 'okafor adaeze n'],
    ['Adé Bola', 'ADE  BOLA'],
    ["O'Neil-Obi", 'O NEIL OBI'],
  ])('takes %s and %s for the same name', (one, other) => {
    expect(isSameName(one, other)).toBe(true);
  });

  it.each([
    ['OKAFOR ADAEZE', 'ADAEZE'],
    ['A B', 'AB'],
    ['Musa 1', 'Musa 2'],
  ])('takes %s and %s for different names', (one, other) => {
    expect(isSameName(one, other)).toBe(false);
  });
});
