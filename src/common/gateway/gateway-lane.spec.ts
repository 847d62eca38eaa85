import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GatewayLane } from './gateway-lane';

const REST_MS = 150;
const request = { method: 'GET', path: '/', headers: {} } as const;

describe('GatewayLane', () => {
  let server: Server;
  let calls: number;
  let status: number;
  let delayMs: number;
  let lane: GatewayLane;

  beforeEach(async () => {
    [calls, status, delayMs] = [0, 500, 0];
    server = createServer((_, response) => {
      calls += 1;
      setTimeout(() => response.writeHead(status).end('{}'), delayMs);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    lane = new GatewayLane(`http://127.0.0.1:${port}`, {
      allowPrivateAddresses: true,
      breaker: { windowMs: 10_000, minimumCalls: 4, restMs: REST_MS },
    });
  });

  afterEach(async () => {
    await lane.close();
    await new Promise((resolve) => server.close(resolve));
  });

  const send = async (): Promise<string> => {
    const answer = await lane.send(request, 1_000);
    return answer.outcome === 'answered' ? 'answered' : answer.reason;
  };
  const sendMany = async (count: number): Promise<string[]> => {
    const outcomes: string[] = [];
    for (let sent = 0; sent < count; sent += 1) outcomes.push(await send());
    return outcomes;
  };
  const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, REST_MS * 1.2));

  it('opens after enough failures and then sends nothing', async () => {
    expect(await sendMany(6)).toEqual([
      'server-error',
      'server-error',
      'server-error',
      'server-error',
      'circuit-open',
      'circuit-open',
    ]);
    expect(calls).toBe(4);
  });

  it('stays closed while most calls are answered, refusals included', async () => {
    status = 422;
    await sendMany(6);
    status = 500;
    await sendMany(5);
    status = 200;
    expect(await send()).toBe('answered');
  });

  it('tests the provider with one call after a pause, refuses others meanwhile, and closes when it is answered', async () => {
    await sendMany(4);
    await rest();
    [status, delayMs] = [200, 300];
    const trial = send();
    await new Promise((resolve) => setImmediate(resolve));
    expect(await send()).toBe('circuit-open');
    expect(await trial).toBe('answered');
    expect(await sendMany(2)).toEqual(['answered', 'answered']);
  });

  it('opens again at once when the test call fails', async () => {
    await sendMany(4);
    await rest();
    expect(await sendMany(2)).toEqual(['server-error', 'circuit-open']);
    expect(calls).toBe(5);
  });
});
