import {
  BEHIND_CAPS,
  BEHIND_VERSION,
  type BehindAccount,
  type CashIn,
  type CashOut,
  type ChainLabel,
  type DayTotals,
  type RecentMovement,
} from './behind-records';

/** Bytes of what is there once: version, time, statistics, and the length of each list. */
const HEAD_BYTES = 1 + 6 + 6 * 8 + 8;
const MOST_BYTES =
  HEAD_BYTES +
  BEHIND_CAPS.recents * 23 +
  2 * BEHIND_CAPS.parties * 10 +
  BEHIND_CAPS.cashIns * 20 +
  BEHIND_CAPS.cashOuts * 10 +
  BEHIND_CAPS.failures * 6 +
  BEHIND_CAPS.days * 56 +
  BEHIND_CAPS.labels * 41;

const IS_INFLOW = 1;
const IS_OF_OTHERS = 2;

/** Writes numbers one behind the other, little endian. It is used again for each record. */
class Writer {
  private at = 0;
  private readonly bytes = Buffer.allocUnsafeSlow(MOST_BYTES);

  begin(): void {
    this.at = 0;
  }

  byte(value: number): void {
    this.at = this.bytes.writeUInt8(value, this.at);
  }

  /** A hash, a day or a count. */
  word(value: number): void {
    this.at = this.bytes.writeUInt32LE(value, this.at);
  }

  /** Milliseconds, or the kobo of one movement: whole, at most 2^48 - 1. */
  six(value: number): void {
    this.at = this.bytes.writeUIntLE(value, this.at, 6);
  }

  /** Sums, ids and means. */
  double(value: number): void {
    this.at = this.bytes.writeDoubleLE(value, this.at);
  }

  list<Item>(items: readonly Item[], write: (item: Item) => void): void {
    this.byte(items.length);
    items.forEach(write);
  }

  written(): Buffer {
    return Buffer.from(this.bytes.subarray(0, this.at));
  }
}

/** Reads what `Writer` wrote, in the same order. */
class Reader {
  private at = 0;

  constructor(private readonly bytes: Buffer) {}

  byte(): number {
    return this.bytes.readUInt8(this.move(1));
  }

  word(): number {
    return this.bytes.readUInt32LE(this.move(4));
  }

  six(): number {
    return this.bytes.readUIntLE(this.move(6), 6);
  }

  double(): number {
    return this.bytes.readDoubleLE(this.move(8));
  }

  list<Item>(read: () => Item): Item[] {
    return Array.from({ length: this.byte() }, read);
  }

  private move(bytes: number): number {
    this.at += bytes;
    return this.at - bytes;
  }
}

const writer = new Writer();

/**
 * The record of an account as bytes, a third of its JSON, so that its row stays whole in one page
 * (docs/domain/scenarios.md#behind). Equal records give equal bytes. The first byte is the version.
 */
export function packBehindAccount(record: BehindAccount): Buffer {
  const { statistics } = record;
  writer.begin();
  writer.byte(record.version);
  writer.six(record.at);
  writer.list(record.recents, writeRecent);
  writer.list(record.senders, writeParty);
  writer.list(record.payees, writeParty);
  writer.list(record.cashIns, writeCashIn);
  writer.list(record.cashOuts, writeCashOut);
  writer.list(record.failures, (at) => writer.six(at));
  writer.list(record.days, writeDay);
  writer.double(statistics.days);
  writer.double(statistics.meanCount);
  writer.double(statistics.squaresCount);
  writer.double(statistics.meanKobo);
  writer.double(statistics.squaresKobo);
  writer.double(statistics.maximumKobo);
  writer.list(record.labels, writeLabel);
  return writer.written();
}

/** The record that `packBehindAccount` wrote; undefined for one of another version, which is built anew. */
export function unpackBehindAccount(bytes: Buffer): BehindAccount | undefined {
  const reader = new Reader(bytes);
  const version = reader.byte();
  if (version !== BEHIND_VERSION) return undefined;
  // An object's values are read in the order in which they stand here.
  return {
    version,
    at: reader.six(),
    recents: reader.list(() => readRecent(reader)),
    senders: reader.list(() => readParty(reader)),
    payees: reader.list(() => readParty(reader)),
    cashIns: reader.list(() => readCashIn(reader)),
    cashOuts: reader.list(() => readCashOut(reader)),
    failures: reader.list(() => reader.six()),
    days: reader.list(() => readDay(reader)),
    statistics: {
      days: reader.double(),
      meanCount: reader.double(),
      squaresCount: reader.double(),
      meanKobo: reader.double(),
      squaresKobo: reader.double(),
      maximumKobo: reader.double(),
    },
    labels: reader.list(() => readLabel(reader)),
  };
}

function writeRecent({ at, kobo, isInflow, narration, othersKobo }: RecentMovement): void {
  writer.byte((isInflow ? IS_INFLOW : 0) + (othersKobo === undefined ? 0 : IS_OF_OTHERS));
  writer.six(at);
  writer.six(kobo);
  writer.word(narration);
  if (othersKobo !== undefined) writer.six(othersKobo);
}

function readRecent(reader: Reader): RecentMovement {
  const flags = reader.byte();
  const [at, kobo, narration] = [reader.six(), reader.six(), reader.word()];
  const isInflow = (flags & IS_INFLOW) !== 0;
  if ((flags & IS_OF_OTHERS) === 0) return { at, kobo, isInflow, narration };
  return { at, kobo, isInflow, narration, othersKobo: reader.six() };
}

function writeParty([hash, at]: [number, number]): void {
  writer.word(hash);
  writer.six(at);
}

function readParty(reader: Reader): [number, number] {
  return [reader.word(), reader.six()];
}

function writeCashIn({ at, kobo, agent, state }: CashIn): void {
  writer.six(at);
  writer.six(kobo);
  writer.word(agent);
  writer.word(state);
}

function readCashIn(reader: Reader): CashIn {
  return { at: reader.six(), kobo: reader.six(), agent: reader.word(), state: reader.word() };
}

function writeCashOut({ at, terminal }: CashOut): void {
  writer.six(at);
  writer.word(terminal);
}

function readCashOut(reader: Reader): CashOut {
  return { at: reader.six(), terminal: reader.word() };
}

function writeDay(totals: DayTotals): void {
  writer.word(totals.day);
  writer.double(totals.inflowKobo);
  writer.double(totals.outflowKobo);
  writer.word(totals.movements);
  writer.word(totals.nearThreshold);
  writer.word(totals.nights);
  writer.double(totals.saleKobo);
  writer.double(totals.refundKobo);
  writer.double(totals.closeKobo ?? NaN);
}

function readDay(reader: Reader): DayTotals {
  const totals = {
    day: reader.word(),
    inflowKobo: reader.double(),
    outflowKobo: reader.double(),
    movements: reader.word(),
    nearThreshold: reader.word(),
    nights: reader.word(),
    saleKobo: reader.double(),
    refundKobo: reader.double(),
    closeKobo: reader.double(),
  };
  return Number.isNaN(totals.closeKobo) ? { ...totals, closeKobo: null } : totals;
}

function writeLabel({ sourceId, hops, kobo, originKobo, viaId, expiresAt }: ChainLabel): void {
  writer.double(sourceId);
  writer.byte(hops);
  writer.double(kobo);
  writer.double(originKobo);
  writer.double(viaId);
  writer.double(expiresAt);
}

function readLabel(reader: Reader): ChainLabel {
  return {
    sourceId: reader.double(),
    hops: reader.byte(),
    kobo: reader.double(),
    originKobo: reader.double(),
    viaId: reader.double(),
    expiresAt: reader.double(),
  };
}
