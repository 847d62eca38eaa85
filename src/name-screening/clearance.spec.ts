import { isClearanceOver, isNewlyProved } from './clearance';

const CLOSED = { status: 'closed', closedAt: new Date('2026-03-01T10:00:00Z'), closeReason: 'false-positive' } as const;

describe('isClearanceOver', () => {
  it.each([
    ['a day before its end', '2026-03-31T09:59:59Z', false],
    ['at its end', '2026-03-31T10:00:00Z', true],
  ])('of 30 days, %s', (_, now, isOver) => {
    expect(isClearanceOver(CLOSED, 30, new Date(now))).toBe(isOver);
  });

  it.each(['new', 'triaged', 'linked'] as const)('is never for an alert that is %s', (status) => {
    const open = { status, closedAt: null, closeReason: null };
    expect(isClearanceOver(open, 30, new Date('2099-01-01T00:00:00Z'))).toBe(false);
  });

  it.each(['monitored', 'restricted', 'exited', 'str-filed'])(
    'is never for a hit that is confirmed as %s',
    (reason) => {
      const confirmed = { ...CLOSED, closeReason: reason };
      expect(isClearanceOver(confirmed, 30, new Date('2099-01-01T00:00:00Z'))).toBe(false);
    },
  );
});

describe('isNewlyProved', () => {
  const alert = (closeReason: string | null, ...texts: string[]): Parameters<typeof isNewlyProved>[0] => ({
    closeReason,
    reasons: texts.map((text) => ({ text })),
  });

  it.each(['The BVN is the same.', 'The NIN is the same.'])('is true where a cleared hit now has "%s"', (reason) => {
    expect(isNewlyProved(alert('false-positive', 'Equal: ade.'), ['Equal: ade.', reason])).toBe(true);
    expect(isNewlyProved(alert(null, 'Equal: ade.'), [reason])).toBe(true);
  });

  it.each<[string, string | null, string[], string[]]>([
    ['the alert knew of the number', 'false-positive', ['The BVN is the same.'], ['The BVN is the same.']],
    ['the number differs', 'false-positive', [], ['The BVN is different.']],
    ['only the names speak for the hit', 'false-positive', [], ['The birth dates are equal.']],
    ['the hit is confirmed', 'monitored', [], ['The BVN is the same.']],
  ])('is false where %s', (_, closeReason, known, found) => {
    expect(isNewlyProved(alert(closeReason, ...known), found)).toBe(false);
  });
});
