import { installedPostgres } from '../test/support/installed-postgres';
import { previousRelease, type Release } from '../test/support/released-program';
import type { DatabaseUnderTest, Primary } from './database-under-test';
import type { Options } from './options';
import { PostgresUnderTest } from './postgres-under-test';
import { ReplicatedPostgres } from './replicated-postgres';
import { SABOTAGES } from './sabotage';

/** Told of what a run does without although it is wanted, and why. */
type DoWithout = (reason: string) => void;

export interface PostgresSettings {
  /** Folder and port of the embedded one. */
  folder: string;
  port: number;
  onPrimary: (primary: Primary) => void;
  doWithout: DoWithout;
}

/** With a standby where the machine has PostgreSQL's own tools, which make one. */
export function choosePostgres({ promotions, sabotage }: Options, settings: PostgresSettings): DatabaseUnderTest {
  const { folder, port, onPrimary, doWithout } = settings;
  const binDir = promotions > 0 ? installedPostgres() : undefined;
  const isSynchronous = sabotage === undefined || SABOTAGES[sabotage]!.isStandbyLate !== true;
  if (binDir !== undefined) return new ReplicatedPostgres(binDir, isSynchronous, onPrimary);
  if (promotions > 0) doWithout('promotions: no PostgreSQL with its tools is installed (apt-get install postgresql)');
  return new PostgresUnderTest(folder, port, onPrimary);
}

/** The release that the run begins with and upgrades from. */
export function chooseRelease({ upgrade }: Options, doWithout: DoWithout): Release | undefined {
  const release = upgrade ? previousRelease() : undefined;
  if (upgrade && release === undefined)
    doWithout('the upgrade: this copy of the repository has no history to take the release from');
  return release;
}
