import { AML_ACTOR } from '../accounts/status/aml-freeze';
import type { FreezeChange } from '../accounts/status/open-freezes';
import { broughtFreezeRows, standingFreezes } from './brought-freezes';

const STAFF = 'staff:STF001';

/** Changes in their order; each is a freeze by staff from Frozen unless it says otherwise. */
const history = (...changes: Partial<FreezeChange>[]): FreezeChange[] =>
  changes
    .map((change, index): FreezeChange => {
      const freeze = { fromStatus: 'Frozen', toStatus: 'Frozen', actor: STAFF, checker: null } as const;
      return { id: index + 1, endsId: null, orderedBy: null, ...freeze, ...change };
    })
    .reverse();

describe('standingFreezes', () => {
  it.each<[string, FreezeChange[], ReturnType<typeof standingFreezes>]>([
    ['nothing of an account that came frozen', [], undefined],
    ['nothing of one freeze by staff', history({ fromStatus: 'Active' }), undefined],
    ['the status before it', history({ fromStatus: 'Inactive' }), { from: 'Inactive', kinds: ['other'] }],
    [
      'an order of a court',
      history({ fromStatus: 'Active', orderedBy: 'court' }),
      { from: 'Active', kinds: ['court'] },
    ],
    [
      'the freeze of AML before that of staff',
      history({ fromStatus: 'Dormant', actor: AML_ACTOR }, {}),
      { from: 'Dormant', kinds: ['aml', 'other'] },
    ],
    [
      'the freeze with which the account came before later ones',
      history({ orderedBy: 'court' }),
      { from: 'Active', kinds: ['other', 'court'] },
    ],
    [
      'no freeze that a change names as ended',
      history({ fromStatus: 'Active' }, { orderedBy: 'court' }, { checker: STAFF, endsId: 1 }),
      { from: 'Active', kinds: ['court'] },
    ],
    [
      'an order of a court beside an end by an earlier program, which named no freeze',
      history({ fromStatus: 'Active', orderedBy: 'court' }, {}, {}, { checker: STAFF }),
      { from: 'Active', kinds: ['court', 'other'] },
    ],
    [
      'nothing of freezes before the account was last active',
      history(
        { fromStatus: 'Dormant', orderedBy: 'court' },
        { toStatus: 'Active', checker: STAFF, endsId: 1 },
        { fromStatus: 'Active' },
      ),
      undefined,
    ],
  ])('tells %s', (_, changes, expected) => {
    const standing = standingFreezes(changes);
    expect(standing).toEqual(expected);
    if (!standing) return;
    let last = 0;
    const facts = { institutionId: 1, accountId: 1, accountNumber: '0000000001', actor: STAFF, at: new Date(0) };
    const rows = broughtFreezeRows(standing, facts, { next: () => (last += 1) });
    const brought = rows.map(({ values }) => ({
      ...({ id: values['id'], actor: values['actor'], fromStatus: values['from_status'] } as FreezeChange),
      ...({
        toStatus: 'Frozen',
        checker: null,
        endsId: null,
        orderedBy: values['ordered_by'],
      } as Partial<FreezeChange>),
    }));
    expect(standingFreezes(brought.reverse())).toEqual(expected);
  });
});
