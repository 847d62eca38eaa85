import { isClearanceOver, isListedAgain, isNewlyProved, standingOf } from './clearance';

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

const RAISED = { createdAt: new Date('2026-02-20T10:00:00Z'), reasons: [{ text: 'Equal: ade.' }] };
const relisting = (leftAt: string, listedAgainAt: string): Parameters<typeof isListedAgain>[1] => ({
  leftAt: new Date(leftAt),
  listedAgainAt: new Date(listedAgainAt),
});

describe('standingOf', () => {
  const alert = { ...CLOSED, ...RAISED };
  const open = { ...alert, status: 'linked', closedAt: null, closeReason: null } as const;
  const [within, after] = [new Date('2026-03-20T10:00:00Z'), new Date('2026-04-20T10:00:00Z')];
  const cameBack = relisting('2026-03-05T10:00:00Z', '2026-03-10T10:00:00Z');
  it.each<[string, Parameters<typeof standingOf>[0], Partial<Parameters<typeof standingOf>[1]>, string]>([
    ['an alert that was closed lately', alert, {}, 'cleared'],
    ['one whose clearance is over', alert, { now: after }, 'over'],
    ['one that a number proves by now', alert, { reasons: ['The BVN is the same.'] }, 'over'],
    ['one of somebody else whose entry came back', alert, { relisting: cameBack }, 'cleared'],
    [
      'one without action whose entry came back',
      { ...alert, closeReason: 'no-action' },
      { relisting: cameBack },
      'over',
    ],
    ['one that a case confirmed', { ...alert, closeReason: 'monitored' }, { now: after }, 'raised'],
    ['a confirmed one whose entry came back', { ...alert, closeReason: 'exited' }, { relisting: cameBack }, 'over'],
    ['an open one', open, { now: after }, 'raised'],
    ['an open one whose entry came back', open, { relisting: cameBack }, 'raised'],
  ])('for %s', (_, found, known, expected) => {
    const usual = { days: 30, now: within, reasons: ['Equal: ade.'], relisting: undefined };
    expect(standingOf(found, { ...usual, ...known })).toBe(expected);
  });
});

describe('isListedAgain', () => {
  const alert = { ...CLOSED, ...RAISED, closeReason: 'restricted' };
  it.each([
    ['left its list and came back after the closing', '2026-03-05T10:00:00Z', '2026-03-10T10:00:00Z', true],
    ['was off its list when the alert was closed', '2026-02-25T10:00:00Z', '2026-03-10T10:00:00Z', true],
    ['had come back before the closing', '2026-02-25T10:00:00Z', '2026-02-27T10:00:00Z', false],
    ['was off its list before the alert only', '2026-02-10T10:00:00Z', '2026-03-10T10:00:00Z', false],
  ])('of an entry that %s', (_, leftAt, listedAgainAt, expected) => {
    expect(isListedAgain(alert, relisting(leftAt, listedAgainAt))).toBe(expected);
  });

  it.each(['no-action', 'no-risk', 'monitored', 'restricted', 'exited', 'str-filed'])(
    'ends a closing for the reason %s',
    (closeReason) => {
      const cameBack = relisting('2026-03-05T10:00:00Z', '2026-03-10T10:00:00Z');
      expect(isListedAgain({ ...alert, closeReason }, cameBack)).toBe(true);
      expect(isListedAgain({ ...alert, closeReason }, undefined)).toBe(false);
    },
  );

  it.each(['false-positive', 'known-business', 'data-error', 'rule-too-wide', 'duplicate'])(
    'ends no closing for the reason %s',
    (closeReason) => {
      const cameBack = relisting('2026-03-05T10:00:00Z', '2026-03-10T10:00:00Z');
      expect(isListedAgain({ ...alert, closeReason }, cameBack)).toBe(false);
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
