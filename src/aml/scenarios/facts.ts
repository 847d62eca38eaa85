import type { FactDefinition, FactSource, FactValues } from './fact-types';
import type { FactValue } from './fact-values';
import { BEHIND_FACTS } from './facts-behind';
import { MOVEMENT_FACTS } from './facts-movement';
import { ACCOUNT_FACTS, CUSTOMER_FACTS } from './facts-parties';
import { WINDOW_FACTS } from './facts-window';

/** The table of facts: everything that a condition may name (docs/domain/scenarios.md#facts). */
export const FACTS: readonly FactDefinition[] = [
  ...MOVEMENT_FACTS,
  ...ACCOUNT_FACTS,
  ...CUSTOMER_FACTS,
  ...WINDOW_FACTS,
  ...BEHIND_FACTS,
];

const SLOTS: ReadonlyMap<string, number> = new Map(FACTS.map(({ name }, slot) => [name, slot]));

/** Place of a fact in `FactValues`; undefined for a name that is no fact. */
export function factSlotOf(name: string): number | undefined {
  return SLOTS.get(name);
}

/** The definition of a fact; undefined for a name that is no fact. */
export function factNamed(name: string): FactDefinition | undefined {
  const slot = SLOTS.get(name);
  return slot === undefined ? undefined : FACTS[slot];
}

/**
 * Reads facts of one movement.
 * @param slots the facts to read, by default all; a set of scenarios names those that it needs (`ScenarioSet.slots`)
 */
export function readFacts(source: FactSource, slots?: readonly number[]): FactValues {
  const values: FactValues = new Array<FactValue | undefined>(FACTS.length).fill(undefined);
  if (!slots) FACTS.forEach(({ read }, slot) => (values[slot] = read(source)));
  else for (const slot of slots) values[slot] = FACTS[slot]!.read(source);
  return values;
}

/** Reads the facts of one movement as they are asked for, each once. */
export class FactReader {
  /** Values that were read; undefined for the others and for facts that the movement does not carry. */
  readonly values: FactValues = new Array<FactValue | undefined>(FACTS.length).fill(undefined);
  private readonly readAt = new Uint32Array(FACTS.length);
  private movement = 0;
  private source: FactSource | undefined;

  /** Begins with a new movement. */
  begin(source: FactSource): void {
    this.source = source;
    this.movement = (this.movement + 1) >>> 0;
    if (this.movement !== 0) return;
    this.readAt.fill(0);
    this.movement = 1;
  }

  /** Lets go of the movement. */
  end(): void {
    this.source = undefined;
  }

  fact(slot: number): FactValue | undefined {
    if (this.readAt[slot] === this.movement) return this.values[slot];
    this.readAt[slot] = this.movement;
    return (this.values[slot] = FACTS[slot]!.read(this.source!));
  }
}
