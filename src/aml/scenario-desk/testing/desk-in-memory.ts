import type { Tx } from '../../../common/database/unit-of-work';
import type { GateStatement } from '../../../ledger/movements/movement-gates';
import type { CompiledScenario } from '../../scenarios/compile-scenario';
import { type Evaluation, judge, type ScenarioSet, scenarioSet } from '../../scenarios/evaluate';
import type { FactSource } from '../../scenarios/fact-types';
import type { FactValue } from '../../scenarios/fact-values';
import { FACTS, readFacts } from '../../scenarios/facts';
import type { PayeeRow } from '../../scenarios/payees';
import type { ScenarioMovement } from '../../scenarios/scenario-movement';
import { DEFAULT_WINDOW_SETTINGS, emptyWindowState, type WindowState } from '../../scenarios/window-state';
import { BatchMovements } from '../batch-movements';
import { AccountFolds } from '../behind/account-folds';
import { type FactsRow, unpackStored } from '../packed-movement';

/** The elements of an array as `BatchMovements` writes it for PostgreSQL. */
const elementsOf = (text: string): string[] => text.slice(1, -1).split(',');
/** The elements of an array in PostgreSQL's binary form. */
function binaryElementsOf(array: Buffer): (Buffer | null)[] {
  const elements: (Buffer | null)[] = [];
  for (let at = 20; at < array.length;) {
    const length = array.readInt32BE(at);
    at += 4;
    elements.push(length < 0 ? null : array.subarray(at, at + length));
    at += Math.max(length, 0);
  }
  return elements;
}

const CUSTOMERS_SINCE = 1;

/** One verdict of a scenario, with the number of the movement's facts. */
export interface JudgedAt {
  seq: number;
  speed: 'lock' | 'behind';
  evaluation: Evaluation;
}

/**
 * Live screening over tables in memory: batches as the gate decides them, and the runner behind them. The code that
 * judges, packs and folds is that of the program.
 */
export class DeskInMemory {
  readonly facts: FactsRow[] = [];
  /** The gate's evaluation of each movement, in the order of `facts`; undefined for one that it did not judge. */
  readonly decided: (Evaluation | undefined)[] = [];
  readonly judged: JudgedAt[] = [];
  /** The values that facts took, by name, where they are to be noted. */
  readonly seen = new Map<string, FactValue[]>();
  private readonly states = new Map<number, WindowState>();
  private readonly payees = new Map<string, PayeeRow>();
  private readonly customers = new Map<number, WindowState>();
  private readonly customersBehind = new Map<number, Buffer>();
  private readonly behindRows = new Map<string, Record<'record' | 'packed' | 'windows', unknown>>();
  private readonly lock: ScenarioSet;
  private readonly sets: ScenarioSet[];
  private read = 0;

  constructor(
    scenarios: readonly CompiledScenario[],
    private readonly notesValues = false,
  ) {
    this.lock = scenarioSet(scenarios, [], 'lock');
    this.sets = [this.lock, scenarioSet(scenarios, [], 'behind')];
  }

  /** Decides the requests of one batch. @returns those that were held */
  decide(requests: readonly ScenarioMovement[][]): ScenarioMovement[][] {
    const named = requests.flat().flatMap(({ customer }) => customer?.id ?? []);
    for (const id of named) if (!this.customers.has(id)) this.customers.set(id, emptyWindowState());
    const batch = new BatchMovements(
      1,
      {
        states: this.states,
        payees: [...this.payees.values()],
        customers: { since: CUSTOMERS_SINCE, states: this.customers },
      },
      DEFAULT_WINDOW_SETTINGS,
    );
    const held = requests.filter((request) => {
      if (request.some(({ isReleased }) => isReleased)) {
        batch.post(request);
        this.decided.push(...request.map(() => undefined));
        return false;
      }
      const evaluations = batch.sourcesOf(request).map((source) => judge(this.lock, source));
      this.decided.push(...evaluations);
      const isHeld = evaluations.some(({ action }) => action === 'hold');
      if (isHeld) batch.hold(request.map((movement) => ({ ...movement, outcome: 'held' as const })));
      else batch.post(request);
      return isHeld;
    });
    for (const statement of batch.statements()) this.write(statement);
    return held;
  }

