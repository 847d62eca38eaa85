import { readWrk } from './wrk';

const OUTPUT = `Running 8s test @ http://127.0.0.1:34567
  1 threads and 64 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency    27.46ms    7.10ms  81.20ms   86.34%
    Req/Sec     2.45k   231.11     2.83k    75.00%
  Latency Distribution
     50%   25.27ms
     75%   29.02ms
     90%   34.11ms
     99%    1.20s 
  19530 requests in 8.01s, 13.73MB read
`;
const CLEAN = `${OUTPUT}Requests/sec:   2439.60
Transfer/sec:      1.71MB
`;

describe('What wrk prints', () => {
  it('is read as rate and latencies in milliseconds', () => {
    expect(readWrk(CLEAN)).toEqual({ perSecond: 2440, p50Ms: 25.27, p99Ms: 1200, failures: 0 });
    expect(readWrk(CLEAN.replace('25.27ms', '980.00us'))).toMatchObject({ p50Ms: 0.98 });
  });

  it('has as failures the answers other than 2xx and the connections that failed', () => {
    const errors = '  Socket errors: connect 1, read 2, write 3, timeout 4\n  Non-2xx or 3xx responses: 15\n';
    expect(readWrk(CLEAN.replace('Requests/sec', `${errors}Requests/sec`))).toMatchObject({ failures: 25 });
  });
});
