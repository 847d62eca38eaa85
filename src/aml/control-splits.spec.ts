import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { PostingApprovalGate } from '../approvals/posting-approval-gate';
import { Keyring } from '../common/crypto/keyring';
import { IdBlock } from '../common/database/id-allocator';
import { Claims, fingerprintOf } from '../common/idempotency/claims';
import type { AccountDirectoryEntry } from '../ledger/chart/account-directory-entry.entity';
import type { ApiClientLimit } from '../ledger/engine/api-client-limit.entity';
import type { BatchState } from '../ledger/engine/batch-reader';
import { kycLimitsFrom } from '../ledger/engine/kyc-limits';
import type { LedgerAccount } from '../ledger/engine/ledger-account.entity';
import { type Decision, PostingBatch } from '../ledger/engine/posting-batch';
import type { PostingRequest } from '../ledger/engine/posting-request';
import { account, requestWith, stateOf } from '../ledger/engine/testing/batch-fixtures';
import type { BatchQuery } from '../ledger/movements/movement-gates';
import { buildCompoundPosting } from '../postings/compound-posting';
import { postEntries } from '../postings/manual-postings.operation';
import { localTransfer } from '../transfers/local/local-transfer.operation';
import { buildTransferLegs, FEE } from '../transfers/transfer-legs';
import { AmlScreen } from './aml-screen';
import { ApprovalReferences } from './approval-references';
import { ScenarioGates } from './scenario-desk/scenario-gate';
import { ScenarioSets } from './scenario-desk/scenario-sets';

const SEED = 20_261_122;
const PAYER = 1;
const PAYEE = 2;
const FEES = 3;
/** One day of one payer; the largest whole is ₦20,000,000. */
const LARGEST_KOBO = 2_000_000_000;

const keyring = new Keyring([randomBytes(32)]);
const claims = new Claims(keyring);
const unused = undefined as never;

const named = (ledgerAccountId: number, kind: 'deposit' | 'gl'): AccountDirectoryEntry => ({
  institutionId: 1,
  number: `N${ledgerAccountId}`,
  kind,
  accountId: ledgerAccountId,
  ledgerAccountId,
  virtualName: null,
  closed: false,
});
const payer = named(PAYER, 'deposit');
const payee = named(PAYEE, 'deposit');
const fees = named(FEES, 'gl');

/** A part of a movement as a client may send it: a transfer with a fee, or entries in parts on both sides. */
type Part =
  | { way: 'transfer'; amountKobo: bigint; feeKobo: bigint }
  | { way: 'post'; debitsKobo: bigint[]; creditsKobo: bigint[] };

const sumOf = (parts: readonly bigint[]): bigint => parts.reduce((sum, part) => sum + part, 0n);
const naira = (kobo: bigint): number => Number(kobo) / 100;

function requestOf(part: Part, reference: string): PostingRequest {
  const source = {
    endpoint: 'POST /x',
    actor: 'api-client:test',
    payload: {},
    fingerprint: fingerprintOf('POST /x', {}),
    requestReference: reference,
  };
  if (part.way === 'transfer') {
    const { amountKobo, feeKobo } = part;
    const charges = [{ ...FEE, amountKobo: feeKobo, ledger: fees, namedByCaller: true }];
    const institution = { code: '59999', name: 'Bank' };
    const texts = { narration: 'Rent', beneficiaryNarration: 'Rent', notices: [] };
    const operation = localTransfer.with({ institution, debit: payer, credit: payee, amountKobo, feeKobo, ...texts });
    const legs = buildTransferLegs(payer, payee, amountKobo, charges);
    return requestWith(legs, { reference, operation, source, amountKobo, feeKobo });
  }
  const entries = [
    ...part.debitsKobo.map((kobo) => ({ account: payer.number, side: 'Debit' as const, amount: naira(kobo) })),
    ...part.creditsKobo.map((kobo) => ({ account: payee.number, side: 'Credit' as const, amount: naira(kobo) })),
  ];
  const accounts = entries.map(({ side }) => (side === 'Debit' ? payer : payee));
  const { legs, amountKobo } = buildCompoundPosting(entries, accounts);
  const operation = postEntries.with({ amountKobo, valueDate: undefined, entries: legs.length });
  return requestWith(legs, { kind: 'posting', reference, operation, source, amountKobo });
}

