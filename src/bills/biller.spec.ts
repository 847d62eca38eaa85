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

  it.each(['4400.00', '4,400', 4400.555, -1, 1e12, {}])(
    'leaves out a package whose fixed price is %j, which is no amount in Naira',
    (amount) => {
      const priced = { packageId: 'padi', packageName: 'Padi', amount: 4400, isFixedAmount: true };
      const packages = [{ ...priced, packageId: 'yanga', amount }, priced];
      const [biller] = readBillers({ billers: [{ ...ikeja, packages }] })!;
      expect(biller!.packages.map(({ packageIdentifier }) => packageIdentifier)).toEqual(['padi']);
    },
  );

  it.each([undefined, null, 0])(
    'sells a package with the fixed price %j for the amount that the customer chooses',
    (amount) => {
      const packages = [{ packageId: 'padi', packageName: 'Padi', amount, isFixedAmount: true }];
      const [biller] = readBillers({ billers: [{ ...ikeja, packages }] })!;
      expect(biller!.packages).toMatchObject([{ amountKobo: 0n, isFixedAmount: false }]);
    },
  );

  it.each([{}, { billers: null }, { billers: {} }, { billers: 'x' }])('reads %j as no list', (body) => {
    expect(readBillers(body)).toBeUndefined();
  });
});
