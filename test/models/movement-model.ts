import { releaseViolation } from '../../src/aml/release-violation';
import { Keyring } from '../../src/common/crypto/keyring';
import { IdBlock } from '../../src/common/database/id-allocator';
import { type Claim, Claims, type StoredClaim } from '../../src/common/idempotency/claims';
import type { BatchState } from '../../src/ledger/engine/batch-reader';
import { type ExistingPosting, KnownPostings } from '../../src/ledger/engine/known-postings';
import { type Decision, PostingBatch } from '../../src/ledger/engine/posting-batch';
import { definePostingOperation } from '../../src/ledger/engine/posting-operation';
import { account, leg, requestWith, stateOf } from '../../src/ledger/engine/testing/batch-fixtures';
import type { Model } from './search';

const [PAYER, PAYEE] = [1, 2];
const CLIENTS = ['api-client:1', 'api-client:2'] as const;
const NOW = new Date('2026-11-21T11:00:00Z');
const LATER = new Date('2026-12-21T11:00:00Z');
const VALIDITY_DAYS = 7;
const ENDPOINT = 'POST /transfer';
const FINGERPRINTS = { small: 'a'.repeat(64), large: 'b'.repeat(64) } as const;
const AMOUNTS = { small: 40n, large: 70n } as const;
const DEPOSIT = 100n;

type Payload = keyof typeof FINGERPRINTS;
type HoldStatus = 'Held' | 'Approved' | 'Declined' | 'Withdrawn' | 'Expired' | 'Used';

/** What is stored: the rows that outlive a process. */
export interface MovementWorld {
  /** What the payer has. */
  balance: bigint;
  postings: (ExistingPosting & { payload: Payload; actor: string })[];
  claims: (StoredClaim & { payload: Payload; decidedAs: string })[];
  hold:
    | {
        status: HoldStatus;
        postingId: number;
        actor: string;
        payload: Payload;
        executedBy: string | null;
        /** True from the release by staff until they take it back. */
        isReleased: boolean;
      }
    | undefined;
  sends: number;
  toppedUp: boolean;
  isLater: boolean;
  /** Movements that happened: one text each. */
  moved: string[];
  /** Answers that a client saw: request, and what it was told. */
  told: [request: string, answer: string][];
}

/** The functions of the program that the model runs; a test may plant a bug in one. */
export interface MovementRules {
  releaseViolation: typeof releaseViolation;
  claims: Claims;
  postings: (rows: readonly ExistingPosting[]) => KnownPostings;
}

/** Bounds of a search: whether AML holds the large payload, and which references clients use. */
export interface MovementBounds {
  holds: boolean;
  references: readonly string[];
  clients: readonly string[];
  /** Requests of clients, whose answers may be lost. */
  sendsMax: number;
}

export const keyring = new Keyring([Buffer.alloc(32, 7)]);

const transfer = definePostingOperation<null>({ name: 'model-transfer', title: 'Transfer of a model' });

/**
 * Requests for money under a few references: repeated, with another payload, by another client, with the answer lost or
 * the process dead before its commit, held by AML, decided by staff, and sent again with the approval reference. Each
 * goes through the program's own `PostingBatch`.
 */
export function movementModel(bounds: MovementBounds, planted: Partial<MovementRules> = {}): Model<MovementWorld> {
  const code: MovementRules = {
    releaseViolation,
    claims: new Claims(keyring),
    postings: (rows) => new KnownPostings(rows),
    ...planted,
  };
  return {
    initial: {
      balance: DEPOSIT,
      postings: [],
      claims: [],
      hold: undefined,
      sends: 0,
      toppedUp: false,
      isLater: false,
      moved: [],
      told: [],
    },
    key: (world) =>
      JSON.stringify(
        { ...world, told: [...world.told].sort(), moved: [...world.moved].sort() },
        (_name, value: unknown) => (typeof value === 'bigint' ? `${value}` : value),
      ),
    violation,
    isEnd: ({ sends }) => sends === bounds.sendsMax,
    successors: (world) => [...clientSteps(world, bounds, code), ...staffSteps(world)],
  };
}

function clientSteps(world: MovementWorld, bounds: MovementBounds, code: MovementRules): [string, MovementWorld][] {
  if (world.sends >= bounds.sendsMax) return [];
  const next: [string, MovementWorld][] = [];
  for (const actor of bounds.clients)
    for (const reference of bounds.references)
      for (const payload of Object.keys(AMOUNTS) as Payload[])
        for (const withApproval of world.hold ? [false, true] : [false]) {
          const sent = { actor, reference, payload, withApproval };
          const word = `${actor} sends ${payload} as ${reference}${withApproval ? ' with the approval' : ''}`;
          const after = send({ ...world, sends: world.sends + 1 }, sent, bounds, code);
          next.push([word, after], [`${word}; the answer is lost`, { ...after, told: world.told }]);
        }
  if (!world.toppedUp && !bounds.holds)
    next.push(['the payer gets money', { ...world, toppedUp: true, balance: world.balance + 100n }]);
  return next;
}

