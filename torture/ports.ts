import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Ports on which the parts of a run listen. */
export interface Ports {
  /** Of the embedded PostgreSQL, where the run has no standby. */
  postgres: number;
  /** The network between the API and PostgreSQL. */
  proxy: number;
  api: number[];
}

const API_PROCESSES = 2;

/** Free ports, all different. */
export async function freePorts(): Promise<Ports> {
  const probes = Array.from({ length: API_PROCESSES + 2 }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(probes.map((probe) => once(probe, 'listening')));
  const [postgres, proxy, ...api] = probes.map((probe) => (probe.address() as AddressInfo).port);
  await Promise.all(probes.map((probe) => once(probe.close(), 'close')));
  return { postgres: postgres!, proxy: proxy!, api };
}
