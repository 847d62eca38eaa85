import { readBanks } from './bank-list';

describe('readBanks', () => {
  const gtb = { institutionCode: '000013', bankName: 'GTBANK PLC', cbnCode: '058', category: 'commercial_bank' };

  it('keeps the rows that have an institution code and a name', () => {
    const rows = [
      gtb,
      { ...gtb, cbnCode: null, extra: 1 },
      { ...gtb, institutionCode: 13 },
      { ...gtb, bankName: '' },
      null,
      'x',
      { institutionCode: '000014', bankName: 'ACCESS' },
    ];
    expect(readBanks(rows)).toEqual([
      gtb,
      { ...gtb, cbnCode: null },
      { institutionCode: '000014', bankName: 'ACCESS', cbnCode: null, category: '' },
    ]);
  });

  it.each([undefined, null, {}, 'x'])('reads %j as no list', (value) => {
    expect(readBanks(value)).toBeUndefined();
  });
});
