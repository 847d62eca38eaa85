import { type RunningSandbox, startSandbox } from '../../src/sandbox/start-sandbox';
import { TestApp } from '../support/app';
import { furnishSandbox, furnishSecondInstitution, type House } from './house';

/** The application, the simulator of its providers, and institutions with one record of each kind. */
export class MatrixApp {
  private constructor(
    readonly app: TestApp,
    private readonly simulator: RunningSandbox,
  ) {}

  /** Messages go nowhere here. The simulator asks for no key, so that it serves both institutions. */
  static async start(): Promise<MatrixApp> {
    return new MatrixApp(await TestApp.start({ SANDBOX: 'true' }), await startSandbox({ port: 0 }));
  }

  ownHouse(): Promise<House> {
    return furnishSandbox(this.app, this.simulator.url);
  }

  otherHouse(): Promise<House> {
    return furnishSecondInstitution(this.app, this.simulator.url);
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.simulator.close();
  }
}
