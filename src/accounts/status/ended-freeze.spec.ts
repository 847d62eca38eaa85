import { AML_ACTOR } from './aml-freeze';
import { assertEndableFreeze } from './ended-freeze';
import { freezeEndViolation } from './freeze-authority';
import { type FreezeChange, hasFreezeBy, openFreezes, statusBeforeFreezes, staysFrozen } from './open-freezes';

const MAKER = 'staff:MAKER';
const OTHER = 'staff:OTHER';
const CLIENT = 'api-client:1';

/** A freeze; the first one of an account comes from Active. */
const freeze = (id: number, actor: string, facts: Partial<FreezeChange> = {}): FreezeChange => ({
  ...{ id, actor, fromStatus: 'Frozen', toStatus: 'Frozen', checker: null, endsId: null, orderedBy: null },
  ...facts,
});
const first = (id: number, actor: string, facts: Partial<FreezeChange> = {}): FreezeChange =>
  freeze(id, actor, { fromStatus: 'Active', ...facts });
const court = { orderedBy: 'court' } as const;
/** The end of a freeze beside others; null for an end by a program that named none. */
const end = (id: number, endsId: number | null): FreezeChange =>
  freeze(id, CLIENT, { checker: 'staff:CHECKER', endsId });
/** The end of the last freeze. */
const opened = (id: number, endsId: number | null): FreezeChange => ({ ...end(id, endsId), toStatus: 'Active' });
/** Histories are read with the latest change first. */
const history = (...changes: FreezeChange[]): FreezeChange[] => [...changes].reverse();

/** Two ends without names, the later one beside a freeze of a court. */
const AFTER_UNNAMED_ENDS = history(
  first(1, MAKER),
  freeze(2, OTHER),
  end(3, null),
  freeze(4, OTHER, court),
  end(5, null),
);

