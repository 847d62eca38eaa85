import { isClearanceOver, isCleared, isNewlyProved } from './clearance';

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

describe('isCleared', () => {
  const alert = { ...CLOSED, reasons: [{ text: 'Equal: ade.' }] };
  const [within, after] = [new Date('2026-03-20T10:00:00Z'), new Date('2026-04-20T10:00:00Z')];
  it.each<[string, Parameters<typeof isCleared>[0], Date, string[], boolean]>([
    ['an alert that was closed lately', alert, within, ['Equal: ade.'], true],
    ['one whose clearance is over', alert, after, ['Equal: ade.'], false],
    ['one that a number proves by now', alert, within, ['The BVN is the same.'], false],
    ['one that a case confirmed', { ...alert, closeReason: 'monitored' }, within, ['Equal: ade.'], false],
    ['an open one', { ...alert, status: 'linked', closedAt: null, closeReason: null }, within, ['Equal: ade.'], false],
  ])('for %s', (_, found, now, reasons, expected) => {
    expect(isCleared(found, 30, now, reasons)).toBe(expected);
  });
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
