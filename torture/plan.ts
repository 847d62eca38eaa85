import type { Options } from './options';
import { Random } from './random';

/** When operators change something in a run, in milliseconds after the load begins. */
export interface Plan {
  upgradeAtMs: number;
  /** So long both versions serve side by side. */
  sideBySideMs: number;
  promotionsAtMs: number[];
}

/** The upgrade begins in this part of the run, so that most of it is the present program's. */
const UPGRADE_FROM = 0.1;
const UPGRADE_TO = 0.25;
const SIDE_BY_SIDE = 0.15;

/** Each promotion comes at any moment of its own part of the run: before, during or after the upgrade. */
export function planOf({ seconds, seed, promotions }: Pick<Options, 'seconds' | 'seed' | 'promotions'>): Plan {
  const random = new Random(seed ^ 0x91a4);
  const runMs = seconds * 1000;
  return {
    upgradeAtMs: runMs * (UPGRADE_FROM + random.next() * (UPGRADE_TO - UPGRADE_FROM)),
    sideBySideMs: runMs * SIDE_BY_SIDE,
    promotionsAtMs: Array.from({ length: promotions }, (_, index) => ((index + random.next()) / promotions) * runMs),
  };
}
