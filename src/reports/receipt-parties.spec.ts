import type { ReportedLeg } from './posting-legs';
import { chargesOf, leftKobo, onlyParty, withRolesOf } from './receipt-parties';

const leg = (
  side: ReportedLeg['side'],
  accountNumber: string,
  amountKobo: bigint,
  facts: Partial<ReportedLeg> = {},
): ReportedLeg => ({
  side,
  role: 'principal',
  amountKobo,
  narration: null,
  accountNumber,
  accountName: `Name of ${accountNumber}`,
  contractNumber: null,
  isLedger: accountNumber.length === 4,
  ...facts,
});

const TRANSFER = [
  leg('debit', 'A', 100n),
  leg('credit', 'B', 100n),
  leg('debit', 'A', 10n, { role: 'fee', narration: 'Transfer fee' }),
  leg('credit', '4010', 10n, { role: 'fee', narration: 'Transfer fee' }),
  leg('debit', 'A', 1n, { role: 'tax', narration: 'VAT on transfer fee' }),
  leg('credit', '2210', 1n, { role: 'tax', narration: 'VAT on transfer fee' }),
  leg('debit', 'A', 50n, { role: 'tax', narration: 'Stamp duty' }),
  leg('credit', '2220', 50n, { role: 'tax', narration: 'Stamp duty' }),
];

const CHARGES = [
  { role: 'fee', name: 'Transfer fee', amountKobo: 10n },
  { role: 'tax', name: 'VAT on transfer fee', amountKobo: 1n },
  { role: 'tax', name: 'Stamp duty', amountKobo: 50n },
];

describe('onlyParty, chargesOf and leftKobo', () => {
  it('take the parties from the principal legs and name each charge', () => {
    expect([onlyParty(TRANSFER, 'debit'), onlyParty(TRANSFER, 'credit')]).toEqual([
      { number: 'A', name: 'Name of A' },
      { number: 'B', name: 'Name of B' },
    ]);
    expect(chargesOf(TRANSFER)).toEqual(CHARGES);
    expect([
      leftKobo(TRANSFER, 'A'),
      leftKobo(TRANSFER, 'B'),
      leftKobo(TRANSFER, 'C'),
      leftKobo(TRANSFER, undefined),
    ]).toEqual([161n, -100n, undefined, undefined]);
  });

  it('swap the parties of a reversal and list the same charges', () => {
    const mirror = TRANSFER.map(({ side, accountNumber, amountKobo }) =>
      leg(side === 'debit' ? 'credit' : 'debit', accountNumber, amountKobo, { role: 'reversal' }),
    );
    const legs = withRolesOf(mirror, TRANSFER);
    expect([onlyParty(legs, 'debit'), onlyParty(legs, 'credit')]).toEqual([
      { number: 'B', name: 'Name of B' },
      { number: 'A', name: 'Name of A' },
    ]);
    expect(chargesOf(legs, 'debit')).toEqual(CHARGES);
    expect(() => withRolesOf(mirror.slice(1), TRANSFER)).toThrow('A reversal has 7 legs, its original 8.');
  });

  it('take the parties from the fee when a posting has only charges', () => {
    const issuance = [
      leg('debit', 'A', 100n, { role: 'fee' }),
      leg('credit', '4070', 100n, { role: 'fee' }),
      leg('debit', 'A', 7n, { role: 'tax', narration: 'VAT' }),
      leg('credit', '2210', 7n, { role: 'tax', narration: 'VAT' }),
    ];
    expect([onlyParty(issuance, 'debit')?.number, onlyParty(issuance, 'credit')?.number]).toEqual(['A', '4070']);
    expect(chargesOf(issuance)).toEqual([{ role: 'tax', name: 'VAT', amountKobo: 7n }]);
  });

  it("name the withholding tax of savings interest by the customer's narration", () => {
    const paid = [
      leg('debit', '2065', 100n, { role: 'interest' }),
      leg('credit', 'A', 100n, { role: 'interest' }),
      leg('debit', 'A', 10n, { role: 'tax', narration: 'Withholding tax on interest' }),
      leg('credit', '2060', 10n, { role: 'tax' }),
    ];
    expect(chargesOf(paid)).toEqual([{ role: 'tax', name: 'Withholding tax on interest', amountKobo: 10n }]);
  });

  it('give no party for a side with several accounts', () => {
    const compound = [leg('debit', 'A', 30n), leg('credit', 'B', 20n), leg('credit', 'C', 10n)];
    expect([onlyParty(compound, 'debit')?.number, onlyParty(compound, 'credit')]).toEqual(['A', undefined]);
    expect(onlyParty([leg('debit', 'A', 1n)], 'credit')).toBeUndefined();
  });

  it('take the parties of an early liquidation from its principal and leave out the returned tax', () => {
    const broken = [
      leg('debit', 'D', 30n, { role: 'interest', contractNumber: 'D' }),
      leg('credit', '1040', 30n, { role: 'interest' }),
      leg('debit', '2060', 3n, { role: 'tax', narration: 'Withholding tax given back' }),
      leg('credit', 'A', 3n, { role: 'tax', narration: 'Withholding tax given back' }),
      leg('debit', 'D', 970n, { role: 'reversal', contractNumber: 'D' }),
      leg('credit', 'A', 970n, { role: 'reversal' }),
    ];
    expect([onlyParty(broken, 'debit')?.number, onlyParty(broken, 'credit')?.number, leftKobo(broken, 'D')]).toEqual([
      'D',
      'A',
      1_000n,
    ]);
    expect(chargesOf(broken)).toEqual([]);
  });

  it('treat all accounts of a loan as one party', () => {
    const books = [
      leg('debit', '1020', 30n),
      leg('credit', 'L', 20n, { contractNumber: 'L' }),
      leg('credit', 'L-interest', 10n, { contractNumber: 'L' }),
    ];
    expect(onlyParty(books, 'credit')?.number).toBe('L');
  });
});
