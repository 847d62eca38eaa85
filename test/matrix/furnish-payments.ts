import { postingReferenceNumber } from '../../src/ledger/engine/posting.entity';
import { holderOf } from '../../src/sandbox/people';
import { freshReference } from '../support/app';
import type { Clerk, House } from './house';
import type { Identifiers } from './identifiers';

/** An account at GTBank that the simulator knows. */
export const BENEFICIARY = {
  accountNumber: '0123456789',
  accountName: holderOf('0123456789').name,
  institutionCode: '000013',
  bankName: 'GTBANK PLC',
};

/** A meter that the simulator knows. */
export const BILL = {
  billerIdentifier: 'ikeja-electric',
  packageIdentifier: 'prepaid',
  customerId: '45067198741',
  amount: 5_000,
};

const AUTH = '{"clientId":"matrix","clientSecret":"matrix"}';
const HEADERS = '{"X-Matrix":"matrix"}';

/** The configuration that directs all integrations to the simulator. */
function settingsFor(url: string, { gateway: gatewayKey, partner }: House['tokens']): Record<string, string> {
  return {
    TRANSFER_BASE_URL: url,
    TRANSFER_DEFAULT_PROVIDER: 'providerh',
    TRANSFER_DEFAULT_LEDGER_CODE: '1030',
    TRANSFER_PROVIDER_PROVIDERH_ENABLED: 'true',
    TRANSFER_PROVIDER_PROVIDERH_AUTH_JSON: AUTH,
    TRANSFER_ENABLED: 'true',
    BILLS_PAYMENT_BASE_URL: url,
    BILLS_PAYMENT_DEFAULT_PROVIDER: 'providera',
    BILLS_PAYMENT_DEFAULT_LEDGER_CODE: '2110',
    BILLS_PAYMENT_PROVIDER_PROVIDERA_ENABLED: 'true',
    BILLS_PAYMENT_PROVIDER_PROVIDERA_AUTH_JSON: AUTH,
    BILLS_PAYMENT_ENABLED: 'true',
    CARD_BASE_URL: url,
    CARD_DEFAULT_PROVIDER: 'providerb',
    CARD_ISSUANCE_CHARGE: '0',
    CARD_ISSUANCE_CHARGE_LEDGER_CODE: '4070',
    CARD_TRANSACTION_SETTLEMENT_LEDGER_CODE: '2120',
    CARD_SHARED_GATEWAY_KEY: gatewayKey,
    INWARD_TRANSFER_GATEWAY_KEY: gatewayKey,
    INWARD_TRANSFER_LEDGER_CODE: '1030',
    INWARD_TRANSFER_SUSPENSE_LEDGER_CODE: '2070',
    CARD_PROVIDER_PROVIDERB_ENABLED: 'true',
    CARD_PROVIDER_PROVIDERB_HEADERS_JSON: HEADERS,
    CARD_PROVIDER_PROVIDERA_ENABLED: 'true',
    CARD_PROVIDER_PROVIDERA_HEADERS_JSON: HEADERS,
    CARD_ENABLED: 'true',
    CREDIT_BUREAU_BASE_URL: url,
    CREDIT_BUREAU_AUTH_JSON: AUTH,
    CREDIT_BUREAU_ENABLED: 'true',
    AI_REVIEW_BASE_URL: url,
    AI_REVIEW_AUTHORIZATION: 'Bearer matrix',
    AI_REVIEW_MODEL: 'matrix-reviewer',
    AI_REVIEW_ENABLED: 'true',
    RECOVERY_PARTNER_RECEIVABLE_LEDGER_CODE: '1150',
    RECOVERY_PARTNER_FEE_LEDGER_CODE: '5040',
    RECOVERY_PARTNER_WEBHOOK_SECRET: partner,
  };
}

/** Connects an institution to the simulator. */
export async function connect(clerk: Clerk): Promise<void> {
  const settings = settingsFor(clerk.providersUrl, clerk.tokens);
  const changes = Object.entries(settings).map(([key, value]) => ({ key, value }));
  await clerk.change('put', '/api/admin/v1/configuration', { changes });
}

/** A valid outward transfer. */
export function outwardBody({
  account,
  nameEnquiry,
}: Pick<Identifiers, 'account' | 'nameEnquiry'>): Record<string, unknown> {
  return {
    nameEnquiryRef: nameEnquiry,
    originatorAccountNumber: account,
    originatorAccountName: 'Adaeze Okafor',
    beneficiaryAccountNumber: BENEFICIARY.accountNumber,
    beneficiaryAccountName: BENEFICIARY.accountName,
    destinationInstitutionCode: BENEFICIARY.institutionCode,
    beneficiaryBankName: BENEFICIARY.bankName,
    transactionReference: freshReference('OUT'),
    amount: 5,
  };
}

/** A transfer from another institution to an account that does not exist, without its session. */
export const INWARD = {
  beneficiaryAccountNumber: '0000000001',
  amount: 5,
  originatorAccountNumber: BENEFICIARY.accountNumber,
  originatorAccountName: 'NGOZI EZE',
  originatorInstitutionCode: BENEFICIARY.institutionCode,
};

/** A report that says of these sessions that they were paid. */
export function settlementReport(sessions: readonly string[]): Record<string, unknown> {
  const lines = sessions.map((session) => `${session},5.00,Successful,Outward,2026-11-21`);
  const text = ['session_id,amount,status,direction,date', ...lines, ''].join('\n');
  return { provider: 'providerh', fileName: 'report.csv', content: Buffer.from(text).toString('base64url') };
}

