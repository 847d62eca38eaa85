import type { Posting } from '../ledger/engine/posting.entity';
import { assertReversible } from './reversible-postings';

describe('assertReversible', () => {
  it.each<[Pick<Posting, 'kind' | 'status' | 'reversedById'>, string | undefined]>([
    [{ kind: 'transfer', status: 'Posted', reversedById: null }, undefined],
    [{ kind: 'posting', status: 'Posted', reversedById: null }, undefined],
    [{ kind: 'posting-group', status: 'Posted', reversedById: null }, undefined],
    [{ kind: 'transfer', status: 'Posted', reversedById: 7 }, 'ALREADY_REVERSED'],
    [{ kind: 'transfer', status: 'Held', reversedById: null }, 'REVERSAL_NOT_ALLOWED'],
    [{ kind: 'transfer', status: 'Declined', reversedById: null }, 'REVERSAL_NOT_ALLOWED'],
    [{ kind: 'reversal', status: 'Posted', reversedById: null }, 'REVERSAL_NOT_ALLOWED'],
    [{ kind: 'outward-transfer', status: 'Posted', reversedById: null }, 'REVERSAL_NOT_ALLOWED'],
  ])('decides on the reversal of %j: %s', (posting, code) => {
    if (code === undefined) expect(() => assertReversible(posting)).not.toThrow();
    else expect(() => assertReversible(posting)).toThrow(expect.objectContaining({ code }));
  });
});