/** Decisions of staff on the hold, and the time that ends a release. */
function staffSteps(world: MovementWorld): [string, MovementWorld][] {
  const { hold } = world;
  if (!hold) return [];
  const become = (status: HoldStatus): MovementWorld => ({
    ...world,
    hold: { ...hold, status, isReleased: status === 'Approved' },
  });
  const ended = (status: HoldStatus): MovementWorld => ({
    ...become(status),
    postings: world.postings.map((row) => (row.id === hold.postingId ? { ...row, status: 'Declined' } : row)),
  });
  switch (hold.status) {
    case 'Held':
      return [
        ['staff release the hold', become('Approved')],
        ['staff decline the hold', ended('Declined')],
      ];
    case 'Approved':
      return [
        ['staff withdraw the release', ended('Withdrawn')],
        ...(world.isLater ? [] : [['a month passes', { ...world, isLater: true }] as [string, MovementWorld]]),
      ];
    default:
      return [];
  }
}

interface Sent {
  actor: string;
  reference: string;
  payload: Payload;
  withApproval: boolean;
}

const nameOf = ({ actor, reference, payload, withApproval }: Sent): string =>
  [actor, reference, payload, withApproval].join(' ');

/** One request to its answer, as `Movements.submit` takes it. */
function send(world: MovementWorld, sent: Sent, bounds: MovementBounds, code: MovementRules): MovementWorld {
  const tell = (answer: string, after = world): MovementWorld => ({
    ...after,
    told: [...after.told.filter(([name]) => name !== nameOf(sent)), [nameOf(sent), answer]],
  });
  const { hold } = world;
  if (!sent.withApproval || !hold) return decided(world, sent, undefined, bounds, code, tell);
  // A repetition is answered from its claim before the hold is looked at.
  const own = code.claims.match(claimFor(sent, hold.postingId), world.claims);
  if (own) return decided(world, sent, undefined, bounds, code, tell);
  const retry = {
    institutionId: 1,
    amlApprovalReference: 'A',
    endpoint: ENDPOINT,
    fingerprint: FINGERPRINTS[sent.payload],
    actor: sent.actor,
    requestReference: sent.reference,
  };
  const refusal = code.releaseViolation(
    {
      actor: hold.actor,
      endpoint: ENDPOINT,
      fingerprint: FINGERPRINTS[hold.payload],
      status: hold.status,
      resumesBy: 'client',
      decidedAt: hold.status === 'Held' ? null : NOW,
      executedRequestReference: hold.executedBy,
    },
    retry,
    world.isLater ? LATER : NOW,
    VALIDITY_DAYS,
  );
  return refusal ? tell(refusal.code) : decided(world, sent, hold.postingId, bounds, code, tell);
}

function claimFor({ actor, reference, payload, withApproval }: Sent, heldPostingId: number | undefined): Claim {
  const holdId = withApproval && heldPostingId !== undefined ? heldPostingId : 0;
  return { institutionId: 1, reference, holdId, actor, endpoint: ENDPOINT, fingerprint: FINGERPRINTS[payload] };
}

function decided(
  world: MovementWorld,
  sent: Sent,
  resumes: number | undefined,
  bounds: MovementBounds,
  code: MovementRules,
  tell: (answer: string, after?: MovementWorld) => MovementWorld,
): MovementWorld {
  const claim = claimFor(sent, world.hold?.postingId);
  const amount = AMOUNTS[sent.payload];
  const request = requestWith([leg(PAYER, 'debit', amount), leg(PAYEE, 'credit', amount)], {
    reference: businessReference(world, sent, resumes),
    maker: sent.actor,
    amountKobo: amount,
    operation: transfer.with(null),
    claim,
    source: {
      endpoint: ENDPOINT,
      actor: sent.actor,
      payload: {},
      fingerprint: FINGERPRINTS[sent.payload],
      requestReference: sent.reference,
    },
    ...(resumes !== undefined && { resumes: { postingId: resumes, released: true, approved: false } }),
  });
  const first = world.postings.length + 1;
  const batch = new PostingBatch(
    stateFor(world, bounds, code),
    new IdBlock(first * 100, first * 100 + 100),
    code.claims,
  );
  const decision = batch.decide(request);
  if (decision.kind === 'refused') batch.claimRefusal(request, decision.error);
  return tell(answerOf(decision, world), written(world, sent, batch, decision, resumes));
}

/** A retry with the approval continues the held movement under its reference; other requests bring their own. */
const businessReference = (world: MovementWorld, { reference }: Sent, resumes: number | undefined): string =>
  world.postings.find(({ id }) => id === resumes)?.reference ?? reference;