  /** Judges what was not judged yet, as the runner does behind the postings. */
  async judgeBehind(): Promise<void> {
    const movements = this.facts.slice(this.read).map(unpackStored);
    this.read = this.facts.length;
    const folds = await AccountFolds.load(this.tx(), 1, movements, CUSTOMERS_SINCE, DEFAULT_WINDOW_SETTINGS);
    for (const stored of movements) {
      const source = folds.next(stored);
      if (this.notesValues) this.note(source);
      if (stored.movement.isReleased) continue;
      for (const set of this.sets)
        this.judged.push({ seq: stored.seq, speed: set.speed, evaluation: judge(set, source) });
    }
    await folds.store(this.tx());
  }

  private note(source: FactSource): void {
    for (const [slot, value] of readFacts(source).entries()) {
      if (value === undefined) continue;
      const { name } = FACTS[slot]!;
      const values = this.seen.get(name);
      if (values) values.push(value);
      else this.seen.set(name, [value]);
    }
  }

  private write({ name, values }: GateStatement): void {
    if (name === 'aml-upsert-customer-windows') {
      const [, , ids, states] = values as [number, number, string, Buffer];
      return binaryElementsOf(states).forEach((state, index) =>
        this.customers.set(Number(elementsOf(ids)[index]), Buffer.from(state!)),
      );
    }
    const [, accounts, ...columns] = values as string[];
    const accountIds = elementsOf(accounts!).map(Number);
    if (name === 'aml-upsert-windows')
      return binaryElementsOf(values[2] as Buffer).forEach((state, index) =>
        this.states.set(accountIds[index]!, Buffer.from(state!)),
      );
    if (name === 'aml-upsert-payees')
      return (columns[0] as unknown as string[]).forEach((payeeKey, index) => {
        const [firstAt, lastAt] = [columns[1]!, columns[2]!].map((column) => Date.parse(elementsOf(column)[index]!));
        const accountId = accountIds[index]!;
        const known = this.payees.get(`${accountId}|${payeeKey}`);
        const row = { accountId, payeeKey, firstAt: known?.firstAt ?? firstAt!, lastAt: lastAt! };
        this.payees.set(`${accountId}|${payeeKey}`, row);
      });
    const [postingIds, times, outcomes] = columns;
    binaryElementsOf(values.at(-1) as Buffer).forEach((text, index) =>
      this.facts.push({
        seq: String(this.facts.length + 1),
        account_id: String(accountIds[index]),
        posting_id: elementsOf(postingIds!)[index]!,
        at: new Date(elementsOf(times!)[index]!),
        outcome: elementsOf(outcomes!)[index] as FactsRow['outcome'],
        facts: JSON.parse(text!.toString()) as FactsRow['facts'],
      }),
    );
  }

  /** The statements of `AccountFolds`, `CustomerFolds` and `BehindRows` over the maps. */
  private tx(): Tx {
    const query = (text: string, values: unknown[]): Promise<unknown[]> => {
      if (text.includes('aml_customer_window')) return Promise.resolve(this.customerRows(text, values));
      // A customer without windows has no stored movement before the ones that are judged.
      if (text.includes('FROM deposit_account') || text.includes('FROM movement_facts')) return Promise.resolve([]);
      const [, kinds, subjects, ...columns] = values as [number, string[], string[], ...Buffer[]];
      const keys = kinds.map((kind, index) => ({ kind, subject: subjects[index]!, key: `${kind} ${subjects[index]}` }));
      if (text.startsWith('SELECT r.kind'))
        return Promise.resolve(
          keys.flatMap(({ kind, subject, key }) => {
            const row = this.behindRows.get(key);
            return row ? [{ kind, subject, ...row }] : [];
          }),
        );
      const [records, packed, windows] = columns.map(binaryElementsOf);
      keys.forEach(({ key }, index) => {
        const record = records![index] && (JSON.parse(records![index].toString()) as object);
        this.behindRows.set(key, { record, packed: packed![index], windows: windows![index] });
      });
      return Promise.resolve([]);
    };
    return { query, dataSource: {} } as unknown as Tx;
  }

  private customerRows(text: string, values: unknown[]): unknown[] {
    if (text.startsWith('SELECT'))
      return (values[1] as number[]).flatMap((id) => {
        const state = this.customersBehind.get(id);
        return state ? [{ customer_id: String(id), state }] : [];
      });
    const [, , ids, array] = values as [number, number, number[], Buffer];
    const states = binaryElementsOf(array);
    ids.forEach((id, index) => this.customersBehind.set(id, states[index]!));
    return [];
  }
}
