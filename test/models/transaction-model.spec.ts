import { search } from './search';
import { type Protections, transactionModel } from './transaction-model';

const STATES_MAX = 50_000;
const ALL: Protections = { locks: true, looksAgain: true, commits: true };

describe('every order of lease, lock and commit of two processes', () => {
  it('moves the money of a job once, and comes to an end when one process dies', () => {
    const { states, broken } = search(transactionModel(ALL), STATES_MAX);
    expect(broken).toBeUndefined();
    expect(states).toBeGreaterThan(50);
  });

  it.each([
    ['rows are not locked', { locks: false }, /twice|balance/],
    ['the work does not look again under its lock', { looksAgain: false }, /twice/],
    ['the job is marked after the commit that moves the money', { commits: false }, /twice|Nothing leads/],
  ])('shows the bug that %s', (_title, missing, message) => {
    expect(search(transactionModel({ ...ALL, ...missing }), STATES_MAX).broken?.message).toMatch(message);
  });
});
