import * as fs from 'node:fs';
import * as path from 'node:path';
import type { GatewayCardView } from './cards-simulator.dto';
import type { PaymentStatus } from './result.dto';

/** A transfer or a vend in the simulator's ledger. */
export interface PaymentRecord {
  kind: 'transfer' | 'vend';
  /** Session of a transfer, or reference of a vend. */
  key: string;
  provider: string;
  reference: string;
  /** Naira. */
  amount: number;
  /** Beneficiary account or customer id. */
  destination: string;
  /** The whole request, to distinguish a repetition from another request under the same key. */
  request: Record<string, unknown>;
  /** True when the simulator received the call; false for one that was lost on the way. */
  received: boolean;
  /** True when money or goods went out. */
  paid: boolean;
  status: PaymentStatus;
  responseCode: string;
  timesSent: number;
  timesQueried: number;
  /** The first result, for repetitions. */
  firstAnswer?: Record<string, unknown>;
  /** The goods of a successful payment, such as a token. */
  goods?: Record<string, unknown>;
}

export interface CardRecord extends GatewayCardView {
  kind: 'card';
  key: string;
  provider: string;
  reference: string;
  pinChanges: number;
  /** The request that linked the card, without the card number. */
  request: Record<string, unknown>;
}

export interface MessageRecord {
  kind: 'message';
  key: string;
  to: string;
  message: string;
  senderId?: string;
  messageReference: string;
  timesSent: number;
}

/** Each request to the credit bureau and the language model, unchanged. */
export interface InquiryRecord {
  kind: 'credit-report' | 'completion';
  key: string;
  request: Record<string, unknown>;
}

export type SandboxRecord = PaymentRecord | CardRecord | MessageRecord | InquiryRecord;

/**
 * The requests to the simulator and their results. With a file, every change is a line that is on disk before the
 * response is sent, so that a killed process knows its payments when it starts again.
 */
export class SandboxLedger {
  private readonly records = new Map<string, SandboxRecord>();
  private file: number | undefined;

  constructor(file?: string) {
    if (file === undefined) return;
    fs.mkdirSync(path.dirname(file), { recursive: true });
    if (fs.existsSync(file)) this.load(file);
    this.file = fs.openSync(file, 'a', 0o600);
  }

  get transfers(): PaymentRecord[] {
    return this.recordsOf('transfer') as PaymentRecord[];
  }

  get vends(): PaymentRecord[] {
    return this.recordsOf('vend') as PaymentRecord[];
  }

  get cards(): CardRecord[] {
    return this.recordsOf('card') as CardRecord[];
  }

  get messages(): MessageRecord[] {
    return this.recordsOf('message') as MessageRecord[];
  }

  get inquiries(): InquiryRecord[] {
    return [
      ...(this.recordsOf('credit-report') as InquiryRecord[]),
      ...(this.recordsOf('completion') as InquiryRecord[]),
    ];
  }

  payment(kind: PaymentRecord['kind'], key: string): PaymentRecord | undefined {
    return this.records.get(`${kind}|${key}`) as PaymentRecord | undefined;
  }

  message(key: string): MessageRecord | undefined {
    return this.records.get(`message|${key}`) as MessageRecord | undefined;
  }

  save(record: SandboxRecord): void {
    this.records.set(`${record.kind}|${record.key}`, record);
    if (this.file === undefined) return;
    fs.writeSync(this.file, `${JSON.stringify(record)}\n`);
    fs.fsyncSync(this.file);
  }

  reset(): void {
    this.records.clear();
    if (this.file !== undefined) fs.ftruncateSync(this.file);
  }

  close(): void {
    if (this.file !== undefined) fs.closeSync(this.file);
    this.file = undefined;
  }

  /** In the order of the first requests. */
  private recordsOf(kind: SandboxRecord['kind']): SandboxRecord[] {
    return [...this.records.values()].filter((record) => record.kind === kind);
  }

  /** A line without an end was being written when the process died. Its response was never sent, so it is cut off. */
  private load(file: string): void {
    const text = fs.readFileSync(file, 'utf8');
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    fs.truncateSync(file, Buffer.byteLength(whole));
    for (const line of whole.split('\n').filter((part) => part !== '')) {
      const record = JSON.parse(line) as SandboxRecord;
      this.records.set(`${record.kind}|${record.key}`, record);
    }
  }
}
