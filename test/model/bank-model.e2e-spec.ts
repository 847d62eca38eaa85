import fc from 'fast-check';
import { TestApp } from '../support/app';
import { type Bank, newBank } from './bank-model';
import { BankUnderTest, type Seen, setUpHouse } from './bank-under-test';
import { type Choices, type Command, commandOf, type Draw } from './commands';
import { serialOrder } from './serial-order';

/**
 * Random histories. The usual run is short and always the same; a long one takes `MODEL_RUNS=500 MODEL_SEED=$RANDOM`.
 */
const RUNS = Number(process.env.MODEL_RUNS ?? 12);
const SEED = Number(process.env.MODEL_SEED ?? 20_261_121);
/** The path to a failure that fast-check prints. */
const PATH = process.env.MODEL_PATH;

const BATCHES = { minLength: 25, maxLength: 45 };
/** Commands at once: enough to collide, few enough that every order of them can be tried. */
const AT_ONCE_MAX = 4;

const KINDS: [Draw['kind'], number][] = [
  ['transfer', 14],
  ['retry', 9],
  ['reverse', 5],
  ['place-lien', 4],
  ['change-lien', 2],
  ['release-lien', 3],
  ['change-status', 6],
  ['close', 1],
  ['empty', 3],
  ['spend', 8],
  ['decide-hold', 6],
  ['decide', 4],
  ['repeat', 3],
  ['alter', 1],
];

/** Answers that must occur in the histories of a run; in which of them depends on the order of concurrent commands. */
const USUAL_REPLIES = [
  ...[
    /^transfer: 200/,
    /^transfer: 202 AML_HOLD/,
    /^transfer: 202 PENDING/,
    /^transfer: 409 ACCOUNT_FROZEN/,
    /^transfer: 409 ACCOUNT_INACTIVE/,
    /409 DUPLICATE/,
    /422 INSUFFICIENT/,
  ],
  ...[/LIMIT_EXCEEDED single transaction/, /LIMIT_EXCEEDED daily/, /LIMIT_EXCEEDED KYC tier 1 daily/],
  ...[
    /^retry: 20/,
    /^retry: 422 AML_REFERENCE_REJECTED/,
    /^reverse: 200/,
    /^reverse: 409 ALREADY_REVERSED/,
    /^place-lien: 200/,
    /^change-lien: 200/,
    /^release-lien: 200/,
    /^change-status: 200/,
    /^change-status: 202/,
    /^decide-hold: 200/,
    /^decide: 200/,
  ],
];

const draw: fc.Arbitrary<Draw> = fc.record({
  kind: fc.oneof(...KINDS.map(([kind, weight]) => ({ weight, arbitrary: fc.constant(kind) }))),
  a: fc.nat(1_000),
  b: fc.nat(1_000),
  amount: fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 250 }) },
    { weight: 2, arbitrary: fc.constantFrom(299, 300, 301, 399, 400, 499, 500, 600, 601, 700) },
    { weight: 1, arbitrary: fc.constantFrom(1_000, 1_001, 1_500, 3_001, 3_500) },
  ),
});
/** Concurrent commands are often the same command on the same resource. */
const atOnce: fc.Arbitrary<Draw[]> = fc
  .tuple(fc.array(draw, { minLength: 2, maxLength: AT_ONCE_MAX }), fc.constantFrom('alike', 'about', 'any'))
  .map(([[first, ...others], how]) => [
    first!,
    ...others.map((other) =>
      how === 'any' ? other : { ...other, a: first!.a, ...(how === 'alike' ? { kind: first!.kind } : {}) },
    ),
  ]);
const histories = fc.array(
  fc.oneof({ weight: 3, arbitrary: draw.map((one) => [one]) }, { weight: 2, arbitrary: atOnce }),
  BATCHES,
);

/** The state in which the model and the program are compared. */
function visible({ accounts, liens, postings, holds, approvals }: Bank): Seen {
  return {
    accounts: accounts.map(
      ({
        waits: _waits,
        freezes: _freezes,
        unfrozen: _unfrozen,
        outReversed: _outReversed,
        inReversed: _inReversed,
        ...account
      }) => account,
    ),
    liens,
    postings: mapped(postings, ({ status, amount, reversed }) => ({ status, amount, reversed })),
    holds,
    approvals: mapped(approvals, ({ status, released, account, freezes }) => ({
      status,
      released,
      // Which of a freeze and a request at once came first decides later whether the request can be approved.
      outdated: status === 'Pending' && account !== undefined && accounts[account]!.freezes !== freezes,
    })),
  };
}