interface Control {
  name: string;
  /** True when the control counts what went before, over a day or 24 hours. */
  windowed: boolean;
  /** The greatest total that passes under a bound of so many kobo. */
  passes(boundKobo: bigint): bigint;
  payer?(boundKobo: bigint): Partial<LedgerAccount>;
  state?(boundKobo: bigint): Promise<Partial<BatchState>>;
}

const answering =
  (rows: (statement: string) => object[]): BatchQuery =>
  <Row>(name: string) =>
    Promise.resolve(rows(name) as Row[]);

const amlRule = (boundKobo: bigint): object => ({
  id: '1',
  name: 'Large outflow',
  direction: 'outflow',
  threshold_kobo: String(boundKobo),
  product_id: null,
  customer_type: null,
  account_id: null,
  action: 'hold',
});

const policies = (boundKobo: bigint): object[] =>
  ['local-transfer', 'post'].map((operation, index) => ({
    id: String(index),
    operation,
    amount_floor_kobo: String(boundKobo),
    required_checkers: 1,
    api_bypasses: null,
  }));

const upTo = (boundKobo: bigint): bigint => boundKobo;
const below = (boundKobo: bigint): bigint => boundKobo - 1n;

const clientWith = (amounts: Partial<ApiClientLimit>): Partial<BatchState> => ({
  clientLimits: new Map([
    [
      'api-client:test',
      {
        institutionId: 1,
        id: 1,
        clientId: 'test',
        perCallKobo: null,
        perDayKobo: null,
        usedKobo: 0n,
        usedOn: null,
        ...amounts,
      },
    ],
  ]),
});

const noScenarios = new ScenarioGates(new ScenarioSets());

const CONTROLS: Control[] = [
  {
    name: 'the AML rule',
    windowed: true,
    passes: below,
    state: async (boundKobo) => {
      const screen = new AmlScreen(unused, new ApprovalReferences(keyring), unused, unused, noScenarios, unused);
      return {
        screen: await screen.load(
          answering(() => [amlRule(boundKobo)]),
          1,
          {
            requests: [],
            accountIds: [],
            isScreened: true,
            locks: true,
            scenariosVersion: Promise.resolve(0),
            watchListsVersion: Promise.resolve(0),
          },
        ),
      };
    },
  },
  {
    name: 'the approval floor',
    windowed: false,
    passes: below,
    state: async (boundKobo) => ({
      approval: await new PostingApprovalGate().load(
        answering(() => policies(boundKobo)),
        1,
      ),
    }),
  },
  { name: 'the single limit', windowed: false, passes: upTo, payer: (singleLimitKobo) => ({ singleLimitKobo }) },
  { name: 'the daily limit', windowed: true, passes: upTo, payer: (dailyLimitKobo) => ({ dailyLimitKobo }) },
  {
    name: 'the daily limit of the KYC tier',
    windowed: true,
    passes: upTo,
    payer: () => ({ kycTier: 2 }),
    state: (boundKobo) =>
      Promise.resolve({ kycLimits: kycLimitsFrom({ KYC_TIER_2_DAILY_LIMIT: String(naira(boundKobo)) }) }),
  },
  {
    name: 'the amount of an API client per call',
    windowed: false,
    passes: upTo,
    state: (perCallKobo) => Promise.resolve(clientWith({ perCallKobo })),
  },
  {
    name: 'the amount of an API client per day',
    windowed: true,
    passes: upTo,
    state: (perDayKobo) => Promise.resolve(clientWith({ perDayKobo })),
  },
];

async function batchUnder(control: Control | undefined, boundKobo: bigint): Promise<PostingBatch> {
  const state = stateOf([
    account({ id: PAYER, creditsPostedKobo: BigInt(LARGEST_KOBO), ...control?.payer?.(boundKobo) }),
    account({ id: PAYEE, customerType: 'Corporate' }),
    account({ id: FEES, kind: 'gl', takesFees: true, mayGoNegative: true, customerType: null }),
  ]);
  return new PostingBatch({ ...state, ...(await control?.state?.(boundKobo)) }, new IdBlock(100, 100_000), claims);
}

const decideAll = (batch: PostingBatch, parts: readonly Part[]): Decision[] =>
  parts.map((part, index) => batch.decide(requestOf(part, `REF-${index}`)));

