import { setTimeout as sleep } from 'node:timers/promises';
import { Caller } from '../degradation/caller';
import { freshReference } from './app';

const TRANSFER = '/api/transfer/v1/localfundtransfer';

/** A transfer that the server acknowledged: its money is booked. */
export interface AcknowledgedTransfer {
  reference: string;
  /** Milliseconds since the epoch when the answer had arrived. */
  at: number;
}

/** A client of the channel and two of its institution's funded accounts. */
interface Payers {
  client: { clientId: string; clientSecret: string };
  accounts: readonly { accountNumber: string }[];
}

/** Transfers of one naira between the first two accounts, back and forth, until it is stopped. */
export class TransferLoad {
  readonly acknowledged: AcknowledgedTransfer[] = [];
  /** Answers other than 200, and lost connections. */
  readonly failures: string[] = [];
  private isRunning = true;
  private readonly workers: Promise<void>[];

  private constructor(
    private readonly payers: Payers,
    private readonly token: string,
    private readonly urls: string[],
    workers: number,
  ) {
    this.workers = Array.from({ length: workers }, (_, index) => this.work(index));
  }

  /** @param urls servers of one database, which take turns */
  static async start(payers: Payers, urls: string[], workers = 4): Promise<TransferLoad> {
    const { clientId, clientSecret } = payers.client;
    const caller = new Caller(urls[0]!);
    const token = await caller.token('/api/auth/v1/authenticate', { clientId, clientSecret });
    caller.close();
    return new TransferLoad(payers, token, urls, workers);
  }

  /** Adds a server that takes its turns from now on. */
  addServer(url: string): void {
    this.urls.push(url);
  }

  /** Takes a server out and waits until no request is on its way there. */
  async removeServer(url: string): Promise<void> {
    this.urls.splice(this.urls.indexOf(url), 1);
    await this.acknowledge(this.workers.length * 2);
  }

  /** Waits until so many more transfers are acknowledged. */
  async acknowledge(count: number): Promise<void> {
    const until = this.acknowledged.length + count;
    while (this.acknowledged.length < until) {
      if (this.failures.length > 0) throw new Error(`A transfer failed: ${this.failures[0]}`);
      await sleep(20);
    }
  }

  async stop(): Promise<void> {
    this.isRunning = false;
    await Promise.all(this.workers);
  }

  private async work(index: number): Promise<void> {
    const callers = new Map<string, Caller>();
    for (let turn = index; this.isRunning; turn += 1) {
      const url = this.urls[turn % this.urls.length]!;
      const caller = callers.get(url) ?? new Caller(url);
      callers.set(url, caller);
      await this.transfer(caller, turn);
    }
    for (const caller of callers.values()) caller.close();
  }

  private async transfer(caller: Caller, turn: number): Promise<void> {
    const [first, second] = this.payers.accounts;
    const [debit, credit] = turn % 2 === 0 ? [first, second] : [second, first];
    const reference = freshReference('LOAD');
    const body = {
      debitAccount: debit!.accountNumber,
      creditAccount: credit!.accountNumber,
      amount: 1,
      narration: 'Load',
      postingsTransactionType: 3,
    };
    try {
      const { status, body: answer } = await caller.call('POST', TRANSFER, { token: this.token, reference, body });
      if (status === 200) this.acknowledged.push({ reference, at: Date.now() });
      else this.failures.push(`${status} ${JSON.stringify(answer)}`);
    } catch (error) {
      this.failures.push((error as Error).message);
    }
  }
}
