import { buildMirrorLegs, type OriginalEntry } from './build-mirror-legs';

const postedAt = new Date('2026-11-21T10:00:00Z');
const entry = (facts: Partial<OriginalEntry>): OriginalEntry => ({
  accountId: 1,
  side: 'debit',
  amountKobo: 100n,
  counted: true,
  postedAt,
  accountKind: 'customer',
  accountStatus: 'Active',
  ...facts,
});

describe('buildMirrorLegs', () => {
  it('reverses every entry, charges included, and keeps the posting time of what counted for a customer', () => {
    const legs = buildMirrorLegs([
      entry({}),
      entry({ accountId: 2, side: 'credit' }),
      entry({ counted: false, amountKobo: 10n }),
      entry({ accountId: 3, side: 'credit', amountKobo: 10n, accountKind: 'gl' }),
      entry({ accountId: 4, side: 'credit', accountKind: 'gl' }),
    ]);
    expect(legs).toEqual([
      { accountId: 1, side: 'credit', amountKobo: 100n, role: 'reversal', reversesPostedAt: postedAt },
      { accountId: 2, side: 'debit', amountKobo: 100n, role: 'reversal', reversesPostedAt: postedAt },
      { accountId: 1, side: 'credit', amountKobo: 10n, role: 'reversal' },
      { accountId: 3, side: 'debit', amountKobo: 10n, role: 'reversal' },
      { accountId: 4, side: 'debit', amountKobo: 100n, role: 'reversal' },
    ]);
  });

  it('credits unclaimed funds in place of a closed account', () => {
    expect(buildMirrorLegs([entry({ accountStatus: 'Closed' })], 9)).toEqual([
      { accountId: 9, side: 'credit', amountKobo: 100n, role: 'reversal' },
    ]);
    expect(() => buildMirrorLegs([entry({ accountStatus: 'Closed' })])).toThrow('unclaimed funds');
  });

  it('leaves a debit of a closed account to the posting engine, which refuses it', () => {
    expect(buildMirrorLegs([entry({ side: 'credit', accountStatus: 'Closed' })], 9)).toMatchObject([
      { accountId: 1, side: 'debit' },
    ]);
  });
});