function mapped<From, To>(values: Record<string, From>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));
}

/** The same text for the same content, whatever the order of the keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

function choicesOf({ accounts, liens, holds, postings, approvals }: Bank, sent: Command[]): Choices {
  const isWaiting = (status: string): number => Number(status === 'Held' || status === 'Pending');
  const waitingFirst = <Value extends { status: string }>(values: Record<string, Value>): [string, Value][] =>
    Object.entries(values).sort(([, a], [, b]) => isWaiting(b.status) - isWaiting(a.status));
  const heldOf = ([of]: [string, unknown]): Choices['holds'][number] => ({
    of,
    from: postings[of]!.from,
    to: postings[of]!.to,
    amount: postings[of]!.amount,
  });
  const ofClients = waitingFirst(holds).filter(([, { goesOnBy }]) => goesOnBy === 'client');
  return {
    available: accounts.map(({ balance, held }) => balance - held),
    liens: Object.keys(liens),
    holds: waitingFirst(holds).map(heldOf),
    ofClients: ofClients.map(heldOf),
    released: ofClients.filter(([, { status }]) => status === 'Approved').map(heldOf),
    transfers: Object.keys(postings).sort(
      (a, b) => Number(postings[b]!.status === 'Posted') - Number(postings[a]!.status === 'Posted'),
    ),
    approvals: waitingFirst(approvals).map(([of]) => of),
    sent,
  };
}

describe('the model of the bank', () => {
  let app: TestApp;
  const replies = new Map<string, number>();
  let collisions = 0;

  beforeAll(async () => {
    app = await TestApp.start();
    await setUpHouse(app);
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  /** Runs a history in the program and in the model, and fails when no order of the commands explains the result. */
  async function expectSame(history: Draw[][]): Promise<void> {
    let model = newBank();
    const bank = await BankUnderTest.open(app);
    const sent: Command[] = [];
    for (const [step, draws] of history.entries()) {
      const choices = choicesOf(model, [...sent]);
      const commands = draws.flatMap((one, index) => commandOf(one, choices, `${step}.${index}`) ?? []);
      const answered = await bank.send(commands);
      sent.push(...commands);
      const seen = await bank.look();
      const [text, before] = [canonical(seen), model];
      const after = serialOrder(model, answered, (house) => canonical(visible(house)) === text);
      if (!after)
        throw new Error(
          `No order of these explains the house.\n${answered.map(({ command, reply }) => `${reply} ← ${JSON.stringify(command)}`).join('\n')}\nbefore: ${canonical(visible(before))}\nseen:   ${text}`,
        );
      model = after;
      for (const { command, reply } of answered)
        replies.set(`${command.kind}: ${reply}`, (replies.get(`${command.kind}: ${reply}`) ?? 0) + 1);
      collisions += Number(commands.length > 1);
    }
    for (const [place, { balance, held }] of model.accounts.entries())
      expect([place, await bank.available(place)]).toEqual([place, balance - held]);
  }

  it(
    `explains the program in ${RUNS} random histories of single and concurrent commands`,
    async () => {
      await fc.assert(fc.asyncProperty(histories, expectSame), {
        numRuns: RUNS,
        seed: SEED,
        endOnFailure: process.env.MODEL_SHRINK === undefined,
        ...(PATH === undefined ? {} : { path: PATH }),
      });
      if (process.env.MODEL_REPORT)
        console.log(
          [...replies]
            .map(([reply, count]) => `${count} ${reply}`)
            .sort()
            .join('\n'),
          collisions,
        );
      // Histories in which nothing is held, refused or repeated would show little.
      expect(collisions).toBeGreaterThan(RUNS);
      expect(USUAL_REPLIES.filter((usual) => ![...replies.keys()].some((reply) => usual.test(reply)))).toEqual([]);
    },
    60_000 + RUNS * 5_000,
  );
});