const endedBy = (changes: FreezeChange[], actor: string, freezeID?: number): number | null | string => {
  try {
    return assertEndableFreeze(changes, { actor, ...(freezeID !== undefined && { freezeID }) })?.id ?? null;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('the open freezes of an account', () => {
  it.each<[string, FreezeChange[], number, number[]]>([
    ['one freeze', history(first(1, MAKER)), 1, [1]],
    ['two freezes', history(first(1, MAKER), freeze(2, AML_ACTOR)), 2, [2, 1]],
    ['the later one, when the first has ended', history(first(1, MAKER), freeze(2, OTHER), end(3, 1)), 1, [2]],
    ['the first one, when the later has ended', history(first(1, MAKER), freeze(2, OTHER), end(3, 2)), 1, [1]],
    ['none of before the account was last open', history(first(1, MAKER), opened(2, 1), first(3, OTHER)), 1, [3]],
    ['one without a change, of an account that came frozen', [], 1, []],
    ['two, of an account that came frozen and was frozen again', history(freeze(1, MAKER)), 2, [1]],
  ])('are %s', (_, changes, count, ids) => {
    const open = openFreezes(changes);
    expect(open.count).toBe(count);
    expect(open.unended.map(({ id }) => id)).toEqual(ids);
    expect(open.certain.map(({ id }) => id)).toEqual(ids);
  });

  it('are certain only since an end by a program that did not name the freeze', () => {
    const changes = history(first(1, MAKER), freeze(2, AML_ACTOR), end(3, null), freeze(4, OTHER));
    const { count, unended, certain } = openFreezes(changes);
    expect([count, unended.map(({ id }) => id), certain.map(({ id }) => id)]).toEqual([2, [4, 2, 1], [4]]);
    expect([hasFreezeBy(changes, AML_ACTOR), hasFreezeBy(changes, OTHER)]).toEqual([false, true]);
  });

  it.each<[string, FreezeChange[], number | null, boolean]>([
    ['another stands', history(first(1, MAKER), freeze(2, OTHER)), 1, true],
    ['the other one has ended', history(first(1, MAKER), freeze(2, OTHER), end(3, 2)), 1, false],
    ['it is the only one', history(first(1, MAKER)), 1, false],
    ['that of a former system ends beside another', history(freeze(1, MAKER)), null, true],
    ['one of a court has not ended by name', AFTER_UNNAMED_ENDS, 1, true],
    ['the one of a court ends, after ends without names', AFTER_UNNAMED_ENDS, 4, false],
  ])('keep the account frozen after an end where %s', (_, changes, endedId, stays) => {
    expect(staysFrozen(changes, endedId)).toBe(stays);
  });
});

describe('the status of an account once its last freeze ends', () => {
  it.each([
    [
      'Inactive, where it was so before the first of them',
      history(first(1, MAKER, { fromStatus: 'Inactive' }), freeze(2, OTHER), end(3, 1)),
      'Inactive',
    ],
    ['Dormant, where it was so before', history(first(1, AML_ACTOR, { fromStatus: 'Dormant' })), 'Dormant'],
    ['Active, where it was so before', history(first(1, MAKER), freeze(2, OTHER)), 'Active'],
    [
      'Active, where it was dormant only before it was last open',
      history(first(1, MAKER, { fromStatus: 'Dormant' }), opened(2, 1), first(3, OTHER)),
      'Active',
    ],
    ['Active, where it came frozen', [], 'Active'],
    ['Active, where it came frozen and was frozen again', history(freeze(1, MAKER)), 'Active'],
  ])('is %s', (_, changes, expected) => expect(statusBeforeFreezes(changes)).toBe(expected));
});

describe('the freeze that a request ends', () => {
  it.each<[string, FreezeChange[], string, number | undefined, number | null | string]>([
    ['is the named one', history(first(1, MAKER), freeze(2, OTHER)), CLIENT, 1, 1],
    ['is a named one of a court', history(first(1, MAKER, court), freeze(2, OTHER)), MAKER, 1, 1],
    ['is none that has ended', history(first(1, MAKER), freeze(2, OTHER), end(3, 1)), MAKER, 1, 'FREEZE_NOT_FOUND'],
    [
      'is none of before the account was open',
      history(first(1, MAKER), opened(2, 1), first(3, OTHER)),
      MAKER,
      1,
      'FREEZE_NOT_FOUND',
    ],
    [
      'is no change that ended a freeze',
      history(first(1, MAKER), freeze(2, OTHER), end(3, 1)),
      MAKER,
      3,
      'FREEZE_NOT_FOUND',
    ],
    [
      'is the latest of whoever asks',
      history(first(1, MAKER), freeze(2, MAKER), freeze(3, OTHER)),
      MAKER,
      undefined,
      2,
    ],
    [
      'is the latest by other staff for a client',
      history(first(1, MAKER), freeze(2, OTHER), freeze(3, AML_ACTOR)),
      CLIENT,
      undefined,
      2,
    ],
    ['is that of AML when no other stands', history(first(1, AML_ACTOR)), CLIENT, undefined, 1],
    [
      'is that of AML beside one of a court',
      history(first(1, AML_ACTOR), freeze(2, MAKER, court)),
      MAKER,
      undefined,
      1,
    ],
    ['is never one of a court without its name', history(first(1, MAKER, court)), MAKER, undefined, 'FREEZE_NOT_NAMED'],
    ['is that of the former system before that of AML', history(freeze(1, AML_ACTOR)), CLIENT, undefined, null],
    ['is that of the former system beside one of a court', history(freeze(1, MAKER, court)), CLIENT, undefined, null],
    ['is the only one, of an account that came frozen', [], CLIENT, undefined, null],
  ])('%s', (_, changes, actor, freezeID, expected) => {
    expect(endedBy(changes, actor, freezeID)).toBe(expected);
  });
});

describe('the authority to end a freeze', () => {
  const COURT = new Set(['end-court-freezes']);
  const AML = new Set(['approve-aml-held-transactions']);
  const NONE = new Set<string>();
  it.each([
    ['a freeze of a court without its permission', freeze(1, MAKER, court), NONE, false, false],
    ['a freeze of a court with its permission', freeze(1, MAKER, court), COURT, true, true],
    ['a freeze of a court with the permission of AML', freeze(1, MAKER, court), AML, true, false],
    ['a freeze of AML as before', freeze(1, AML_ACTOR), NONE, false, true],
    ['a freeze of AML where AML decides', freeze(1, AML_ACTOR), COURT, true, false],
    ['a freeze of AML where AML decides, with the permission of AML', freeze(1, AML_ACTOR), AML, true, true],
    ['a freeze by staff where AML decides', freeze(1, MAKER), NONE, true, true],
    ['a freeze of a former system where AML decides', null, NONE, true, true],
  ])('for %s', (_, ended, permissions, amlDecides, isAllowed) => {
    expect(freezeEndViolation(ended, permissions, amlDecides)?.code).toBe(isAllowed ? undefined : 'PERMISSION_DENIED');
  });
});
