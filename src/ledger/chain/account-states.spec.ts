import { type AccountEntry, AccountStates } from './account-states';
import type { LedgerMisfit } from './ledger-misfit';

const ACCOUNT = 7;

/** An entry of an account whose balance is its debits less its credits, with totals that follow from the amounts. */
function entriesOf(amounts: readonly number[]): AccountEntry[] {
  let [debits, credits] = [0, 0];
  return amounts.map((amount, index) => {
    if (amount >= 0) debits += amount;
    else credits -= amount;
    return {
      day: 20_261_120,
      postingId: 100 + index,
      leg: 1,
      accountId: ACCOUNT,
      seq: index + 1,
      isDebit: amount >= 0,
      amount: Math.abs(amount),
      balanceAfter: debits - credits,
      debitsAfter: debits,
      creditsAfter: credits,
    };
  });
}

/** The first misfit of entries that arrive in this order. */
function misfitOf(states: AccountStates, entries: readonly AccountEntry[]): LedgerMisfit | undefined {
  return entries.map((entry) => states.add(entry)).find((found) => found !== undefined);
}

describe('The running totals of an account', () => {
  it('follow entries that come before those with lower numbers, however many wait', () => {
    const [one, two, three, four] = entriesOf([10, 20, -5, 40]);
    const states = new AccountStates();
    expect(misfitOf(states, [four!, two!, one!, three!])).toBeUndefined();
    expect(states.missing()).toBeUndefined();
    expect(states.totalsMisfit({ id: ACCOUNT, seq: 4, debits: 70, credits: 5 })).toBeUndefined();
    expect(states.totalsMissing()).toBeUndefined();
  });

  it('may return to zero, and take an entry of nothing', () => {
    expect(misfitOf(new AccountStates(), entriesOf([10, -10, 0, 30]))).toBeUndefined();
  });

  it('do not fit a zero whose row shows a balance, nor the balance of a first entry that is not its amount', () => {
    const [up, down] = entriesOf([10, -10]);
    expect(misfitOf(new AccountStates(), [up!, { ...down!, balanceAfter: 1 }])).toMatchObject({
      problem: 'balance-wrong',
      postingId: 101,
    });
    expect(misfitOf(new AccountStates(), [{ ...up!, balanceAfter: 11 }])).toMatchObject({ problem: 'balance-wrong' });
  });

  it('keep the side on which the account grows, also after a balance of zero', () => {
    const [up, down, again] = entriesOf([10, -10, 30]);
    expect(misfitOf(new AccountStates(), [up!, down!, { ...again!, balanceAfter: -30 }])).toMatchObject({
      problem: 'balance-wrong',
      postingId: 102,
    });
  });

  it('do not fit a total that was raised together with its balance', () => {
    const [first, second] = entriesOf([10, 20]);
    const raised = { ...second!, debitsAfter: 31, balanceAfter: 31 };
    expect(misfitOf(new AccountStates(), [first!, raised])).toMatchObject({ problem: 'balance-wrong', postingId: 101 });
  });

  it('name the lowest number that waits and the one that is missing before it', () => {
    const [first, , third, , fifth] = entriesOf([10, 10, 10, 10, 10]);
    const states = new AccountStates();
    expect(misfitOf(states, [fifth!, third!, first!])).toBeUndefined();
    const missing = states.missing();
    expect(missing).toMatchObject({ problem: 'number-missing', postingId: 102, accountId: ACCOUNT });
    expect(missing!.message).toContain('the entry 2 of the account is not there');
  });
});
