import { billerView, readBillers } from './biller';

const ikeja = {
  billerId: 'ikeja-electric',
  billerName: ' Ikeja Electric ',
  category: 'electricity',
  isElectricity: true,
  packages: [{ packageId: 'prepaid', packageName: 'Prepaid', amount: 0, isFixedAmount: false }],
};

describe('readBillers', () => {
  it('reads a list of billers and sorts it by name', () => {
    const dstv = {
      billerId: 'dstv',
      billerName: 'DStv',
      category: 'cable_tv',
      isElectricity: false,
      packages: [{ packageId: 'padi', packageName: 'Padi', amount: 4400, isFixedAmount: true }],
    };
    const billers = readBillers({ billers: [ikeja, dstv] })!;
    expect(billers.map(({ billerName }) => billerName)).toEqual(['DStv', 'Ikeja Electric']);
    expect(billers[0]!.packages).toEqual([
      { packageIdentifier: 'padi', packageName: 'Padi', amountKobo: 440_000n, isFixedAmount: true },
    ]);
    expect(billerView(billers[0]!, 'providera')).toEqual({
      billerIdentifier: 'dstv',
      billerName: 'DStv',
      category: 'cable_tv',
      provider: 'providera',
      isElectricity: false,
      packages: [{ packageIdentifier: 'padi', packageName: 'Padi', amount: 4400, isFixedAmount: true }],
    });
  });

  it('leaves out entries without a usable identifier, and uses the identifier where the name is missing', () => {
    const odd = [
      null,
      'x',
      7,
      { billerName: 'No id' },
      { billerId: '' },
      { billerId: 'x'.repeat(101) },
      { billerId: ' x' },
      {
        billerId: 'b',
        packages: [null, {}, { packageId: 'p', amount: '5' }, { packageId: 'q', amount: 0, isFixedAmount: true }],
      },
    ];
    expect(readBillers({ billers: odd })).toEqual([
      {
        billerIdentifier: 'b',
        billerName: 'b',
        category: 'other',
        isElectricity: false,
        packages: [
          { packageIdentifier: 'p', packageName: 'p', amountKobo: 0n, isFixedAmount: false },
          { packageIdentifier: 'q', packageName: 'q', amountKobo: 0n, isFixedAmount: false },
        ],
      },
    ]);
  });

  it.each([{}, { billers: null }, { billers: {} }, { billers: 'x' }])('reads %j as no list', (body) => {
    expect(readBillers(body)).toBeUndefined();
  });
});