type Payments = Pick<
  Identifiers,
  | 'bulkTransfer'
  | 'card'
  | 'cardOfA'
  | 'cardReference'
  | 'cardReferenceOfA'
  | 'cardTransaction'
  | 'cardTransactionOfA'
  | 'fundsTransfer'
  | 'inwardTransfer'
  | 'nameEnquiry'
  | 'outwardTransfer'
  | 'settlementLine'
  | 'settlementReport'
  | 'settlementSession'
  | 'vend'
  | 'vendPosting'
  | 'outwardPosting'
  | 'localPosting'
>;

/** Payments that leave the institution, and cards. */
export async function furnishPayments(
  clerk: Clerk,
  mark: string,
  {
    account,
    spareAccount,
    reference,
    otherReference,
  }: Pick<Identifiers, 'account' | 'spareAccount' | 'reference' | 'otherReference'>,
): Promise<Payments> {
  const digits = mark.repeat(5);
  const [outwardTransfer, fundsTransfer, vend] = [`OUTWARD-${digits}`, `FUNDS-${digits}`, `VEND-${digits}`];
  const asked = {
    DestinationAccountNumber: BENEFICIARY.accountNumber,
    DestinationInstitutionCode: BENEFICIARY.institutionCode,
  };
  const { nameEnquiryRef: nameEnquiry } = await clerk.get<{ nameEnquiryRef: string }>(
    '/api/transfer/v1/nameenquiry',
    asked,
  );
  await clerk.post('/api/transfer/v1/outwardtransfer', {
    ...outwardBody({ account, nameEnquiry }),
    transactionReference: outwardTransfer,
  });
  await clerk.post('/api/transfer/v1/fundstransfer', {
    originatorAccountNumber: account,
    beneficiaryAccountNumber: spareAccount,
    amount: 50,
    transactionReference: fundsTransfer,
  });
  const { referenceNumber: bulkTransfer } = await clerk.post<{ referenceNumber: string }>('/api/transfer/v1/bulk', {
    debitAccount: account,
    rowCount: 1,
    totalAmount: 1,
    rows: [{ reference: `BULK-${digits}`, creditAccount: spareAccount, amount: 1 }],
  });
  await clerk.post('/api/bills/v1/vend', { ...BILL, accountNumber: account, paymentReference: vend });
  const postingOf = async (reference: string): Promise<string> =>
    postingReferenceNumber(await clerk.idOf('posting', 'reference', reference));
  const inwardTransfer = `000013261121${mark.repeat(18)}`;
  await clerk.callBack('/cba/transfers/inward/credit', { ...INWARD, sessionId: inwardTransfer });
  await clerk.callBack('/cba/transfers/inward/credit', {
    ...INWARD,
    sessionId: `000013261122${mark.repeat(18)}`,
    beneficiaryAccountNumber: account,
  });
  const settlement = await furnishSettlement(clerk, outwardTransfer);
  const ofB = await furnishCard(clerk, 'providerb', {
    account,
    referenceNumber: reference,
    transaction: `CARD-${digits}`,
  });
  const ofA = await furnishCard(clerk, 'providera', {
    account,
    referenceNumber: otherReference,
    transaction: `CARDA-${digits}`,
  });
  return {
    ...{
      bulkTransfer,
      outwardTransfer,
      fundsTransfer,
      inwardTransfer,
      vend,
      nameEnquiry,
      card: ofB.id,
      cardReference: ofB.cardReference,
      cardOfA: ofA.id,
      cardReferenceOfA: ofA.cardReference,
    },
    ...{
      vendPosting: await postingOf(vend),
      outwardPosting: await postingOf(outwardTransfer),
      localPosting: await postingOf(fundsTransfer),
    },
    ...settlement,
    ...{ cardTransaction: `CARD-${digits}`, cardTransactionOfA: `CARDA-${digits}` },
  };
}

/** A linked card with one purchase. */
async function furnishCard(
  clerk: Clerk,
  provider: string,
  { account, referenceNumber, transaction }: { account: string; referenceNumber: string; transaction: string },
): Promise<{ id: number; cardReference: string }> {
  const { id } = await clerk.post<{ id: number }>('/api/card/v1/addcardtoaccount', {
    accountNumber: account,
    provider,
    serialNumber: freshReference('SN'),
    referenceNumber,
  });
  const [row] = await clerk.app.rows<{ cardReference: string }>(
    'SELECT card_reference AS "cardReference" FROM card WHERE id = $1',
    [id],
  );
  const { cardReference } = row!;
  const purchase = { cardReference, transactionReference: transaction, amount: 5, transactionType: 'Purchase' };
  await clerk.callBack(`/cba/cards/${provider}/transaction-feedback`, purchase);
  return { id, cardReference };
}

/** A report with the line of a transfer. */
async function furnishSettlement(
  clerk: Clerk,
  transfer: string,
): Promise<Pick<Identifiers, 'settlementLine' | 'settlementReport' | 'settlementSession'>> {
  const [payout] = await clerk.app.rows<{ session: string }>(
    'SELECT session_id AS session FROM payout WHERE institution_id = $1 AND reference = $2',
    [clerk.institutionId, transfer],
  );
  const { session } = payout!;
  const { id } = await clerk.post<{ id: number }>(
    '/api/admin/v1/settlement-reports',
    settlementReport([session]),
    'staff',
  );
  return {
    settlementLine: await clerk.idOf('settlement_line', 'session_id', session),
    settlementReport: id,
    settlementSession: session,
  };
}
