/** How the simulator runs. */
export class SandboxOptions {
  /** 0 is any free port. */
  readonly port!: number;
  readonly host?: string;
  /** Where its ledger is kept; in memory alone when absent. */
  readonly dataFile?: string;
  /** The key that calls must carry in `X-Gateway-Key`, and that callbacks carry; no key is asked for when absent. */
  readonly gatewayKey?: string;
}
