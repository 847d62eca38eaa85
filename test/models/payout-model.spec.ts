import * as rules from '../../src/payouts/decide-payout';
import { payoutModel, type PayoutRules } from './payout-model';
import { search } from './search';

const STATES_MAX = 400_000;

/** A bug for each rule, and what the search must say of it. */
const PLANTED: [title: string, planted: Partial<PayoutRules>, message: RegExp][] = [
  [
    'a call without an answer is sent again instead of queried',
    {
      decideTask: (payout, ...rest) =>
        payout.status === 'Processing' && rules.decideTask(payout, ...rest) === 'query' && payout.sends < 2
          ? 'send'
          : rules.decideTask(payout, ...rest),
    },
    /paid twice|paid and the money went back/,
  ],
  [
    'an answer that is not final gives the money back',
    {
      settle: (payout, answered, ...rest) =>
        answered.verdict.kind === 'not-found'
          ? { changes: { nextActionAt: null }, reverses: true }
          : rules.settle(payout, answered, ...rest),
    },
    /paid and the money went back/,
  ],
  [
    'a record that is not there yet is taken for one that never comes',
    {
      settle: (payout, answered, ...rest) =>
        rules.settle(
          payout,
          answered.verdict.kind === 'not-found'
            ? { ...answered, verdict: { ...answered.verdict, kind: 'not-received' } }
            : answered,
          ...rest,
        ),
    },
    /paid twice|paid and the money went back/,
  ],
  [
    'an answer about the first send decides on the second',
    { settle: (payout, answered, ...rest) => rules.settle(payout, { ...answered, sends: payout.sends }, ...rest) },
    /paid and the money went back/,
  ],
  [
    'nobody asks about a payout that waits for its answer',
    {
      nextStepAt: (payout, ...rest) => (payout.status === 'PendingTSQ' ? undefined : rules.nextStepAt(payout, ...rest)),
      decideTask: (payout, trigger, ...rest) =>
        payout.status === 'PendingTSQ' ? 'none' : rules.decideTask(payout, trigger, ...rest),
    },
    /Nothing leads/,
  ],
];

describe('every way of a payout', () => {
  it('pays at most once, gives back only what was not paid, and comes to an end', () => {
    const { states, depth, broken } = search(payoutModel(), STATES_MAX);
    expect(broken).toBeUndefined();
    // The bounds still let everything happen that the page about models says.
    expect(states).toBeGreaterThan(1_000);
    expect(depth).toBeGreaterThan(10);
  });

  it.each(PLANTED)('shows the bug that %s', (_title, planted, message) => {
    const { broken } = search(payoutModel(planted), STATES_MAX);
    expect(broken?.message).toMatch(message);
    expect(broken!.steps.length).toBeGreaterThan(1);
  });
});
