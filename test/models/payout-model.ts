import * as rules from '../../src/payouts/decide-payout';
import type { Payout } from '../../src/payouts/payout.entity';
import type { ProviderVerdict } from '../../src/payouts/provider-verdict';
import type { Model } from './search';

/** The rules of the program that the model runs; a test may plant a bug in one. */
export type PayoutRules = Pick<typeof rules, 'decideTask' | 'beginCall' | 'settle' | 'nextStepAt'>;

const DAY_MS = 86_400_000;
const EPOCH = Date.UTC(2026, 10, 21);
/** All pauses are a day: the search then needs few steps for the two days after which everything has ended. */
const TIMINGS: rules.PayoutTimings = {
  callOverAfterMs: DAY_MS,
  firstQueryAfterMs: DAY_MS,
  clientQueryIntervalMs: 0,
  reversalCheckAfterMs: DAY_MS,
};
/** Calls under way at a time. */
const CALLS_MAX = { send: 1, query: 2 };
/** Sends that are still in the network after their call ended. */
const GHOSTS_MAX = 1;
/** More answers of "not found" make no difference. */
const NOT_FOUND_MAX = 3;

type PayoutFields = Pick<
  Payout,
  | 'status'
  | 'lastAttemptAt'
  | 'nextActionAt'
  | 'requireReversal'
  | 'sends'
  | 'queries'
  | 'notFoundQueries'
  | 'firstSentAt'
  | 'disputed'
>;

/** A session at an honest provider: it never contradicts itself. */
type Session = 'unknown' | 'working' | 'paid' | 'failed' | 'refused' | 'closed';

interface Call {
  task: 'send' | 'query';
  sends: number;
  /** True once a send has arrived at the provider. */
  arrived: boolean;
}

/** A payout, the provider's sessions and the calls between them. */
export interface PayoutWorld {
  nowMs: number;
  payout: PayoutFields;
  /** The session of the first and of the second send. */
  sessions: [Session, Session];
  calls: Call[];
  /** Sends whose call ended without an answer and which may still arrive. */
  ghosts: number[];
  returned: boolean;
}

const START: PayoutWorld = {
  nowMs: 0,
  payout: {
    status: 'Pending',
    lastAttemptAt: null,
    nextActionAt: null,
    requireReversal: false,
    sends: 0,
    queries: 0,
    notFoundQueries: 0,
    firstSentAt: null,
    disputed: false,
  },
  sessions: ['unknown', 'unknown'],
  calls: [],
  ghosts: [],
  returned: false,
};

/**
 * A payout from its debit to its end: worker, client's queries, slow and lost calls, deaths of the process, refused
 * reversals, and a provider that answers late, never, or with any answer that is true.
 */
export function payoutModel(planted: Partial<PayoutRules> = {}): Model<PayoutWorld> {
  const code = { ...rules, ...planted };
  return {
    initial: START,
    key,
    violation,
    isEnd: (world) => isEnd(world, code),
    successors: (world) => [
      ...steps(world, code),
      ...arrivals(world),
      ...progress(world),
      ...answers(world, code),
      ...losses(world),
    ],
  };
}

const at = ({ nowMs }: PayoutWorld): Date => new Date(EPOCH + nowMs);

function steps(world: PayoutWorld, code: PayoutRules): [string, PayoutWorld][] {
  const next: [string, PayoutWorld][] = [];
  const due = code.nextStepAt(world.payout, at(world), TIMINGS);
  if (due !== undefined) {
    // The worker comes at whole days: the minute between two attempts of a reversal would give each state its own age.
    const nowMs = Math.max(world.nowMs, Math.ceil((due.getTime() - EPOCH) / DAY_MS) * DAY_MS);
    next.push(...step({ ...world, nowMs }, 'worker', code));
  }
  if (world.payout.sends > 0) next.push(...step(world, 'status-query', code));
  return next;
}

