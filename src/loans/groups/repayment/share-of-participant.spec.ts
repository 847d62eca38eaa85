import { NO_AMOUNTS } from '../../contract/instalment-amounts';
import type { LockedLoan } from '../../contract/loans';
import { assertPrincipalOwed } from './share-of-participant';

describe('the principal that a participant pays ahead', () => {
  const locked = { loan: { id: 7, outstandingPrincipalKobo: 100n } } as LockedLoan;
  const shares = (...principal: bigint[]): object[] => principal.map((kobo) => ({ ...NO_AMOUNTS, principal: kobo }));
  const pay = (...principal: bigint[]): void => assertPrincipalOwed(locked, shares(...principal) as never);

  it('is at most what the loan has, also where instalments repay interest that is no principal yet', () => {
    expect(() => pay(60n, 40n)).not.toThrow();
    expect(() => pay(60n, 41n)).toThrow(
      expect.objectContaining({ code: 'COMPONENT_EXCEEDS_DUE', details: expect.objectContaining({ owed: 1 }) }),
    );
  });
});
