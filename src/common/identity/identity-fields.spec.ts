import { hasIdentityNumbers, mapIdentityNumbers, maskIdentityNumbers, namesIdentityNumber } from './identity-fields';

describe('namesIdentityNumber', () => {
  it.each([
    'bvn',
    'BVN',
    'NIN',
    'tin',
    'originator_bvn',
    'beneficiaryBvn',
    'payerBVN',
    'customer-nin',
    'NINNumber',
    'bankVerificationNumber',
    'originatorBankVerificationNumber',
    'national_identification_number',
    'nationalIdentityNumber',
    'identificationNumber',
    'ID Number',
    'passportNumber',
    'passport_no',
    'driversLicenceNumber',
    'votersCardNumber',
    'taxIdentificationNumber',
  ])('is true for %s', (field) => expect(namesIdentityNumber(field)).toBe(true));

  it.each([
    'accountNumber',
    'registrationNumber',
    'identificationType',
    'phoneNumber',
    'beginning',
    'nine',
    'destination',
    'latin',
    'customerID',
    '',
  ])('is false for %s', (field) => expect(namesIdentityNumber(field)).toBe(false));
});

describe('identity numbers in JSON', () => {
  const value = {
    bvn: '22281726354',
    list: [{ NIN: 70_827_364_519 }, { nin: null, bvn: 'verified' }],
    nin: { value: '70827364519', sources: ['70827364518', true] },
    phone: '08031234567',
  };

  it('are masked at any depth and below their field, and nothing else changes', () => {
    expect(maskIdentityNumbers(value)).toEqual({
      bvn: '*******6354',
      list: [{ NIN: '*******4519' }, { nin: null, bvn: 'verified' }],
      nin: { value: '*******4519', sources: ['*******4518', true] },
      phone: '08031234567',
    });
    expect(value.bvn).toBe('22281726354');
  });

  it('are given to the change with their type', () => {
    const seen: unknown[] = [];
    mapIdentityNumbers(value, (number) => seen.push(number));
    expect(seen).toEqual(['22281726354', 70_827_364_519, '70827364519', '70827364518']);
  });

  it.each([
    [value, true],
    [[{ a: [{ bvn: 1 }] }], true],
    [{ bvn: 'verified', nin: null, tin: true }, false],
    [{ phone: '08031234567' }, false],
    ['22281726354', false],
    [null, false],
  ])('are found in %j: %p', (searched, found) => {
    expect(hasIdentityNumbers(searched)).toBe(found);
  });
});