/** Claims a step and begins its call, as `PayoutSteps.claim` does under the payout's lock. */
function step(world: PayoutWorld, trigger: 'worker' | 'status-query', code: PayoutRules): [string, PayoutWorld][] {
  const now = at(world);
  const task = code.decideTask(world.payout, trigger, now, TIMINGS);
  if (task === 'none') return [];
  if (task === 'reverse')
    return reversed(world, rules.changesOfRetriedReversal(now, TIMINGS)).map(([word, result]) => [
      `${trigger}: ${word}`,
      result,
    ]);
  if (world.calls.filter((call) => call.task === task).length >= CALLS_MAX[task]) return [];
  const payout = { ...world.payout, ...code.beginCall(world.payout, task, now) };
  const call = { task, sends: payout.sends, arrived: false };
  return [[`${trigger}: ${task}`, { ...world, payout, calls: [...world.calls, call] }]];
}

/** The money goes back, or the ledger refuses. */
function reversed(world: PayoutWorld, changes: Partial<Payout>): [string, PayoutWorld][] {
  const done: Partial<Payout> = {
    status: 'Reversed',
    requireReversal: false,
    nextActionAt: changes.nextActionAt ?? null,
  };
  const refused = rules.changesAfterRefusedReversal(at(world));
  return [
    ['the money goes back', { ...world, payout: { ...world.payout, ...changes, ...done }, returned: true }],
    ['the ledger refuses the reversal', { ...world, payout: { ...world.payout, ...changes, ...refused } }],
  ];
}

function arrivals(world: PayoutWorld): [string, PayoutWorld][] {
  const inCalls = world.calls.flatMap((call, place): [string, PayoutWorld][] => {
    if (call.task === 'query' || call.arrived) return [];
    const calls = world.calls.with(place, { ...call, arrived: true });
    return [[`the send ${call.sends} arrives`, { ...arrive(world, call.sends), calls }]];
  });
  const late = world.ghosts.map((sends, place): [string, PayoutWorld] => [
    `the send ${sends} arrives late`,
    { ...arrive(world, sends), ghosts: world.ghosts.toSpliced(place, 1) },
  ]);
  return [...inCalls, ...late];
}

function arrive(world: PayoutWorld, sends: number): PayoutWorld {
  const known = world.sessions[sends - 1];
  return known === 'unknown' ? withSession(world, sends, 'working') : world;
}

function progress(world: PayoutWorld): [string, PayoutWorld][] {
  return world.sessions.flatMap((session, place) =>
    session === 'working'
      ? (['paid', 'failed', 'refused'] as const).map((end): [string, PayoutWorld] => [
          `the provider ends session ${place + 1}: ${end}`,
          withSession(world, place + 1, end),
        ])
      : [],
  );
}

function withSession(world: PayoutWorld, sends: number, session: Session): PayoutWorld {
  return { ...world, sessions: world.sessions.with(sends - 1, session) as [Session, Session] };
}

function answers(world: PayoutWorld, code: PayoutRules): [string, PayoutWorld][] {
  return world.calls.flatMap((call, place) =>
    trueVerdicts(world, call).flatMap(([kind, isUnsent]) => {
      const verdict = { kind, code: 'X', message: '', ...(isUnsent && { isUnsent }) } as ProviderVerdict;
      const closed = kind === 'not-received' ? withSession(world, call.sends, 'closed') : world;
      const without = { ...closed, calls: closed.calls.toSpliced(place, 1) };
      const { changes, reverses } = code.settle(world.payout, { verdict, sends: call.sends }, at(world), TIMINGS);
      const word = `the ${call.task} ${call.sends} is answered: ${kind}${isUnsent ? ', unsent' : ''}`;
      if (!reverses) return [[word, { ...without, payout: { ...world.payout, ...changes } }] as [string, PayoutWorld]];
      return reversed(without, changes).map(([end, result]): [string, PayoutWorld] => [`${word}; ${end}`, result]);
    }),
  );
}

