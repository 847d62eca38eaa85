import { client, look, newAccount, paid, sandbox, unique } from './sandbox';

/** The account of the sandbox's company, which has the money for payments of stories. */
const PAYER = 4;

/** Naira that the account may use now. */
export async function balanceOf(accountNumber: string): Promise<number> {
  const { data } = await look('maker', `/accounts/${accountNumber}`);
  return Number(data.availableBalance);
}

export const payer = (): string => sandbox.accounts[PAYER]!.accountNumber;

/** A new account with money, whose balance no other story changes. @returns its number. */
export async function ownPayer(amount: number): Promise<string> {
  const account = await newAccount('Payer');
  await paid(sandbox.accounts[2]!.accountNumber, account, amount);
  return account;
}

/**
 * A transfer to another institution, whose end the beneficiary's number chooses (docs/sandbox.md).
 * @returns its reference.
 */
export async function outwardTransfer(beneficiary: string, amount: number, from = payer()): Promise<string> {
  const query = `DestinationAccountNumber=${beneficiary}&DestinationInstitutionCode=000013`;
  const named = await client(`/api/transfer/v1/nameenquiry?${query}`, undefined, undefined, 'GET');
  const reference = unique('OUT');
  const { status, body } = await client('/api/transfer/v1/outwardtransfer', {
    nameEnquiryRef: named.body.data.nameEnquiryRef,
    originatorAccountNumber: from,
    originatorAccountName: (await look('maker', `/accounts/${from}`)).data.accountName,
    beneficiaryAccountNumber: beneficiary,
    beneficiaryAccountName: named.body.data.accountName,
    destinationInstitutionCode: '000013',
    beneficiaryBankName: 'GTBANK PLC',
    transactionReference: reference,
    originatorNarration: 'Rent',
    amount,
  });
  if (status >= 500) throw new Error(`No transfer: ${status} ${JSON.stringify(body)}`);
  return reference;
}

/** The number of a payment's posting, which its page has in its address. */
export async function postingOf(list: 'transfers' | 'bills', reference: string): Promise<string> {
  const name = list === 'transfers' ? 'TransactionReference' : 'PaymentReference';
  const { data } = await look('maker', `/${list}?${name}=${reference}`);
  const [row] = data.data as { postingReferenceNumber?: string; postingReference?: string }[];
  return (row!.postingReferenceNumber ?? row!.postingReference)!;
}

/** A group loan that waits for a decision, with so many members. */
export async function requestedGroup(members: number): Promise<{ id: number; name: string; loans: string[] }> {
  const products = (await look('administrator', '/products?PageSize=200')).data.data as {
    id: number;
    productCode: string;
  }[];
  const participants: unknown[] = [];
  for (let index = 0; index < members; index += 1) {
    const { data } = await look('maker', `/accounts/${await newAccount(`Member${index}`)}`);
    participants.push({ loanRequest: { accountID: data.id, principalAmount: 50_000, principalRepaymentTenure: 4 } });
  }
  const name = unique('Women of Balogun');
  const { status, body } = await client('/api/loanaccount/v1/addgrouploan', {
    groupLoanProductID: products.find(({ productCode }) => productCode === 'GLN001')!.id,
    name,
    referenceNumber: unique('GRP'),
    participants,
  });
  if (status !== 202) throw new Error(`The group does not wait: ${status} ${JSON.stringify(body)}`);
  const group = await look('maker', `/group-loans/${Number(body.data.id)}`);
  const loans = (group.data.participants as { loanAccountNumber: string }[]).map((loan) => loan.loanAccountNumber);
  return { id: Number(body.data.id), name, loans };
}

/** A transfer within the institution that is done. @returns the number of its posting. */
export async function localTransfer(amount: number, from = payer()): Promise<string> {
  const reference = unique('TRF');
  const { status, body } = await client(
    '/api/transfer/v1/localfundtransfer',
    {
      debitAccount: from,
      creditAccount: sandbox.accounts[2]!.accountNumber,
      amount,
      narration: 'Payment of invoice',
    },
    reference,
  );
  if (status !== 200) throw new Error(`No transfer: ${status} ${JSON.stringify(body)}`);
  return postingOf('transfers', reference);
}
