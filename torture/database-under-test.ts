/** The server that serves at present. */
export interface Primary {
  pid: number;
  /** Connection string of its superuser to the bank's database. */
  url: string;
}

/** The PostgreSQL of a run; its owner is told of every primary by a callback. */
export interface DatabaseUnderTest {
  /** How often it was started again after a kill. */
  readonly restarts: number;
  start(): Promise<void>;
  /** Connection string of the superuser of the present primary. */
  urlFor(database: string): string;
  /** Stops it for good and removes its files. */
  stop(): Promise<void>;
}

export const portOf = ({ url }: Primary): number => Number(new URL(url).port);
