// Promises that are taken out of the program on purpose, each with the tests that must notice it
// (docs/reliability.md#sabotages).
// `npm run sabotage` does so; test/architecture makes sure that every text is still in its file, once.

const engine = (name) => `src/ledger/engine/${name}.ts`;

/**
 * @typedef {object} Sabotage
 * @property {string} title Words that follow "The program".
 * @property {'unit' | 'e2e'} project
 * @property {string} tests Pattern of the paths of the tests that must fail.
 * @property {{ file: string; from: string; to: string }[]} edits
 */

/** @type {Record<string, Sabotage>} */
const SABOTAGES = {
  lock: {
    title: 'does not lock the accounts that it reads',
    project: 'e2e',
    tests: 'test/ledger/posting-engine',
    edits: [
      { file: engine('batch-reader'), from: '`${READ} FOR NO KEY UPDATE`', to: 'READ' },
      { file: engine('batch-reader'), from: '`${LOCK} SKIP LOCKED`', to: 'LOCK' },
    ],
  },
  claim: {
    title: 'gives the answer of a reference to any client that names it',
    project: 'unit',
    tests: 'src/ledger/engine/posting-batch',
    edits: [
      {
        file: 'src/common/idempotency/claims.ts',
        from: 'stored.actor === claim.actor &&\n      stored.endpoint',
        to: 'stored.endpoint',
      },
    ],
  },
  duplicate: {
    title: 'posts a second movement under a used business reference',
    project: 'unit',
    tests: 'src/ledger/engine/posting-batch|test/models/movement',
    edits: [
      {
        file: engine('posting-batch'),
        from: 'this.replay(request) ?? this.duplicate(request) ??',
        to: 'this.replay(request) ??',
      },
    ],
  },
  'list-version': {
    title: 'decides a payment by watch-lists that are no longer active',
    project: 'e2e',
    tests: 'test/aml/listed-payees',
    edits: [
      {
        file: 'src/aml/aml-screen.ts',
        from: 'examination.listsVersion !== listsVersion',
        to: 'false',
      },
    ],
  },
  'customer-window': {
    title: 'judges a movement before one on another account of the customer has been decided',
    project: 'e2e',
    tests: 'test/aml/customer-windows',
    edits: [
      {
        file: 'src/aml/scenario-desk/customer-window-reads.ts',
        from: ' FOR NO KEY UPDATE OF w',
        to: '',
      },
    ],
  },
  window: {
    title: 'does not count what an account moved in the 24 hours before',
    project: 'unit',
    tests: 'src/aml/match-rule',
    edits: [
      {
        file: 'src/aml/match-rule.ts',
        from: 'amountKobo >= thresholdKobo || amountKobo + windowKobo >= thresholdKobo',
        to: 'amountKobo >= thresholdKobo',
      },
    ],
  },
  release: {
    title: 'releases a held movement to a request that differs from it',
    project: 'unit',
    tests: 'src/aml/release-violation',
    edits: [{ file: 'src/aml/release-violation.ts', from: '!hasFingerprint(retry, hold.fingerprint)', to: 'false' }],
  },
  limit: {
    title: 'forgets what an account has used of its daily limit',
    project: 'unit',
    tests: 'src/ledger/engine/posting',
    edits: [
      {
        file: engine('posting-rules'),
        from: 'usedKobo + amountKobo > dailyLimitKobo',
        to: 'amountKobo > dailyLimitKobo',
      },
    ],
  },
  'client-limit': {
    title: 'lets the second call of a batch exceed the limit of its API client',
    project: 'unit',
    tests: 'src/ledger/engine/client-limit-violation',
    edits: [
      {
        file: engine('client-limit-violation'),
        from: 'limit.usedKobo = usedTodayKobo(limit, state.calendarDate) + countedTotalKobo(request);',
        to: 'limit.usedKobo = countedTotalKobo(request);',
      },
    ],
  },
  lien: {
    title: 'pays out what a lien reserves',
    project: 'unit',
    tests: 'src/ledger/engine/posting',
    edits: [
      {
        file: engine('available-balance'),
        from: 'ledgerBalanceKobo(account) - account.lienedKobo',
        to: 'ledgerBalanceKobo(account)',
      },
    ],
  },
  'value-date': {
    title: 'posts with a value date of a closed period',
    project: 'unit',
    tests: 'src/ledger/engine/value-date-violation',
    edits: [
      {
        file: engine('value-date-violation'),
        from: 'closedThrough !== null && valueDate <= closedThrough',
        to: 'closedThrough !== null && valueDate < closedThrough',
      },
    ],
  },
  fee: {
    title: 'charges the fee of the next tier at the end of a tier',
    project: 'unit',
    tests: 'src/transfers/outward/fee-tiers',
    edits: [
      {
        file: 'src/transfers/outward/fee-tiers.ts',
        from: 'amountKobo <= nairaToKobo(upTo)!',
        to: 'amountKobo < nairaToKobo(upTo)!',
      },
    ],
  },
  rounding: {
    title: 'rounds half a kobo up instead of to the even one',
    project: 'unit',
    tests: 'src/common/money/rounding',
    edits: [
      {
        file: 'src/common/money/rounding.ts',
        from: '(twice === denominator && cut % 2n !== 0n)',
        to: 'twice === denominator',
      },
    ],
  },
  reversal: {
    title: 'moves the money of a reversal in the direction of the original',
    project: 'unit',
    tests: 'src/postings/build-mirror-legs',
    edits: [
      {
        file: 'src/postings/build-mirror-legs.ts',
        from: "entry.side === 'debit' ? 'credit' : 'debit'",
        to: 'entry.side',
      },
    ],
  },
  accrual: {
    title: 'earns a day of 30/360 interest on a month of 30 days, whatever its length',
    project: 'unit',
    tests: 'src/accounts/interest/accrual/day-share',
    edits: [
      {
        file: 'src/accounts/interest/accrual/day-share.ts',
        from: 'fraction(1, 12 * daysInMonth(date))',
        to: 'fraction(1, 360)',
      },
    ],
  },
  provision: {
    title: 'provides with the tables of expected loss that come into force later',
    project: 'unit',
    tests: 'src/loans/provisions/impairment-tables',
    edits: [
      {
        file: 'src/loans/provisions/impairment-tables.ts',
        from: 'effectiveFrom <= date)',
        to: "effectiveFrom <= '9999-12-31')",
      },
    ],
  },
  'webhook-order': {
    title: 'sends the next event of a resource after one that was refused',
    project: 'unit',
    tests: 'src/webhooks/delivery/delivery-round',
    edits: [
      {
        file: 'src/webhooks/delivery/delivery-round.ts',
        from: 'failed += 1;\n        return;',
        to: 'failed += 1;\n        continue;',
      },
    ],
  },
  session: {
    title: 'takes any earlier proof of a session for a recent one',
    project: 'unit',
    tests: 'src/auth/sessions/session-demands',
    edits: [
      {
        file: 'src/auth/sessions/session-demands.ts',
        from: 'steppedUpAt !== null && now.getTime() - steppedUpAt.getTime() < stepUpValidityMs',
        to: 'steppedUpAt !== null',
      },
    ],
  },
  approval: {
    title: 'lets the maker of a request approve it',
    project: 'unit',
    tests: 'src/approvals/decide-approval',
    edits: [{ file: 'src/approvals/decide-approval.ts', from: 'approval.maker === checker.actor', to: 'false' }],
  },
  payout: {
    title: 'sends a payment again whose answer is missing',
    project: 'unit',
    tests: 'src/payouts/decide-payout|test/models/payout',
    edits: [
      {
        file: 'src/payouts/decide-payout.ts',
        from: "since(lastAttemptAt, now) >= timings.callOverAfterMs ? 'query' : 'none'",
        to: "since(lastAttemptAt, now) >= timings.callOverAfterMs ? 'send' : 'none'",
      },
    ],
  },
  tenant: {
    title: 'shows a table to every institution',
    project: 'e2e',
    tests: 'test/common/schema',
    edits: [
      {
        file: 'src/common/database/migrations/1795830000000-add-ledger-segments.ts',
        from: '`ALTER TABLE "ledger_segment" FORCE ROW LEVEL SECURITY`,',
        to: '',
      },
    ],
  },
  chain: {
    title: 'leaves the root of the day before out of the ledger’s chain',
    project: 'e2e',
    tests: 'test/ledger/ledger-chain',
    edits: [
      {
        file: 'src/ledger/chain/ledger-seals.ts',
        from: 'previousRoot: previous?.root ?? null,',
        to: 'previousRoot: null,',
      },
    ],
  },
  barrier: {
    title: 'closes a date while a posting of that date is still being written',
    project: 'e2e',
    tests: 'test/end-of-day/business-date',
    edits: [
      {
        file: 'src/common/database/snapshot-barrier.ts',
        from: 'while (!isPassed) {',
        to: 'while (false && !isPassed) {',
      },
    ],
  },
};

/** The source of a file with its edits. @throws Error for a text that is not there, once */
function sabotaged(edits, file, source) {
  return edits
    .filter((edit) => edit.file === file)
    .reduce((text, { from, to }) => {
      if (text.split(from).length !== 2) throw new Error(`${file} does not have once what is to be sabotaged: ${from}`);
      return text.replace(from, () => to);
    }, source);
}

module.exports = { SABOTAGES, sabotaged };
