import request, { type Response } from 'supertest';
import { Keyring } from '../../src/common/crypto/keyring';
import type { CardRecord } from '../../src/sandbox/sandbox-ledger';
import { type RunningSandbox, startSandbox } from '../../src/sandbox/start-sandbox';
import { connectProviders, sandboxGatewayKey } from '../../src/seed/sandbox-providers';
import { freshReference, TestApp } from '../support/app';
import { type Fault, FaultProxy } from './fault-proxy';

export const SETTLEMENT = '2120';
export const CARD_INCOME = '4070';
export const SUSPENSE = '2070';
export const CHARGE = 1_000;

type CardData = { id: number; cardStatus: string; maskedPan: string | null; statusReason: string | null } & Record<
  string,
  unknown
>;

/** The application and the simulator, each with the address of the other. */
export class CardsApp {
  private proxies: FaultProxy[] = [];

  private constructor(
    readonly app: TestApp,
    readonly simulator: RunningSandbox,
    readonly gatewayKey: string,
  ) {}

  static async start(settings: Record<string, string> = {}): Promise<CardsApp> {
    const app = await TestApp.start(settings);
    const gatewayKey = sandboxGatewayKey(app.app.get(Keyring));
    const simulator = await startSandbox({ port: 0, gatewayKey });
    await connectProviders(app.app, simulator.url);
    return new CardsApp(app, simulator, gatewayKey);
  }

  async close(): Promise<void> {
    await Promise.all(this.proxies.map((proxy) => proxy.close()));
    await this.app.close();
    await this.simulator.close();
  }

  set(key: string, value: string): Promise<void> {
    return this.app.configure({ [key]: value });
  }

  /** Makes the next calls to the simulator fail. It uses a new address, so that no open circuit breaker interferes. */
  async break(...faults: Fault[]): Promise<FaultProxy> {
    const proxy = new FaultProxy(this.simulator.url);
    this.proxies.push(proxy);
    proxy.faults = faults;
    await this.app.moveProvider('CARD_BASE_URL', await proxy.listen());
    return proxy;
  }

  /** Sends the calls directly to the simulator again. */
  mend(): Promise<void> {
    return this.app.moveProvider('CARD_BASE_URL', this.simulator.url);
  }

  add(body: Record<string, unknown>, reference = freshReference()): Promise<Response> {
    return this.app.post(
      '/api/card/v1/addcardtoaccount',
      { referenceNumber: freshReference('CARD'), ...body },
      { reference },
    );
  }

  /** A linked card on an account with this balance after the charge. */
  async linked(
    balance = 0,
    provider = 'providerb',
  ): Promise<{ accountNumber: string; id: number; cardReference: string }> {
    const accountNumber = await this.app.openAccount(balance + CHARGE);
    const { status, body, text } = await this.add({ accountNumber, provider, serialNumber: freshReference('SN') });
    if (status !== 200) throw new Error(`Not linked: ${text}`);
    const { id } = (body as { data: CardData }).data;
    return { accountNumber, id, cardReference: (await this.cardReference(id))! };
  }

  async cardReference(id: number): Promise<string | null> {
    return (
      await this.app.rows<{ card_reference: string | null }>('SELECT card_reference FROM card WHERE id = $1', [id])
    )[0]!.card_reference;
  }

  async cards(accountNumber: string): Promise<CardData[]> {
    return ((await this.app.get('/api/card/v1/searchcards', { accountNumber })).body as { data: { data: CardData[] } })
      .data.data;
  }

  async card(accountNumber: string): Promise<CardData> {
    return (await this.cards(accountNumber))[0]!;
  }

  atProvider(accountNumber: string): CardRecord[] {
    return this.simulator.ledger.cards.filter((card) => card.accountNumber === accountNumber);
  }

  /** Makes the worker's job due now. */
  async hurry(): Promise<void> {
    await this.app.rows(`UPDATE job_due SET due_at = now() WHERE kind = 'card-link'`);
  }

  /** A callback of the middleware. */
  callBack(path: string, body: object, key: string | null = this.gatewayKey): Promise<Response> {
    const post = request(this.app.url).post(`/cba/cards/${path}`).set('content-type', 'application/json');
    if (key !== null) void post.set('x-gateway-key', key);
    return Promise.resolve(post.send(JSON.stringify(body)));
  }

  /** Makes the simulator call back a given number of times. */
  async simulatorCallsBack({
    kind,
    ...facts
  }: Record<string, unknown> & { kind: 'transaction' | 'lifecycle' }): Promise<number[]> {
    const url = `${this.app.url}/cba/cards/providerb/${kind}-feedback`;
    const answer = await fetch(`${this.simulator.url}/sandbox/card-callbacks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url, kind, ...facts }),
    });
    return ((await answer.json()) as { statuses: number[] }).statuses;
  }

  /** Signed balance of a ledger on its credit side, Naira. */
  async ledger(code: string): Promise<number> {
    const [row] = await this.app.rows<{ kobo: string }>(
      `SELECT credits_posted_kobo - debits_posted_kobo AS kobo FROM ledger_account WHERE number = $1 AND institution_id = 1`,
      [code],
    );
    return Number(row!.kobo) / 100;
  }
}
