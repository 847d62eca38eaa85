import type { Response } from 'supertest';
import { Keyring } from '../../src/common/crypto/keyring';
import type { PaymentRecord } from '../../src/sandbox/sandbox-ledger';
import { type RunningSandbox, startSandbox } from '../../src/sandbox/start-sandbox';
import { connectProviders, sandboxGatewayKey } from '../../src/seed/sandbox-providers';
import { dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';

export const BILLERS = '/api/bills/v1/billers';
export const CUSTOMER = '/api/bills/v1/getcustomerinformation';
export const VEND = '/api/bills/v1/vend';
export const TSQ = '/api/bills/v1/tsq';
export const TOKEN = '/api/bills/v1/gettoken';
export const SEARCH = '/api/bills/v1/search';
export const UNRESOLVED = '/api/admin/v1/bills/unresolved';
export const CONFIRM = '/api/admin/v1/bills/confirm';

/** The settlement ledger of the sandbox institution's bills. */
export const BILLS_LEDGER = '2110';

const FAST = { PAYOUT_QUERY_AFTER_MS: '20', PAYOUT_CLIENT_QUERY_INTERVAL_MS: '0', GATEWAY_TIMEOUT_MS: '1000' };

export interface VendData {
  paymentReference: string;
  transactionId: string | null;
  postingReference: string;
  vendStatus: string;
  isReversed: boolean;
  requireReversal: boolean;
  token: string | null;
  tokenUnits: number | null;
  statusCode?: string;
}

/** The body of a vend: prepaid electricity of ₦5,000 under a fresh reference, with the changes of a test. */
export function vendBody(
  accountNumber: string,
  facts: object = {},
): { paymentReference: string; amount: number; customerId: string } {
  return {
    accountNumber,
    paymentReference: freshReference('BILL'),
    packageIdentifier: 'prepaid',
    billerIdentifier: 'ikeja-electric',
    customerId: '45067198741',
    amount: 5000,
    ...facts,
  } as {
    paymentReference: string;
    amount: number;
    customerId: string;
  };
}

/** A meter whose last two digits choose the simulator's behaviour. */
export const meter = (trigger: string): string => `199000000${trigger}`;

/** A meter whose vend the simulator answers with this NIP response code. */
export const meterWithCode = (code: string): string => `199000001${code}`;

/** The application with its own simulator and with bills enabled for the sandbox institution. */
export class BillsApp {
  private constructor(
    readonly app: TestApp,
    readonly sandbox: RunningSandbox,
  ) {}

  static async start(settings: Record<string, string> = {}): Promise<BillsApp> {
    const app = await TestApp.start({ ...FAST, ...settings });
    const sandbox = await startSandbox({ port: 0, gatewayKey: sandboxGatewayKey(app.app.get(Keyring)) });
    await connectProviders(app.app, sandbox.url);
    return new BillsApp(app, sandbox);
  }

  vend(body: object, reference = freshReference()): Promise<Response> {
    return this.app.post(VEND, body, { reference });
  }

  tsq(paymentReference: string): Promise<Response> {
    return this.app.post(TSQ, { paymentReference }, { reference: null });
  }

  async statusOf(paymentReference: string): Promise<VendData> {
    return dataOf(await this.tsq(paymentReference));
  }

  /** Sets keys of the institution's configuration; null removes one. */
  configure(settings: Record<string, string | null>): Promise<void> {
    return this.app.configure(settings);
  }

  /** The record of a vend in the simulator's ledger. */
  async provided(paymentReference: string): Promise<PaymentRecord | undefined> {
    const [row] = await this.app.rows<{ session_id: string }>(
      `SELECT session_id FROM payout WHERE kind = 'bill-vend' AND reference = $1`,
      [paymentReference],
    );
    return row && this.sandbox.ledger.payment('vend', row.session_id);
  }

  /** Metadata of the transaction history. */
  async metadataOf(paymentReference: string): Promise<Record<string, unknown>> {
    const [row] = await this.app.rows<{ additional_metadata: Record<string, unknown> }>(
      `SELECT additional_metadata FROM posting WHERE kind = 'bill-vend' AND reference = $1`,
      [paymentReference],
    );
    return row!.additional_metadata;
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.sandbox.close();
  }
}
