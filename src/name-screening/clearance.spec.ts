import { isClearanceOver } from './clearance';

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
