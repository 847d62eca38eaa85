import type { Model } from './search';

/** Protections of a transaction; a test takes one out. */
export interface Protections {
  /** The rows are locked before they are read. */
  locks: boolean;
  /** The work looks under its lock whether it was done already. */
  looksAgain: boolean;
  /** COMMIT is the last statement: what is written is visible and final at once. */
  commits: boolean;
}

const [PAYER_START, AMOUNT] = [100, 70];

type Place = 'idle' | 'claimed' | 'locked' | 'read' | 'committing' | 'done' | 'dead';

/** A process that works on the job. */
interface Worker {
  place: Place;
  /** What it read: the payer's balance, and whether the job was done. */
  read: { balance: number; isDone: boolean } | undefined;
}

/** One job that moves money, two processes, one row lock and one lease. */
export interface TransactionWorld {
  workers: [Worker, Worker];
  balance: number;
  paid: number;
  isDone: boolean;
  /** The process that has the row lock. */
  lock: number | undefined;
  /** The process that has the lease of the job; it may end at any moment, also while its process still works. */
  lease: number | undefined;
  deaths: number;
}

/**
 * Every order of lease, lock, read, write and COMMIT of two processes, where a lease may end under its owner, a process
 * may stop for as long as it likes, and one may die at any place, before or after its COMMIT took effect. It is the
 * protocol of docs/ARCHITECTURE.md#jobs-and-events and docs/ARCHITECTURE.md#a-movement-from-request-to-rows, written
 * down: there is no pure function of the program that has these steps.
 */
export function transactionModel({ locks, looksAgain, commits }: Protections): Model<TransactionWorld> {
  const idle: Worker = { place: 'idle', read: undefined };
  return {
    initial: {
      workers: [idle, idle],
      balance: PAYER_START,
      paid: 0,
      isDone: false,
      lock: undefined,
      lease: undefined,
      deaths: 0,
    },
    key: (world) => JSON.stringify(world),
    violation: ({ paid, balance }) => {
      if (paid > 1) return 'The job moved its money twice.';
      if (balance !== PAYER_START - paid * AMOUNT) return 'The balance is not what was paid.';
      return undefined;
    },
    isEnd: ({ isDone, workers }) => isDone && workers.every(({ place }) => place !== 'read' && place !== 'committing'),
    successors: (world) => [
      ...[0, 1].flatMap((id) => moves(world, id, { locks, looksAgain, commits })),
      ...(world.lease === undefined ? [] : [['the lease ends', { ...world, lease: undefined }] as Step]),
    ],
  };
}

type Step = [string, TransactionWorld];

function moves(world: TransactionWorld, id: number, protections: Protections): Step[] {
  const worker = world.workers[id]!;
  const become = (place: Place, changes: Partial<TransactionWorld> = {}, read = worker.read): TransactionWorld => ({
    ...world,
    ...changes,
    workers: world.workers.with(id, { place, read }) as [Worker, Worker],
  });
  const dies = (changes: Partial<TransactionWorld> = {}): Step[] =>
    world.deaths === 0
      ? [
          [
            `process ${id} dies`,
            become('dead', { ...changes, deaths: 1, lock: world.lock === id ? undefined : world.lock }),
          ],
        ]
      : [];
  switch (worker.place) {
    case 'idle':
    case 'dead':
      return world.lease === undefined && !world.isDone && worker.place === 'idle'
        ? [[`process ${id} takes the lease`, become('claimed', { lease: id })]]
        : [];
    case 'claimed':
      if (!protections.locks) return [[`process ${id} goes on without a lock`, become('locked')], ...dies()];
      return [
        ...(world.lock === undefined ? [[`process ${id} locks the rows`, become('locked', { lock: id })] as Step] : []),
        ...dies(),
      ];
    case 'locked': {
      const read = { balance: world.balance, isDone: world.isDone };
      return [[`process ${id} reads`, become('read', {}, read)], ...dies()];
    }
    case 'read': {
      const { isDone } = worker.read!;
      if (protections.looksAgain && isDone) return [[`process ${id} has nothing to do`, end(world, id)]];
      return [[`process ${id} sends COMMIT`, become('committing')], ...dies()];
    }
    case 'committing':
      return [
        [`the COMMIT of process ${id} takes effect`, { ...end(world, id), ...committed(world, worker, protections) }],
        ...dies(),
        // Killed between COMMIT sent and answered: the rows are there, and nobody knows.
        ...dies(committed(world, worker, protections)),
      ];
    case 'done':
      return [];
  }
}

function committed(world: TransactionWorld, worker: Worker, { commits }: Protections): Partial<TransactionWorld> {
  const changes = { balance: worker.read!.balance - AMOUNT, paid: world.paid + 1 };
  // Without one transaction, the job is marked by a second one, which may never come.
  return commits ? { ...changes, isDone: true } : changes;
}

function end(world: TransactionWorld, id: number): TransactionWorld {
  return {
    ...world,
    lock: world.lock === id ? undefined : world.lock,
    lease: world.lease === id ? undefined : world.lease,
    workers: world.workers.with(id, { place: 'idle', read: undefined }) as [Worker, Worker],
  };
}
