import type { Response } from 'supertest';
import { Keyring } from '../../src/common/crypto/keyring';
import type { PaymentRecord } from '../../src/sandbox/sandbox-ledger';
import { type RunningSandbox, startSandbox } from '../../src/sandbox/start-sandbox';
import { connectProviders, sandboxGatewayKey } from '../../src/seed/sandbox-providers';
import { freshReference, TestApp } from '../support/app';

export const OUTWARD = '/api/transfer/v1/outwardtransfer';
export const FUNDS = '/api/transfer/v1/fundstransfer';
export const TSQ = '/api/transfer/v1/tsq';
const NAME_ENQUIRY = '/api/transfer/v1/nameenquiry';
export const SEARCH = '/api/transfer/v1/search';

/** GTBank's institution code at the switch. */
export const BANK = '000013';

/** Short timeouts, because the simulator answers fast. */
const SETTINGS = { PAYOUT_QUERY_AFTER_MS: '50', PAYOUT_CLIENT_QUERY_INTERVAL_MS: '0', GATEWAY_TIMEOUT_MS: '500' };

/** The answer to an outward transfer, and fields of its row. */
export interface Transfer {
  transactionReference: string;
  sessionID: string | null;
  processingStatus: string;
  amount: number;
  fee: number;
  vat: number;
  stampDuty: number;
  totalDebited: number;
  responseCode: string | null;
  responseMessage: string | null;
  isReversed: boolean;
}

export type Body = Record<string, unknown>;

/** The application with outward transfers through its own simulator, over HTTP. */
export class OutwardApp {
  private constructor(
    readonly app: TestApp,
    readonly providers: RunningSandbox,
  ) {}

  static async start(settings: Record<string, string> = {}): Promise<OutwardApp> {
    const app = await TestApp.start({ ...SETTINGS, ...settings });
    const providers = await startSandbox({ port: 0, gatewayKey: sandboxGatewayKey(app.app.get(Keyring)) });
    await connectProviders(app.app, providers.url);
    return new OutwardApp(app, providers);
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.providers.close();
  }

  configure(settings: Record<string, string | null>): Promise<void> {
    return this.app.configure(settings);
  }

  enquire(accountNumber: string, bank = BANK): Promise<Response> {
    return this.app.get(NAME_ENQUIRY, { DestinationAccountNumber: accountNumber, DestinationInstitutionCode: bank });
  }

  /** The body of a transfer to an account, after its name enquiry. */
  async bodyTo(beneficiaryAccountNumber: string, originatorAccountNumber: string, facts: Body = {}): Promise<Body> {
    const { status, body, text } = await this.enquire(beneficiaryAccountNumber);
    if (status !== 200) throw new Error(`No name: ${text}`);
    const { nameEnquiryRef, accountName } = body.data as { nameEnquiryRef: string; accountName: string };
    return {
      nameEnquiryRef,
      originatorAccountNumber,
      originatorAccountName: 'Test Person',
      beneficiaryAccountNumber,
      beneficiaryAccountName: accountName,
      destinationInstitutionCode: BANK,
      beneficiaryBankName: 'GTBANK PLC',
      transactionReference: freshReference('TRF'),
      originatorNarration: 'Rent',
      beneficiaryNarration: 'Rent of flat 4',
      amount: 100,
      ...facts,
    };
  }

  send(body: Body, reference?: string): Promise<Response> {
    return this.app.post(OUTWARD, body, reference === undefined ? {} : { reference });
  }

  tsq(transactionRef: string): Promise<Response> {
    return this.app.get(TSQ, { transactionRef });
  }

  async status(transactionRef: string): Promise<string> {
    const { status, body, text } = await this.tsq(transactionRef);
    if (status !== 200) throw new Error(text);
    return (body.data as Transfer).processingStatus;
  }

  /** The provider's record of a transfer; undefined when it never received one. */
  record(reference: string): PaymentRecord | undefined {
    const records = this.providers.ledger.transfers.filter((record) => record.reference === reference);
    if (records.length > 1) throw new Error(`The provider has ${records.length} transfers ${reference}.`);
    return records[0];
  }

  async metadata(reference: string): Promise<Record<string, unknown>> {
    const [row] = await this.app.rows<{ additional_metadata: Record<string, unknown> }>(
      `SELECT additional_metadata FROM posting WHERE kind IN ('outward-transfer', 'transfer') AND reference = $1`,
      [reference],
    );
    return row!.additional_metadata;
  }

  async approveHold(approvalId: number): Promise<void> {
    const { status, text } = await this.app.post(
      `/api/admin/v1/aml/holds/${approvalId}/approve`,
      { note: 'Seen the documents' },
      { token: await this.app.staff('amlOfficer') },
    );
    if (status !== 200) throw new Error(text);
  }

  /** The differences between our books and the provider's: none, once every transfer is settled. */
  async differences(): Promise<unknown[]> {
    const payouts = await this.app.rows<{ reference: string; session_id: string; status: string; amount_kobo: string }>(
      `SELECT reference, session_id, status, amount_kobo FROM payout WHERE kind = 'outward-transfer'`,
    );
    const ours = payouts.map(({ session_id, status, amount_kobo }) => ({
      session: session_id,
      paid: status === 'Processed' ? Number(amount_kobo) / 100 : status === 'Reversed' ? 0 : status,
    }));
    const theirs = new Map(this.providers.ledger.transfers.map(({ key, paid, amount }) => [key, paid ? amount : 0]));
    const unknown = [...theirs.keys()]
      .filter((key) => !ours.some(({ session }) => session === key))
      .map((session) => ({ session, ours: 'no debit' }));
    return [
      ...unknown,
      ...ours
        .filter(({ session, paid }) => paid !== (theirs.get(session) ?? 0))
        .map(({ session, paid }) => ({ session, ours: paid, theirs: theirs.get(session) })),
    ];
  }
}