const totalOf = (part: Part): bigint =>
  part.way === 'transfer' ? part.amountKobo + part.feeKobo : sumOf(part.debitsKobo);

/** Cuts a total into at most so many parts above zero. */
function cut(totalKobo: bigint, weights: readonly number[]): bigint[] {
  const parts: bigint[] = [];
  let restKobo = totalKobo;
  for (const weight of weights) {
    const part = (restKobo * BigInt(weight)) / 1_000n;
    if (part === 0n || part === restKobo) continue;
    parts.push(part);
    restKobo -= part;
  }
  return [...parts, restKobo];
}

const weights = (maxLength: number): fc.Arbitrary<number[]> =>
  fc.array(fc.integer({ min: 1, max: 999 }), { minLength: 1, maxLength });

/** The form of a part: how much of it is a fee, or into how many entries it is cut. */
const form = fc.oneof(
  fc.record({ way: fc.constant('transfer' as const), feeShare: fc.integer({ min: 0, max: 500 }) }),
  fc.record({ way: fc.constant('post' as const), debits: weights(6), credits: weights(6) }),
);
type Form = typeof form extends fc.Arbitrary<infer Value> ? Value : never;

function partOf(totalKobo: bigint, wanted: Form): Part {
  if (wanted.way === 'post')
    return { way: 'post', debitsKobo: cut(totalKobo, wanted.debits), creditsKobo: cut(totalKobo, wanted.credits) };
  // A fee is at most as large as the amount.
  const feeKobo = (totalKobo * BigInt(wanted.feeShare)) / 1_000n;
  return { way: 'transfer', amountKobo: totalKobo - feeKobo, feeKobo };
}

/** A whole that the control would stop, with the bound of the control. */
const whole = fc
  .record({ totalKobo: fc.integer({ min: 2, max: LARGEST_KOBO }), share: fc.integer({ min: 1, max: 1_000 }) })
  .map(({ totalKobo, share }) => {
    const bound = (BigInt(totalKobo) * BigInt(share)) / 1_000n;
    const total = BigInt(totalKobo);
    return { totalKobo: total, boundKobo: bound === 0n ? 1n : bound === total ? bound - 1n : bound };
  });

const RUNS_OF_FORMS = 1_000;
const RUNS_OF_CALLS = 700;

describe.each(CONTROLS)('$name', (control) => {
  it(`stops a movement in every form in which it can be split (${RUNS_OF_FORMS} forms)`, async () => {
    let tried = 0;
    await fc.assert(
      fc.asyncProperty(whole, form, async ({ totalKobo, boundKobo }, wanted) => {
        const part = partOf(totalKobo, wanted);
        expect(totalOf(part)).toBe(totalKobo);
        const [stopped] = decideAll(await batchUnder(control, boundKobo), [part]);
        expect(['intercepted', 'refused']).toContain(stopped!.kind);
        // Without the control the same request is posted, so that nothing else has stopped it.
        const [posted] = decideAll(await batchUnder(undefined, boundKobo), [part]);
        expect(posted!.kind).toBe('posted');
        tried += 1;
      }),
      { seed: SEED, numRuns: RUNS_OF_FORMS },
    );
    expect(tried).toBe(RUNS_OF_FORMS);
  });
});

describe.each(CONTROLS.filter(({ windowed }) => windowed))('$name over a day', (control) => {
  it(`lets no more pass in many calls than in one (${RUNS_OF_CALLS} sequences of calls)`, async () => {
    let tried = 0;
    await fc.assert(
      fc.asyncProperty(
        whole,
        weights(8),
        fc.array(form, { minLength: 9, maxLength: 9 }),
        async ({ totalKobo, boundKobo }, shares, forms) => {
          const parts = cut(totalKobo, shares).map((kobo, index) => partOf(kobo, forms[index]!));
          expect(sumOf(parts.map(totalOf))).toBe(totalKobo);
          const decisions = decideAll(await batchUnder(control, boundKobo), parts);
          const passedKobo = sumOf(parts.filter((_, index) => decisions[index]!.kind === 'posted').map(totalOf));
          expect(passedKobo).toBeLessThanOrEqual(control.passes(boundKobo));
          tried += 1;
        },
      ),
      { seed: SEED, numRuns: RUNS_OF_CALLS },
    );
    expect(tried).toBe(RUNS_OF_CALLS);
  });
});
