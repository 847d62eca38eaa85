import { UsageError } from './session.mjs';

/** An account number for which the simulator of the providers refuses a transfer. */
const REFUSED = '9900000001';
const ACCEPTED = '0987654321';
/** The account of a corporate customer of the sandbox, which virtual accounts settle on. */
const CORPORATE_ACCOUNT = '0000000059';
const BANK = { code: '000013', name: 'GTBANK PLC' };
/** From this amount on the sandbox holds a transfer. */
const HELD_NAIRA = 1_000_000;

/** Each event with the calls that make it happen. A trigger opens the accounts that it needs. */
export const TRIGGERS = {
  'account.opened': (api) => openAccount(api),
  'account.credited': (api) => fundedAccount(api, 5_000),
  'account.debited': (api) => transfer(api, 1_500),
  'transfer.completed': (api) => transfer(api, 1_500),
  'transfer.pending': (api) => sendOut(api, ACCEPTED),
  'transfer.reversed': (api) => sendOut(api, REFUSED),
  'hold.held': (api) => hold(api),
  'hold.approved': async (api) => decide(api, (await hold(api)).approvalId, 'Approved'),
  'hold.declined': async (api) => decide(api, (await hold(api)).approvalId, 'Declined'),
  'hold.executed': (api) => release(api),
  'approval.requested': (api) => askForPosting(api),
  'approval.approved': async (api) => decide(api, (await askForPosting(api)).approvalId, 'Approved'),
  'approval.declined': async (api) => decide(api, (await askForPosting(api)).approvalId, 'Declined'),
  'loan.approved': (api) => loan(api),
  'loan.disbursed': async (api) => disburse(api, await loan(api)),
  'loan.repaid': async (api) => repay(api, await disburse(api, await loan(api))),
  'virtual-account.credited': (api) => creditVirtual(api),
};

/** Makes an event happen. @throws UsageError for one that no calls are known for */
export async function trigger(api, event) {
  const run = TRIGGERS[event];
  if (!run) throw new UsageError(`${event} cannot be caused. Choose one of: ${Object.keys(TRIGGERS).join(', ')}`);
  console.log(JSON.stringify({ event, ...(await run(api)) }));
}

async function openAccount(api) {
  const { data } = await api.post('/api/account/v1/createcustomeraccount', {
    firstName: 'Dev',
    lastName: 'Trigger',
    accountName: 'Dev Trigger',
    branchCode: '001',
    productCode: 'SAV001',
    accountOfficerStaffID: 'STF001',
  });
  return { accountNumber: data.accountNumber };
}

async function fundedAccount(api, amount) {
  const { accountNumber } = await openAccount(api);
  await api.post('/api/sandbox/v1/simulate/inward-transfer', { accountNumber, amount });
  return { accountNumber, amount };
}

async function transferBody(api, amount) {
  const { accountNumber: debitAccount } = await fundedAccount(api, amount);
  const { accountNumber: creditAccount } = await openAccount(api);
  return { debitAccount, creditAccount, amount, narration: 'Triggered', postingsTransactionType: 3 };
}

async function transfer(api, amount) {
  const { data } = await api.post('/api/transfer/v1/localfundtransfer', await transferBody(api, amount));
  return data;
}

async function sendOut(api, beneficiaryAccountNumber) {
  const amount = 1_000;
  const { accountNumber } = await fundedAccount(api, 2 * amount);
  const query = { DestinationAccountNumber: beneficiaryAccountNumber, DestinationInstitutionCode: BANK.code };
  const { data: name } = await api.get('/api/transfer/v1/nameenquiry', query);
  const transactionReference = `dev-${Date.now()}`;
  const body = {
    nameEnquiryRef: name.nameEnquiryRef,
    originatorAccountNumber: accountNumber,
    originatorAccountName: 'Dev Trigger',
    beneficiaryAccountNumber,
    beneficiaryAccountName: name.accountName,
    destinationInstitutionCode: BANK.code,
    beneficiaryBankName: BANK.name,
    transactionReference,
    originatorNarration: 'Triggered',
    amount,
  };
  // A refused transfer is answered 422, which is what was asked for.
  await api.post('/api/transfer/v1/outwardtransfer', body).catch((error) => {
    if (error.status !== 422) throw error;
  });
  return { transactionReference };
}

async function hold(api) {
  const body = await transferBody(api, HELD_NAIRA);
  const reference = `dev-hold-${Date.now()}`;
  const { status, data } = await api.post('/api/transfer/v1/localfundtransfer', body, reference);
  if (status !== 202)
    throw new UsageError('The institution held nothing: its AML rules differ from those of a sandbox.');
  return { reference, body, ...data };
}

async function decide(api, approvalId, verdict) {
  await api.post('/api/sandbox/v1/approve', { approvalId, verdict });
  return { approvalId, verdict };
}

async function release(api) {
  const { reference, body, approvalId, amlApprovalReference } = await hold(api);
  await decide(api, approvalId, 'Approved');
  const retry = { ...body, amlApprovalReference };
  const { data } = await api.post('/api/transfer/v1/localfundtransfer', retry, reference);
  return data;
}

async function askForPosting(api) {
  const { accountNumber } = await openAccount(api);
  const { data } = await api.post('/api/postings/v1/posttransaction', {
    debitAccount: '1010',
    creditAccount: accountNumber,
    amount: 250,
    narration: 'Triggered',
    referenceNumber: `dev-${Date.now()}`,
    postingsTransactionType: 1,
  });
  return data;
}

async function loan(api) {
  const { accountNumber } = await openAccount(api);
  const { data } = await api.post('/api/loanaccount/v1/add', {
    linkedNumber: accountNumber,
    productCode: 'LN001',
    loanAmount: 120_000,
    tenure: 6,
    referenceNumber: `dev-loan-${Date.now()}`,
  });
  await decide(api, data.approvalId, 'Approved');
  return { loanAccountNumber: data.loanAccountNumber };
}

async function disburse(api, { loanAccountNumber }) {
  const referenceNumber = `dev-payout-${Date.now()}`;
  await api.post('/api/loanaccount/v1/disburseloan', { loanAccountNumber, referenceNumber });
  return { loanAccountNumber };
}

async function repay(api, { loanAccountNumber }) {
  const amount = 5_000;
  await api.post('/api/sandbox/v1/simulate/loan-collection', { loanAccountNumber, amount });
  return { loanAccountNumber, amount };
}

async function creditVirtual(api) {
  const { data } = await api.post('/api/account/v1/createvirtualaccount', {
    parentAccountNumber: CORPORATE_ACCOUNT,
    firstName: 'Dev',
    lastName: 'Trigger',
    accountName: 'Dev Collections',
    phoneNumber: '08031234567',
    email: 'dev@example.com',
    referenceNumber: `dev-va-${Date.now()}`,
  });
  const amount = 5_000;
  await api.post('/api/sandbox/v1/simulate/inward-transfer', { accountNumber: data.accountNumber, amount });
  return { accountNumber: data.accountNumber, amount };
}