/** Every answer that is true now. `not-received` ends the session: a late send is then refused. */
function trueVerdicts({ sessions }: PayoutWorld, call: Call): [ProviderVerdict['kind'], boolean][] {
  const session = sessions[call.sends - 1]!;
  if (call.task === 'send' && !call.arrived) return [['failure', true]];
  switch (session) {
    case 'paid':
      return [['success', false]];
    case 'failed':
      return [['failure', false]];
    case 'refused':
      return [['refusal', false]];
    case 'closed':
      return call.task === 'query' ? [['not-received', false]] : [];
    case 'working':
      return [['pending', false]];
    case 'unknown':
      return [
        ['not-found', false],
        ['not-received', false],
      ];
  }
}

/** A call that ends without an answer is `pending` for its process; a process that dies says nothing at all. */
function losses(world: PayoutWorld): [string, PayoutWorld][] {
  return world.calls.flatMap((call, place): [string, PayoutWorld][] => {
    const mayArrive = call.task === 'send' && !call.arrived;
    if (mayArrive && world.ghosts.length >= GHOSTS_MAX) return [];
    const ghosts = mayArrive ? [...world.ghosts, call.sends] : world.ghosts;
    const lost = { ...world, calls: world.calls.toSpliced(place, 1), ghosts };
    const verdict: ProviderVerdict = { kind: 'pending', code: null, message: '' };
    const { changes } = rules.settle(world.payout, { verdict, sends: call.sends }, at(world), TIMINGS);
    return [
      [`the ${call.task} ${call.sends} has no answer`, { ...lost, payout: { ...world.payout, ...changes } }],
      [`the process of the ${call.task} ${call.sends} dies`, lost],
    ];
  });
}

function violation({ sessions, returned, payout }: PayoutWorld): string | undefined {
  const paid = sessions.filter((session) => session === 'paid').length;
  if (paid > 1) return 'The beneficiary was paid twice.';
  if (paid === 1 && returned) return 'The beneficiary was paid and the money went back.';
  if (payout.status === 'Processed' && paid === 0) return 'The payout counts as paid, and nobody was.';
  return undefined;
}

/** Over: nothing is under way and the worker has nothing left to do. People decide on what is not settled then. */
function isEnd(world: PayoutWorld, code: PayoutRules): boolean {
  const { payout, calls } = world;
  if (calls.length > 0 || code.nextStepAt(payout, at(world), TIMINGS) !== undefined) return false;
  return (
    payout.status === 'Processed' ||
    payout.status === 'Reversed' ||
    payout.status === 'ConfirmManually' ||
    (payout.status === 'Failed' && !payout.requireReversal)
  );
}

/**
 * States that behave alike: a due time is due however long, the worker comes at whole days, an age counts up to two
 * days, and counts that only grow are left out.
 */
function key({ nowMs, payout, sessions, calls, ghosts, returned }: PayoutWorld): string {
  const daysAgo = (date: Date | null, most: number): number | null =>
    date === null ? null : Math.min(most, Math.floor((nowMs - date.getTime() + EPOCH) / DAY_MS));
  const { status, lastAttemptAt, nextActionAt, requireReversal, sends, notFoundQueries, firstSentAt, disputed } =
    payout;
  const ordered = calls.map(({ task, sends: of, arrived }) => `${task}${of}${arrived}`).sort();
  return [
    status,
    // Only a call that is not over yet depends on when it began.
    status === 'Processing' ? daysAgo(lastAttemptAt, 1) : '',
    nextActionAt === null ? '' : daysAgo(nextActionAt, 0),
    daysAgo(firstSentAt, 2),
    [requireReversal, sends, Math.min(NOT_FOUND_MAX, notFoundQueries), disputed, returned],
    sessions,
    ordered,
    ghosts,
  ].join('|');
}
