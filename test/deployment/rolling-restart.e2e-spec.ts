import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase, execute, type TestDatabase } from '../support/database';
import { freePort, ServerProcess } from '../support/server-process';

/** As often as the Helm chart asks whether a server is ready. */
const PROBED_EVERY_MS = 1_000;
const CALLERS = 20;

/** A server of production behind the balancer. */
interface Backend {
  port: number;
  managementPort: number;
  isReady: boolean;
  process: ServerProcess;
}

/** Passes connections on to the servers that were ready when they were last asked, in turn. */
class Balancer {
  readonly backends: Backend[] = [];
  private readonly server: Server;
  private readonly probing: NodeJS.Timeout;
  private next = 0;

  constructor() {
    this.server = createServer((client) => {
      const ready = this.backends.filter(({ isReady }) => isReady);
      const backend = ready[(this.next += 1) % Math.max(1, ready.length)];
      if (!backend) return void client.destroy();
      const upstream = connect(backend.port, '127.0.0.1');
      client.on('error', () => upstream.destroy());
      upstream.on('error', () => client.destroy());
      client.pipe(upstream).pipe(client);
    }).listen(0, '127.0.0.1');
    this.probing = setInterval(() => this.backends.forEach((backend) => void probe(backend)), PROBED_EVERY_MS);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  close(): void {
    clearInterval(this.probing);
    this.server.close();
  }
}

async function probe(backend: Backend): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${backend.managementPort}/health/ready`).catch(() => undefined);
  backend.isReady = answer?.ok ?? false;
}

/** Callers that never pause for long: half of them with a connection for each request, half with lasting ones. */
class Load {
  answered = 0;
  readonly lost: string[] = [];
  private isOver = false;
  private readonly callers: Promise<void>[];
  private readonly agents: Agent[] = [];

  constructor(private readonly port: number) {
    this.callers = Array.from({ length: CALLERS }, (_, index) => this.call(index % 2 === 0));
  }

  async end(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.callers);
    for (const agent of this.agents) agent.destroy();
  }

  private async call(keepAlive: boolean): Promise<void> {
    const agent = new Agent({ keepAlive, maxSockets: 1 });
    this.agents.push(agent);
    while (!this.isOver) {
      await this.once(agent).then(
        () => (this.answered += 1),
        (error: NodeJS.ErrnoException) => this.lost.push(error.code ?? error.message),
      );
      await sleep(10);
    }
  }

  /** A request that is answered without a token: 401 is an answer, a closed connection is none. */
  private once(agent: Agent): Promise<void> {
    return new Promise((resolve, reject) => {
      const sent = request(
        { port: this.port, host: '127.0.0.1', path: '/api/account/v1/listbranches', agent },
        (answer) => answer.resume().on('end', resolve).on('error', reject),
      );
      sent.on('error', reject).end();
    });
  }
}

describe('a rolling restart of two production servers behind a balancer', () => {
  const masterKey = randomBytes(32).toString('base64');
  let database: TestDatabase;
  let balancer: Balancer | undefined;

  beforeAll(async () => {
    database = await createTestDatabase();
    // The database was sealed with the key of the tests, which production refuses.
    await execute(database.url, 'DELETE FROM installation_check', 'DELETE FROM institution_setting WHERE sealed');
    balancer = new Balancer();
    for (let count = 0; count < 2; count += 1) balancer.backends.push(await start({}));
  }, 200_000);

  afterAll(async () => {
    balancer?.close();
    for (const { process } of balancer?.backends ?? []) await process.stop('SIGKILL');
    await database?.drop();
  });

  async function start(settings: Record<string, string>): Promise<Backend> {
    const [port, managementPort] = [await freePort(), await freePort()];
    const process = await ServerProcess.start(
      database.url,
      {
        NODE_ENV: 'production',
        PORT: String(port),
        MANAGEMENT_PORT: String(managementPort),
        COREBANK_MASTER_KEY: masterKey,
        LOG_LEVEL: 'silent',
        ...settings,
      },
      managementPort,
    );
    return { port, managementPort, isReady: true, process };
  }

  /** Stops each server of the beginning and puts a new one in its place. */
  async function replaceAll(settings: Record<string, string>): Promise<void> {
    for (const old of [...balancer!.backends]) {
      expect(await old.process.stop('SIGTERM')).toBe(0);
      balancer!.backends.splice(balancer!.backends.indexOf(old), 1);
      balancer!.backends.push(await start(settings));
    }
  }

  async function lostWhile(work: () => Promise<void>): Promise<{ answered: number; lost: number }> {
    const load = new Load(balancer!.port);
    await work();
    await load.end();
    return { answered: load.answered, lost: load.lost.length };
  }

  it('loses no connection with the delay that production has by default', async () => {
    const { answered, lost } = await lostWhile(() => replaceAll({ SHUTDOWN_DELAY_MS: '0' }));
    expect(answered).toBeGreaterThan(1_000);
    expect(lost).toBe(0);
  }, 200_000);

  it('would lose connections without a delay', async () => {
    const { answered, lost } = await lostWhile(() => replaceAll({}));
    console.log(`Without a delay ${lost} connections of ${answered} were lost.`);
    expect(lost).toBeGreaterThan(0);
  }, 200_000);
});
