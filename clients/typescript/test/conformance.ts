// The conformance suite against a running service (clients/README.md): `node dist/test/conformance.js`.
import assert from 'node:assert/strict';
import { Corebank, Money, newReference } from '../src/index.js';

const { COREBANK_URL, COREBANK_CLIENT_ID, COREBANK_CLIENT_SECRET, COREBANK_PAYER } = process.env as Record<
  string,
  string
>;
const AMOUNT = Money.naira('262144.07');
const HELD_AMOUNT = Money.naira('1000000.01');

/** The next answer is lost after the service has done its work. */
let losesNext = false;
const unreliable: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (!losesNext) return response;
  losesNext = false;
  throw new TypeError('The connection was lost.');
};

const bank = new Corebank({
  baseUrl: COREBANK_URL!,
  clientId: COREBANK_CLIENT_ID!,
  clientSecret: COREBANK_CLIENT_SECRET!,
  fetch: unreliable,
  pauseMs: 50,
});
const passed = (step: string): void => console.log(`passed ${step}`);

async function balanceOf(accountNumber: string): Promise<Money> {
  const { data } = await bank.api.POST('/api/transfer/v1/balanceenquiry', { body: { accountNumber } });
  return Money.naira(data!.data.availableBalance);
}

const branches = await bank.api.GET('/api/account/v1/listbranches');
assert.equal(branches.response.status, 200);
passed('sign-in');

const opened = await bank.api.POST('/api/account/v1/createcustomeraccount', {
  params: { header: { 'request-reference': newReference() } },
  body: {
    lastName: 'Okafor',
    firstName: 'Adaeze',
    accountName: 'Adaeze Okafor',
    branchCode: '001',
    productCode: 'SAV001',
    accountOfficerStaffID: 'STF001',
  },
});
const payee = opened.data!.data.accountNumber;
passed('open-account');

const transfer = { debitAccount: COREBANK_PAYER!, creditAccount: payee, narration: 'Conformance' };
losesNext = true;
const moved = await bank.localTransfer({ ...transfer, amount: AMOUNT });
assert.ok(moved.kind === 'done' && moved.replayed);
passed('move');

assert.equal((await balanceOf(payee)).toString(), AMOUNT.toString());
passed('read-back');

const held = await bank.localTransfer({ ...transfer, amount: HELD_AMOUNT });
assert.ok(held.kind === 'held' && held.amlApprovalReference);
assert.equal((await balanceOf(payee)).toString(), AMOUNT.toString());
passed('hold');

const { approvalId } = held;
const released = await bank.api.POST('/api/sandbox/v1/approve', { body: { approvalId } });
assert.equal(released.data?.data.status, 'Approved');
passed('release');

const retried = await held.retry();
assert.ok(retried.kind === 'done' && retried.amount.equals(HELD_AMOUNT));
assert.equal((await balanceOf(payee)).toString(), AMOUNT.plus(HELD_AMOUNT).toString());
passed('retry');

const repeated = await bank.localTransfer({ ...transfer, amount: AMOUNT }, moved.reference);
assert.ok(repeated.kind === 'done' && repeated.replayed && repeated.postingReference === moved.postingReference);
passed('replay');

const statement = await bank.api.GET('/api/report/v1/requestcustomeraccountstatement', {
  params: { query: { AccountNumber: payee, FinancialDateFrom: '1999-01-01', FinancialDateTo: '2999-12-31' } },
});
const credits = statement.data!.data.data.map(({ credit }) => Money.naira(credit).toString());
assert.deepEqual(credits, [AMOUNT.toString(), HELD_AMOUNT.toString()]);
passed('statement');
