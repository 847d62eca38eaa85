/** The settings of the simulator. */
export class SandboxOptions {
  /** 0 takes any free port. */
  readonly port!: number;
  readonly host?: string;
  /** The file of its ledger; without it the ledger is in memory only. */
  readonly dataFile?: string;
  /** The key that calls and callbacks must carry in `X-Gateway-Key`; without it calls need no key. */
  readonly gatewayKey?: string;
}