/** The rows as a batch reads them under its locks. */
function stateFor(world: MovementWorld, { holds }: MovementBounds, code: MovementRules): BatchState {
  const state = stateOf([account({ id: PAYER, creditsPostedKobo: world.balance }), account({ id: PAYEE })]);
  state.postings = code.postings(world.postings);
  for (const stored of world.claims)
    state.claims.set(stored.reference, [...(state.claims.get(stored.reference) ?? []), stored]);
  if (holds)
    state.screen = {
      report: () => [],
      intercept: (request) =>
        request.amountKobo === AMOUNTS.large && !request.resumes?.released
          ? { status: 'Held', answer: { message: 'Held', data: {} }, isConfidential: true, rows: [] }
          : undefined,
    };
  return state;
}

/** What the transaction of a batch commits. */
function written(
  world: MovementWorld,
  sent: Sent,
  { writes }: PostingBatch,
  decision: Decision,
  resumes: number | undefined,
): MovementWorld {
  const { actor, payload } = sent;
  const posted = decision.kind === 'posted';
  const rows = [...writes.newPostings, ...writes.resumedPostings].map(
    ({ id, kind, reference, transactionReference, status }) => ({
      id,
      kind,
      reference,
      transactionReference,
      status,
      payload,
      actor,
    }),
  );
  const claims = writes.claims.map(({ claim, answer }) => ({
    ...claim,
    ...answer,
    payload,
    decidedAs: word(decision),
  }));
  const hold =
    decision.kind === 'intercepted' && !world.hold
      ? { status: 'Held' as const, postingId: decision.postingId, actor, payload, executedBy: null, isReleased: false }
      : posted && resumes !== undefined
        ? { ...world.hold!, status: 'Used' as const, executedBy: sent.reference }
        : world.hold;
  return {
    ...world,
    hold,
    balance: posted ? world.balance - AMOUNTS[payload] : world.balance,
    postings: [...world.postings.filter(({ id }) => !rows.some((row) => row.id === id)), ...rows],
    claims: [...world.claims, ...claims],
    moved: posted ? [...world.moved, `${actor} ${rows[0]!.reference} ${payload}`] : world.moved,
  };
}

/** A decision without the ids, which depend on what came before. */
function word(decision: Decision): string {
  switch (decision.kind) {
    case 'refused':
      return decision.error.code;
    case 'replayed':
      return 'replayed';
    default:
      return decision.kind;
  }
}

/** What a client is told: a replay says what the stored claim says. */
function answerOf(decision: Decision, world: MovementWorld): string {
  if (decision.kind !== 'replayed') return word(decision);
  const { claim } = decision;
  return world.claims.find(({ reference, holdId }) => reference === claim.reference && holdId === claim.holdId)!
    .decidedAs;
}

function violation(world: MovementWorld): string | undefined {
  const { moved, postings, claims, hold, balance, toppedUp, told } = world;
  const posted = postings.filter(({ status }) => status === 'Posted');
  const references = moved.map((each) => each.split(' ')[1]!);
  if (new Set(references).size < references.length) return 'Money moved twice under one reference.';
  const paid = posted.reduce((sum, { payload }) => sum + AMOUNTS[payload], 0n);
  if (balance !== DEPOSIT + (toppedUp ? 100n : 0n) - paid) return 'The balance is not the sum of the postings.';
  if (balance < 0n) return 'The account is below zero.';
  const keys = claims.map(({ reference, holdId }) => `${reference} ${holdId}`);
  if (new Set(keys).size < keys.length) return 'Two claims have one key.';
  if (hold && hold.status !== 'Used' && posted.some(({ id }) => id === hold.postingId))
    return 'A held movement was posted without a release.';
  if (hold?.status === 'Used' && !hold.isReleased) return 'A held movement was posted without a release.';
  if (hold?.status === 'Used' && !posted.some(({ id, payload }) => id === hold.postingId && payload === hold.payload))
    return 'A release was used for something else.';
  for (const [name, answer] of told) {
    const [actor, reference, payload, withApproval] = name.split(' ') as [string, string, Payload, string];
    const own = posted.some(
      (row) =>
        row.actor === actor && row.payload === payload && (row.reference === reference || withApproval === 'true'),
    );
    if (answer === 'posted' && !own)
      return `The client was told that ${reference} is posted, and it is not its request.`;
  }
  return undefined;
}

/** Bounds of the two searches (docs/models/README.md). */
export const CLAIM_BOUNDS: MovementBounds = { holds: false, references: ['R1', 'R2'], clients: CLIENTS, sendsMax: 4 };
export const HOLD_BOUNDS: MovementBounds = { holds: true, references: ['R1', 'R2'], clients: CLIENTS, sendsMax: 3 };
